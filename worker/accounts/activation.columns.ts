import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { outbox, tokens } from "#db/schema/index.ts";

/**
 * Puts a new activation token and its mail in place of every earlier one, as statements of a batch. They do nothing where the
 * account was confirmed or its address corrected since the mail was addressed: a link would prove an address that it never
 * went to.
 */
export function replacingToken(db: Database, token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert) {
  const { accountId, hash } = token;
  const still = sql`EXISTS (SELECT 1 FROM accounts
    WHERE id = ${accountId} AND email = ${mail.recipient} AND status = 'not_confirmed')`;
  const done = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${hash})`;
  const earlier = and(eq(tokens.accountId, accountId), eq(tokens.kind, token.kind), isNull(tokens.usedAt), ne(tokens.hash, hash));
  return [
    db.insert(tokens).select(rowWhere(tokens, token, still)),
    db.delete(tokens).where(and(earlier, done)),
    db.insert(outbox).select(rowWhere(outbox, mail, done)),
  ] as const;
}
