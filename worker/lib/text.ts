/** Control characters but newline and tab, invisible direction marks that reorder foreign text, and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
const UNWANTED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Surrogate}/gu;

/** Text as it is stored: NFC, no control characters, no bidirectional overrides, LF line ends, trimmed. */
export function cleanText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNWANTED, "").normalize("NFC").trim();
}

/** As `cleanText`, on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}

/** What a reader counts as characters: grapheme clusters (UAX 29), so that an emoji or a letter with accents is one. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) length++;
  return length;
}

/** UTF-16 units that a character may have on average. The longest emoji in use, a kiss with two skin tones, has 15. */
export const UNITS_PER_CHARACTER = 16;

/** A key under which two spellings of one name meet: NFKC, lower case, one sigma. Lower case may decompose, so NFKC again. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}
