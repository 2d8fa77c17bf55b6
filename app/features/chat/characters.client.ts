import { cleanText, textLength, UNITS_PER_CHARACTER } from "#worker/lib/text.ts";

/** The counter appears at this many remaining characters. */
export const COUNT_FROM = 100;

/**
 * Remaining characters in graphemes of the cleaned text, as the server counts; negative when too long. Far from the limit
 * it is a cheap lower bound, because it runs at every key.
 */
export function charactersLeft(typed: string, longest: number): number {
  const text = cleanText(typed);
  if (longest - text.length > COUNT_FROM) return longest - text.length;
  return longest - Math.max(textLength(text), Math.ceil(text.length / UNITS_PER_CHARACTER));
}
