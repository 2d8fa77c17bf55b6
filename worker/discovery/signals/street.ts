import { SIGNAL_WORDS } from "./signal-words.ts";

const NUMBER = String.raw`\p{Nd}{1,4}\s?[A-Za-z]?(?![\p{L}\p{N}])`;
/** A count of hours or kilometres goes on with its unit. */
const END = String.raw`(?=\s*(?:$|[,.;:!?)\n]|(?:in|te|i|w|à|a|en)\s|\p{Nd}{4}))`;
const NAME = String.raw`\p{Lu}[\p{L}'’-]+`;

const KINDS = Object.values(SIGNAL_WORDS).map(({ streets }) => streets);
/** Dutch, German, the Nordic languages. */
const ENDS = KINDS.flatMap((kind) => ("ends" in kind ? kind.ends : [])).join("|");
/** The Romance languages, Polish. */
const FIRST = KINDS.flatMap((kind) => ("begins" in kind ? kind.begins : [])).join("|");
/** English. */
const LAST = KINDS.flatMap((kind) => ("follows" in kind ? kind.follows : [])).join("|");
// Ignoring case would make any word a name.
const BEGINS = [...FIRST.split("|"), ...FIRST.split("|").map((word) => word[0]?.toUpperCase() + word.slice(1))].join("|");
const SMALL = "(?:de|du|des|la|le|les|del|della|dei|di|las|los|l['’]|d['’])";

const STREETS = [
  new RegExp(String.raw`(?<!\p{L})\p{Lu}\p{L}+[\s-]?(?:${ENDS})\s${NUMBER}${END}`, "u"),
  new RegExp(String.raw`(?<!\p{L})(?:${BEGINS})\s(?:${SMALL}\s?){0,2}${NAME}(?:\s${NAME}){0,3},?\s${NUMBER}`, "u"),
  new RegExp(String.raw`(?<![\p{L}\p{N}])${NUMBER},?\s(?:${BEGINS})\s(?:${SMALL}\s?){0,2}${NAME}`, "u"),
  new RegExp(String.raw`(?<!\p{N})${NUMBER}\s(?:${NAME}\s){1,3}(?:${LAST})(?!\p{L})`, "u"),
  // Dutch and British post codes.
  /(?<![\p{L}\p{N}])(?:[1-9]\p{Nd}{3}\s?[A-Z]{2}\s\p{Lu}|[A-Z]{1,2}\p{Nd}[A-Z\p{Nd}]?\s\p{Nd}[A-Z]{2}(?![\p{L}\p{N}]))/u,
];

/** True for a street with a house number, or a postcode. A signal, never a decision. `text` comes from `asSeen`. */
export function findsStreet(text: string): boolean {
  return STREETS.some((pattern) => pattern.test(text));
}
