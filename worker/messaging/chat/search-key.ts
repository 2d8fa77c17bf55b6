import { nameKey } from "#worker/platform/text.ts";
import { typedLine } from "#worker/platform/typed.ts";

/** Letters by the letter that a search also finds them under. `db/triggers/search-names.ts` makes triggers of the same list. */
export const PLAIN_LETTERS = {
  a: "àáâãäåāăą",
  c: "çćčċ",
  d: "ďđð",
  e: "èéêëēėęě",
  g: "ğģ",
  i: "ìíîïīįı",
  k: "ķ",
  l: "łļľ",
  n: "ñńňņ",
  o: "òóôõöøōő",
  r: "řŕ",
  s: "śšşș",
  t: "ťţț",
  u: "ùúûüūůűų",
  y: "ýÿ",
  z: "źżž",
  ae: "æ",
  oe: "œ",
  ss: "ß",
};
const PLAIN = new Map(Object.entries(PLAIN_LETTERS).flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain])));

/** A name as the search by name compares it: without case and without the accents of Latin letters. */
export function searchKey(name: string): string {
  return [...nameKey(typedLine(name))].map((letter) => PLAIN.get(letter) ?? letter).join("");
}
