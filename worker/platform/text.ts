import type { FieldError } from "./errors.ts";

const LINE_END = /\r\n?|[\v\f\x85\u2028\u2029]/g;
/** Control characters but newline and tab, bidirectional overrides, and lone surrogates. */
const UNWANTED = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu;
/** `DI`: default-ignorable. The blank Braille pattern and the null notehead are symbols without ink. */
const EMPTY_LINES = /\n[\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800\u{1D159}]*\n/gu;

/** Empty if nothing can be seen. At most one empty line in a row. */
export function cleanText(text: string): string {
  const lines = text.replace(LINE_END, "\n").replace(UNWANTED, "").normalize("NFC");
  return `\n${lines}\n`.replace(EMPTY_LINES, "\n\n").trim();
}

export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}

/** Grapheme clusters (UAX 29): an emoji counts as one character. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) length++;
  return length;
}

/** Null within the limits; an empty text is a problem unless `min` is 0. */
export function lengthProblem(field: string, text: string, { min, max }: { min: number; max: number }): FieldError | null {
  const length = textLength(text);
  if (length === 0) return min > 0 ? { field, code: "required" } : null;
  if (length < min) return { field, code: "too_short", params: { min } };
  return length > max ? { field, code: "too_long", params: { max } } : null;
}

/** UTF-16 units per character on average; the longest emoji in use has 15. */
export const UNITS_PER_CHARACTER = 16;

/** NFKC, lower case, one sigma. Lower-casing may decompose, so NFKC runs again. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}
