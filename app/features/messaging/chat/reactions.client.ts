import type { Message } from "#worker/messaging/chat/chat.contract.ts";

export type Reaction = NonNullable<Message["reaction"]>;

export const REACTIONS: Readonly<Record<Reaction, string>> = {
  heart: "❤️",
  kiss: "😘",
  laugh: "😂",
  wow: "😮",
  fire: "🔥",
  thumbs_up: "👍",
};
