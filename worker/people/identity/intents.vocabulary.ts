export const INTENTS = ["like", "chat"] as const;
export type Intent = (typeof INTENTS)[number];
