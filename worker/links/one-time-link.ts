import { sha256 } from "../lib/crypto.ts";
import { newSecret } from "../lib/ids.ts";
import { DAY, HOUR, MINUTE } from "../lib/limits.ts";

/** The first letter of a link tells its kind. Reset and reactivation share one: the account's state tells them apart. */
const PREFIX = { activation: "a", mail_change: "m", mail_undo: "v", reset: "r", reactivation: "r", invite: "i" } as const;

/** How long each kind is valid, in ms. An undo outlasts the change's own link by a week. */
export const LIFETIME = {
  activation: 48 * HOUR,
  mail_change: 24 * HOUR,
  mail_undo: 8 * DAY,
  reset: 60 * MINUTE,
  reactivation: 14 * DAY,
  invite: 30 * DAY,
} as const;

export type LinkKind = keyof typeof PREFIX;
/** Kinds that are stored as tokens of an account. */
type TokenKind = Exclude<LinkKind, "invite">;

/** Bytes of chance; base64url makes 43 letters of them. */
const SECRET = 32;
const BODY = /^[A-Za-z0-9_-]{43}$/;

/** True if a text has the form of such a link; only the store knows whether it is valid. */
export function isLink(kind: LinkKind, text: string): boolean {
  return text[0] === PREFIX[kind] && BODY.test(text.slice(1));
}

/** True for a link that a mail program cut off or joined with the text behind it. */
export function isBrokenLink(kind: LinkKind, text: string): boolean {
  const [body = ""] = /^[A-Za-z0-9_-]{23,79}/.exec(text.slice(1)) ?? [];
  return text[0] === PREFIX[kind] && !isLink(kind, text) && /[A-Z]/.test(body) && /[0-9]/.test(body);
}

/** The link whose secret is derived instead of drawn, so that it can be shown again. */
export function linkWith(kind: LinkKind, secret: string): string {
  return PREFIX[kind] + secret;
}

/** A fresh link and its token row, not stored yet. */
export async function newLink<K extends TokenKind>(
  kind: K,
  accountId: string,
  now: number,
  expiresAt: number = now + LIFETIME[kind],
) {
  const link = linkWith(kind, newSecret(SECRET));
  return { link, token: { hash: await sha256(link), kind, accountId, createdAt: now, expiresAt } };
}

/** The row that `lookUp` finds by the link's hash, if its account is of this pool. */
export async function findLink<T extends { pool: string } | { account: { pool: string } }>(
  kind: TokenKind,
  text: string,
  pool: string,
  lookUp: (hash: string) => Promise<T | null>,
): Promise<T | null> {
  const found = isLink(kind, text) ? await lookUp(await sha256(text)) : null;
  if (!found) return null;
  return ("account" in found ? found.account.pool : found.pool) === pool ? found : null;
}
