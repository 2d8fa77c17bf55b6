export * from "./accounts.ts";
export * from "./chat.ts";
export * from "./complaints.ts";
export * from "./domains.ts";
export * from "./likes.ts";
export * from "./mail.ts";
export * from "./members.ts";
export * from "./wallet.ts";
