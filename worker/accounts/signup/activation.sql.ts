import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowWhere } from "#db/raw.ts";
import { accounts, outbox, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Marks an activation link that ended because its address was entered again. */
const CONTESTED = "contested";

/** Another person may have entered the address: only choosing a new password confirms it. */
export function isContested(accountId: SQL | string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.accountId} = ${accountId} AND ${tokens.kind} = 'activation'
    AND ${tokens.data} = ${CONTESTED})`;
}

function waitsAt(accountId: string, email: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${accounts}
    WHERE ${accounts.id} = ${accountId} AND ${accounts.email} = ${email} AND ${accounts.status} = 'not_confirmed')`;
}

/** Batch statements. They do nothing if the account was confirmed or contested, or its address changed. */
export function replacingToken(db: Database, token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert) {
  const { accountId, hash } = token;
  const still = sql`${waitsAt(accountId, mail.recipient)} AND NOT ${isContested(accountId)}`;
  const done = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash})`;
  const earlier = and(eq(tokens.accountId, accountId), eq(tokens.kind, token.kind), isNull(tokens.usedAt), ne(tokens.hash, hash));
  return [
    db.insert(tokens).select(rowWhere(tokens, token, still)),
    db.delete(tokens).where(and(earlier, done)),
    db.insert(outbox).select(rowWhere(outbox, mail, done)),
  ] as const;
}

/** Batch statements. Activation links expire, since a stranger may know their password; removeAddress still takes them. */
export function offeringPassword(db: Database, token: typeof tokens.$inferInsert, mail: typeof outbox.$inferInsert) {
  const { accountId, hash, createdAt: now } = token;
  // Earlier reset links stay: a stranger must not end the owner's.
  const done = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash})`;
  const links = and(eq(tokens.accountId, accountId), eq(tokens.kind, "activation"), isNull(tokens.usedAt));
  return [
    db.insert(tokens).select(rowWhere(tokens, token, waitsAt(accountId, mail.recipient))),
    db
      .update(tokens)
      .set({ data: CONTESTED, expiresAt: sql`min(${tokens.expiresAt}, ${now})` })
      .where(and(links, done)),
    db.insert(outbox).select(rowWhere(outbox, mail, done)),
  ] as const;
}
