/** ISO 639-1 tags. */
export const LANGUAGES = ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"] as const;
export type Language = (typeof LANGUAGES)[number];
