import type { SQL } from "drizzle-orm";
import type { LedgerKind } from "./schema/attributes.ts";
import { ledger, lots, postings } from "./schema/index.ts";
import { type Aliased, aliased, into, sql } from "./sql.ts";

const q = aliased(postings, "q");
const s = aliased(ledger, "s");
const t = aliased(lots, "t");
const r = aliased(lots, "r");

/** Entries of these kinds spend credits on other members. */
const SPEND_KINDS = ["message", "gift", "photos", "icebreaker", "call"] as const satisfies readonly LedgerKind[];
export type SpendKind = (typeof SPEND_KINDS)[number];

const SPENDS = sql.raw(`(${SPEND_KINDS.map((kind) => `'${kind}'`).join(", ")})`);

/** A spending that one lot covered is its own posting: decision 114. */
export const postsItself = (entry: Pick<Aliased<typeof ledger>, "lotId" | "kind">): SQL =>
  sql`(${entry.lotId} IS NOT NULL AND ${entry.kind} IN ${SPENDS})`;

/** Entries from before lots existed have no postings. */
export const isPosted = (entry: Pick<Aliased<typeof ledger>, "id" | "lotId" | "kind">): SQL =>
  sql`(${postsItself(entry)} OR EXISTS (SELECT 1 FROM ${q} WHERE ${q.entryId} = ${entry.id}))`;

/** All postings: `entry`, `lot`, and `credits`, which a member's books gain or lose. */
export const POSTED = sql`(SELECT ${q.entryId} AS entry, ${q.lotId} AS lot, iif(${q.credit} = 'member', ${q.amount}, -${q.amount}) AS credits FROM ${q}
  UNION ALL SELECT ${s.id}, ${s.lotId}, ${s.amount} FROM ${s} WHERE ${postsItself(s)})`;

/** The id of an entry that a reversal mirrors. Null for one from before lots existed: its reversal opens a lot. */
export function mirrored(id: SQL): SQL {
  return sql`(SELECT ${s.id} FROM ${s} WHERE ${s.id} = ${id} AND ${isPosted(s)})`;
}

/** Ends the open runs `of` lots: each becomes its entry, and a trigger clears it. Decision 108. */
export function endRuns(of: SQL): SQL {
  const entry = into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt", "lotId", "messages");
  return sql`INSERT INTO ${entry} SELECT ${lots.accountId}, -${lots.runCredits}, 'message', ${lots.runCause}, 'message:' || ${lots.runKey}, ${lots.runAt},
      ${lots.id}, ${lots.runMessages} FROM ${lots} WHERE ${of} AND ${lots.runCause} IS NOT NULL`;
}

/** The lot that spending takes from. Only it has an open run: any other entry of the account ends it. */
export const spendingLot = (account: string): SQL =>
  sql`(SELECT min(${t.id}) FROM ${t} WHERE ${t.accountId} = ${account} AND ${t.open} = 1)`;

/** The open run of an account, with the columns of an entry. It is newer than all of them and has no id yet. */
export function openRun(account: string): SQL {
  return sql`(SELECT NULL AS id, ${r.accountId} AS account_id, -${r.runCredits} AS amount, 'message' AS kind, ${r.runCause} AS cause,
      'message:' || ${r.runKey} AS idempotency_key, ${r.runAt} AS created_at, ${r.id} AS lot_id, NULL AS reverses_id,
      ${r.runMessages} AS messages FROM ${r} WHERE ${r.id} = ${spendingLot(account)} AND ${r.runCause} IS NOT NULL)`;
}
