import { cleanText, textLength, UNITS_PER_CHARACTER } from "#worker/platform/text.ts";

/** The counter appears at this many remaining characters. */
export const COUNT_FROM = 100;

/** Remaining graphemes, as the server counts; negative if too long. Far from the limit a cheap lower bound. */
export function charactersLeft(typed: string, longest: number): number {
  const text = cleanText(typed);
  if (longest - text.length > COUNT_FROM) return longest - text.length;
  return longest - Math.max(textLength(text), Math.ceil(text.length / UNITS_PER_CHARACTER));
}
