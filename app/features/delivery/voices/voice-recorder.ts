import type { VoiceTexts } from "./voice-texts.ts";

export interface VoiceRecorderProps {
  texts: VoiceTexts;
  /** Labels of the button that hands the recording over, and of the one that ends without. */
  labels: { done: string; cancel: string };
  limits: { seconds: number; levels: number };
  /** Longest transcript, in characters; null where the recorder asks for none. */
  most: number | null;
  onSend(recorded: { file: File; levels: string; text: string }): void;
  onClose(): void;
}
