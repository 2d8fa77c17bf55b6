import type { ThreadParts } from "./thread-props.ts";

export interface VoiceRecorderProps extends Pick<ThreadParts, "texts" | "price"> {
  limits: { seconds: number; levels: number };
  /** Characters of the words. */
  most: number;
  onSend(recorded: { file: File; levels: string; text: string }): void;
  onClose(): void;
}
