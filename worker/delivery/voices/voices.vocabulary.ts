export const VOICE_LIMITS = {
  bytes: 1024 * 1024,
  /** In seconds. */
  message: 60,
  answer: 30,
  /** In ms: the timer of a hidden page stops a recorder up to a second late. */
  grace: 1500,
} as const;

/** Digits of base 32 that draw the loudness of a recording. */
export const VOICE_LEVELS = 48;

/** Of stored recordings: Opus and AAC. */
export type VoiceType = "audio/webm" | "audio/mp4";
