import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { outbox, tokens } from "#db/schema/index.ts";

/** What stands in an activation link that ended because its address was entered once more. */
const CONTESTED = "contested";

/**
 * Whether the address of an account that waits was entered once more by who may be another: from then on it is confirmed by
 * choosing a password, and not by a link that leaves the one which the first of them chose.
 */
export function isContested(accountId: SQL | string): SQL {
  return sql`EXISTS (SELECT 1 FROM tokens WHERE account_id = ${accountId} AND kind = 'activation' AND data = ${CONTESTED})`;
}

/** Whether an account still waits for its confirmation, at the address that a mail goes to. */
function waitsAt(accountId: string, email: string): SQL {
  return sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND email = ${email} AND status = 'not_confirmed')`;
}

/**
 * Puts a new activation token and its mail in place of every earlier one, as statements of a batch. They do nothing where the
 * account was confirmed, its address corrected since the mail was addressed (a link would prove an address that it never
 * went to), or the address is contested.
 */
export function replacingToken(db: Database, token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert) {
  const { accountId, hash } = token;
  const still = sql`${waitsAt(accountId, mail.recipient)} AND NOT ${isContested(accountId)}`;
  const done = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${hash})`;
  const earlier = and(eq(tokens.accountId, accountId), eq(tokens.kind, token.kind), isNull(tokens.usedAt), ne(tokens.hash, hash));
  return [
    db.insert(tokens).select(rowWhere(tokens, token, still)),
    db.delete(tokens).where(and(earlier, done)),
    db.insert(outbox).select(rowWhere(outbox, mail, done)),
  ] as const;
}

/**
 * Adds a link by which a password is chosen, and its mail, as statements of a batch, with the same care. The activation links
 * end: their mails may have been caused by another, and whoever has just signed up would press the first one they see. They
 * stay known, so that "this was not me" works by them. Earlier links like this one stay good: all lead to the same choice, and
 * a stranger must not end the one just mailed to the owner.
 */
export function offeringPassword(db: Database, token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert) {
  const { accountId, hash, createdAt: now } = token;
  const done = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${hash})`;
  const links = and(eq(tokens.accountId, accountId), eq(tokens.kind, "activation"), isNull(tokens.usedAt));
  return [
    db.insert(tokens).select(rowWhere(tokens, token, waitsAt(accountId, mail.recipient))),
    db
      .update(tokens)
      .set({ data: CONTESTED, expiresAt: sql`min(expires_at, ${now})` })
      .where(and(links, done)),
    db.insert(outbox).select(rowWhere(outbox, mail, done)),
  ] as const;
}
