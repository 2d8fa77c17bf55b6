import { findsContact } from "#worker/people/identity/contact.ts";
import { asSeen } from "#worker/platform/typed.ts";
import { MONEY_ANYWHERE, SIGNAL_WORDS } from "./signal-words.ts";

const EDGE = String.raw`(?<![\p{L}\p{N}])`;
const MONEY = [MONEY_ANYWHERE, ...Object.values(SIGNAL_WORDS).map(({ money }) => money)].map(
  (patterns) => new RegExp(`${EDGE}(?:${patterns.join("|")})`, "iu"),
);

/** A message asks for money or for a way to pay. Does not detect deliberate disguise. */
export function asksForMoney(text: string): boolean {
  const plain = asSeen(text);
  return MONEY.some((pattern) => pattern.test(plain));
}

/** Counts that a message adds to its sender's signals; null for most messages. */
export function signalsOf(text: string): { money: number; contacts: number } | null {
  const [money, contacts] = [Number(asksForMoney(text)), Number(findsContact(text))];
  return money + contacts > 0 ? { money, contacts } : null;
}

export function signalsAdded(text: string, before: string): { money: number; contacts: number } | null {
  const [now, had] = [signalsOf(text), signalsOf(before)];
  if (!now || !had) return now;
  const added = { money: Math.max(0, now.money - had.money), contacts: Math.max(0, now.contacts - had.contacts) };
  return added.money + added.contacts > 0 ? added : null;
}
