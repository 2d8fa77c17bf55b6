import { findsContact } from "#worker/lib/contact.ts";
import { ASKS } from "./money-words.ts";

const EDGE = String.raw`(?<![\p{L}\p{N}])`;
const MONEY = Object.values(ASKS).map((patterns) => new RegExp(`${EDGE}(?:${patterns.join("|")})`, "iu"));

/** A message asks for money or for a way to pay. Does not detect deliberate disguise. */
export function asksForMoney(text: string): boolean {
  const plain = text.normalize("NFKC");
  return MONEY.some((pattern) => pattern.test(plain));
}

/** What a message adds to its sender's signals; null for most messages. */
export function signalsOf(text: string): { money: number; contacts: number } | null {
  const [money, contacts] = [Number(asksForMoney(text)), Number(findsContact(text))];
  return money + contacts > 0 ? { money, contacts } : null;
}
