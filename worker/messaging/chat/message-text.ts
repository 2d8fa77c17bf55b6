import { invalid } from "#worker/platform/errors.ts";
import { cleanText, textLength, UNITS_PER_CHARACTER } from "#worker/platform/text.ts";

/** @throws invalid */
export function checkText(typed: string, longest: number): string {
  const text = checkCaption(typed, longest);
  if (text === "") throw invalid({ field: "text", code: "required" });
  return text;
}

/** May be empty. @throws invalid */
export function checkCaption(typed: string, longest: number): string {
  const text = cleanText(typed);
  // A character has several code units, but a bounded number.
  if (text.length > longest * UNITS_PER_CHARACTER || (text.length > longest && textLength(text) > longest))
    throw invalid({ field: "text", code: "too_long", params: { max: longest } });
  return text;
}
