/** ISO 639-1. `Intl` has their names in each language. */
export const SPOKEN = [
  ...(["ar", "bg", "bs", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr"] as const),
  ...(["hu", "id", "is", "it", "ja", "ko", "ku", "lt", "lv", "mk", "nl", "no", "pl", "pt", "ro", "ru", "sk"] as const),
  ...(["sl", "sq", "sr", "sv", "ta", "th", "tr", "uk", "ur", "vi", "zh"] as const),
] as const;
export type Spoken = (typeof SPOKEN)[number];

/** In cm. */
export const SHORTEST = 130;
export const TALLEST = 220;
/** In cm: one bitmap term holds the heights of a band, those at the ends all beyond. */
export const HEIGHT_BAND = 10;
export const LOWEST_BAND = 150;
export const HIGHEST_BAND = 200;
