import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { ChatTexts } from "./chat-texts.ts";

export interface VoicePlayerProps {
  src: string;
  voice: NonNullable<Message["voice"]>;
  texts: ChatTexts["voice"];
  onPlay(): void;
}

/** As 0:07, for a length in ms. */
export function lengthOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
