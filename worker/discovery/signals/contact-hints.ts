import { asSeen } from "#worker/platform/typed.ts";
import { SIGNAL_WORDS } from "./signal-words.ts";
import { findsStreet } from "./street.ts";

const EDGE = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;

/** Names of apps and mail services that profiles seldom mention without a reason. */
const SERVICES =
  "whats\\s?app|telegram|snapchat|insta|instagram|kik|wechat|viber|only\\s?fans|g\\s?mail|hot\\s?mail|gmx|proton\\s?mail|yahoo|icloud";

const AT_SIGN = Object.values(SIGNAL_WORDS)
  .flatMap(({ atSign }) => atSign ?? [])
  .join("|");
/** "point de" and "punto no" are plain words. */
const SPELLED_END =
  "(?:dot|punkt|punt|point|punto|kropka|piste|prikk|prik)\\s(?:com|net|org|info|nl|uk|eu|pl|dk|ch)|(?:dot|punkt)\\s(?:de|fr|at|se|no|fi)";

const DIGIT = Object.values(SIGNAL_WORDS)
  .map(({ digits }) => digits)
  .join("|");
const BETWEEN = String.raw`[\s,.;:/*_-]{1,4}`;

const HINTS = [
  new RegExp(`${EDGE}(?:${SERVICES})${END}`, "iu"),
  new RegExp(`${EDGE}(?:${AT_SIGN})${END}`, "iu"),
  // Alone they are a monkey and, in Dutch, "understand".
  new RegExp(`${EDGE}ma[łl]pa\\s\\S+\\s(?:kropka|dot|pl|com)${END}`, "iu"),
  new RegExp(`${EDGE}(?:my|mijn|mein|mon|mio|mi|min|mit|mój|moj|add)\\ssnap${END}|${EDGE}snap\\s?[:@]`, "iu"),
  new RegExp(`${EDGE}(?:${SPELLED_END})${END}`, "iu"),
  // Seven in a row are more than a year, a size or a count.
  new RegExp(`${EDGE}(?:(?:${DIGIT}|\\p{Nd})${BETWEEN}){6}(?:${DIGIT}|\\p{Nd})${END}`, "iu"),
  // Digits in circles, boxes and keycaps.
  /(?:[\p{No}]|\p{Nd}\uFE0F?\u20E3)(?:\s?(?:[\p{No}]|\p{Nd}\uFE0F?\u20E3)){5}/u,
];

/** Contact details in other words, or the name of a place to find them. A signal, never a decision. */
export function hintsAtContact(text: string): boolean {
  // Compatibility forms stay: NFKC makes plain digits of those in circles.
  const plain = text.normalize("NFC");
  return [plain, asSeen(text)].some((one) => HINTS.some((pattern) => pattern.test(one))) || findsStreet(asSeen(text));
}
