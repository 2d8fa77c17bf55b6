import { INTERESTS } from "#db/schema/interests.ts";
import type { Translate } from "#locales/index.ts";
import { ICEBREAKERS } from "./icebreakers.vocabulary.ts";
import { isIntimate } from "./interests.vocabulary.ts";
import { PROMPTS } from "./prompts.vocabulary.ts";

/** Lines about a photo: `chat.firstLines.photo.<number>` in the locales. */
export const PHOTO_LINES = ["1", "2", "3"] as const;

/** Codes of all first lines. A ready one is a number, the others say what they are about. */
const CODES: readonly string[] = [
  ...INTERESTS.filter((code) => !isIntimate(code)).map((code) => `interest-${code}`),
  ...PROMPTS.map((id) => `prompt-${id}`),
  ...PHOTO_LINES.map((number) => `photo-${number}`),
  ...ICEBREAKERS,
];

/** Null for an unknown code. */
export function firstLine(t: Translate, code: string): string | null {
  const [kind, about] = code.split("-", 2);
  const key = about === undefined ? `chat.icebreaker.lines.${kind}` : `chat.firstLines.${kind}.${about}`;
  return CODES.includes(code) && t.has(key) ? t(key) : null;
}

/** A line of ours, without a change: it is no text that somebody sends to many. */
export function isFirstLine(t: Translate, text: string): boolean {
  return CODES.some((code) => firstLine(t, code) === text);
}
