import { invalid } from "./errors.ts";

/** Shown as nothing: default-ignorable and format characters, controls, the blank Braille pattern. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|(?!\s)\p{Cc}/gu;
// U+30FC stands where Japanese keyboards have a dash.
const DASH = /[\p{Pd}\u02D7\u2043\u2212\u30FC]/gu;

/** A text as its reader sees it, for rules about what it says. The text itself keeps the joiners of its emoji. */
export function asSeen(text: string): string {
  return text.replace(UNSEEN, "").normalize("NFKC");
}

/** One line typed or pasted that is compared or looked up: NFKC, nothing invisible. Prose keeps its form: see `text.ts`. */
export function typedLine(text: string): string {
  return asSeen(text).replace(/\s+/g, " ").trim();
}

/** A code, reference or date: every dash is a hyphen, every decimal digit one of ASCII. */
export function typedCode(text: string): string {
  return typedLine(text)
    .replace(DASH, "-")
    .replace(/\p{Nd}/gu, asciiDigit);
}

/** A number in groups: spaces and dashes mean nothing. */
export function typedNumber(text: string): string {
  return typedCode(text).replace(/[\s-]/g, "");
}

/** Asked before a guess is counted. @throws invalid (required, six_digits) */
export function sixDigits(typed: string): string {
  const code = typedNumber(typed);
  if (/^\d{6}$/.test(code)) return code;
  throw invalid({ field: "code", code: code === "" ? "required" : "six_digits" });
}

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before++;
  return String(before % 10);
}
