import type { VoiceTexts } from "./voice-texts.ts";

export interface VoicePlayerProps {
  src: string;
  /** In ms, and digits of base 32. */
  voice: { duration: number | null; levels: string | null };
  texts: VoiceTexts;
  onPlay(): void;
}

/** As 0:07, for a length in ms. */
export function lengthOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
