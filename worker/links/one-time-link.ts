import { sha256 } from "../lib/crypto.ts";
import { newSecret } from "../lib/ids.ts";
import { isLink, LIFETIME, type LinkKind, PREFIX } from "./vocabulary.ts";

/** Kinds that are stored as tokens of an account. */
type TokenKind = Exclude<LinkKind, "invite">;

/** Bytes of chance; base64url makes 43 letters of them. */
const SECRET = 32;

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
