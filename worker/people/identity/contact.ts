import { asSeen } from "#worker/platform/typed.ts";

export const TOP_LEVEL =
  "com|net|org|info|biz|app|xxx|sex|porn|adult|cam|chat|dating|date|online|site|website|web|club|live|love|link|page|" +
  "shop|store|top|xyz|eu|nl|be|de|at|ch|fr|uk|ie|us|it|es|pt|pl|se|no|dk|fi|ru|ua|cz|io|co|me|tv|to|cc|ly|gg";

/** Top-level domains that are no words of our languages: "so nice.it was" is a typing slip. */
const PLAIN_ENDING = "com|net|org|info|biz|xxx|xyz|eu|nl|uk|ch|fr|dk|pl|pt|ru|ua|cz|tv";

const DOT = String.raw`(?:\.|\s?[([{]\s?(?:dot|punkt|punt)\s?[)\]}]\s?)`;
const AT = String.raw`(?:@|\s?[([{]\s?(?:at|@)\s?[)\]}]\s?)`;
const LABEL = String.raw`[\p{L}\p{Nd}](?:[\p{L}\p{Nd}-]{0,60}[\p{L}\p{Nd}])?`;
const GAP = String.raw`[\s().\/-]{0,2}`;
const DATE = String.raw`\p{Nd}{1,2}[./-]\s?\p{Nd}{1,2}[./-]\s?(?:19|20)\p{Nd}{2}`;
const TIME = String.raw`(?:[01]?\p{Nd}|2[0-4])[.:][0-5]\p{Nd}`;
/** Birthdays and working hours have as many digits as a number. */
const MOMENT = new RegExp(String.raw`(?<!\p{Nd})(?:${DATE}|${TIME}\s?\p{Pd}\s?${TIME})(?!\p{Nd})`, "gu");
const MESSENGER = "whats\\s?app|telegram|snapchat|insta(?:gram)?|kik|skype|onlyfans|tik\\s?tok|facebook|wechat|viber";

const CONTACT = [
  new RegExp(String.raw`[\p{L}\p{Nd}._%+-]${AT}${LABEL}${DOT}\p{L}{2}`, "iu"),
  /\bhttps?:\/\/|\bwww\./iu,
  new RegExp(String.raw`(?<![\p{L}\p{Nd}])${LABEL}${DOT}(?:${PLAIN_ENDING})(?![\p{L}\p{Nd}])`, "iu"),
  new RegExp(String.raw`(?<![\p{L}\p{Nd}])${LABEL}\.(?:${TOP_LEVEL})\/[\p{L}\p{Nd}]`, "iu"),
  // With prefix, as one number, or in pairs; a date has fewer digits.
  new RegExp(String.raw`(?<!\p{Nd})(?:\+\p{Nd}|0)(?:${GAP}\p{Nd}){8}`, "u"),
  /(?<!\p{Nd})\p{Nd}{8}|(?<!\p{Nd})\p{Nd}{3}[\s.-]\p{Nd}{3}[\s.-]\p{Nd}{4}|(?<!\p{Nd})(?:\p{Nd}{2}[\s.-]){3}\p{Nd}{2}(?!\p{Nd})/u,
  new RegExp(String.raw`\b(?:${MESSENGER})\b[^.\n]{0,12}[:=@]\s*[\p{L}\p{Nd}]`, "iu"),
  /(?:^|[\s:(])@(?!(?:home|work|school|night|sea|the)(?![\p{L}\p{Nd}_.]))[\p{L}\p{Nd}_.]{3}/iu,
];

/** Does not detect deliberate disguise. */
export function findsContact(text: string): boolean {
  const plain = asSeen(text).replace(MOMENT, ",");
  return CONTACT.some((pattern) => pattern.test(plain));
}
