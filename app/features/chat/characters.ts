import { cleanText, textLength, UNITS_PER_CHARACTER } from "#worker/lib/text.ts";

/** Characters left are shown from here on. */
export const COUNT_FROM = 100;

/**
 * What is left of `longest` characters as the server counts them, in graphemes of the cleaned text; negative where there
 * are too many. Far from the limit it is only a lower bound: nobody sees it, and it is counted at every key.
 */
export function charactersLeft(typed: string, longest: number): number {
  const text = cleanText(typed);
  if (longest - text.length > COUNT_FROM) return longest - text.length;
  return longest - Math.max(textLength(text), Math.ceil(text.length / UNITS_PER_CHARACTER));
}
