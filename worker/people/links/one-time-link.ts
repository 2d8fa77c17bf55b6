import { sha256 } from "#worker/platform/crypto.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { isLink, LIFETIME, type LinkKind, PREFIX } from "./vocabulary.ts";

type TokenKind = Exclude<LinkKind, "invite">;

/** Bytes; 43 letters in base64url. */
const SECRET = 32;

/** For a derived secret: the link can be shown again. */
export function linkWith(kind: LinkKind, secret: string): string {
  return PREFIX[kind] + secret;
}

export async function newLink<K extends TokenKind>(
  kind: K,
  accountId: string,
  now: number,
  expiresAt: number = now + LIFETIME[kind],
) {
  const link = linkWith(kind, newSecret(SECRET));
  return { link, token: { hash: await sha256(link), kind, accountId, createdAt: now, expiresAt } };
}

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
