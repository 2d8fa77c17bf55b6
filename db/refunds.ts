import type { SQL } from "drizzle-orm";
import { mirrored } from "./postings.ts";
import { accounts, archivedSends, blocks, conversations, ledger, messages, participants } from "./schema/index.ts";
import { aliased, into, plainText, sql } from "./sql.ts";

/** In ms. A block this close to a message may have overlapped its request. */
const MET_WITHIN = 30_000;

/** A debit whose message is missing and that nothing refunded. */
export interface LostDebit {
  entry: number;
  member: string;
  /** Credits, positive. */
  credits: number;
  /** Milliseconds since 1970. */
  at: number;
  /** `later_block`, `erasure`: may have deleted the message later. `no_trace`: an undone block leaves no row. */
  why: "block" | "later_block" | "erasure" | "no_trace";
}

const a = aliased(accounts, "a");
const b = aliased(blocks, "b");
const c = aliased(conversations, "c");
const l = aliased(ledger, "l");
const me = aliased(participants, "me");
const o = aliased(accounts, "o");
const r = aliased(ledger, "r");

const blocked = (condition: SQL) => sql`(EXISTS (SELECT 1 FROM ${b} WHERE ${b.blockerId} = ${l.accountId} AND ${condition})
    OR EXISTS (SELECT 1 FROM ${b} WHERE ${b.blockedId} = ${l.accountId} AND ${condition}))`;
const near = number(MET_WITHIN);
const MET = sql`${b.createdAt} BETWEEN ${l.createdAt} - ${near} AND ${l.createdAt} + ${near}`;
const LATER = sql`${b.createdAt} > ${l.createdAt}`;

/** An erasure deletes messages that the partner removed before. */
const ERASED = sql`EXISTS (SELECT 1 FROM ${me} JOIN ${c} ON ${c.id} = ${me.conversationId}
    JOIN ${o} ON ${o.id} = ${me.otherId} AND ${o.status} IN ('deleted', 'erased')
    WHERE ${me.memberId} = ${l.accountId} AND ${me.removedSeq} > 0 AND ${c.createdAt} <= ${l.createdAt}
      AND ${me.lastAt} >= ${l.createdAt})`;

/** Skips erased accounts: nobody can receive a refund. Skips runs: the message itself is their debit. */
const LOST = sql`SELECT ${l.id} AS entry, ${l.accountId} AS member, -${l.amount} AS credits, ${l.createdAt} AS at, ${l.cause},
    CASE WHEN ${blocked(MET)} THEN 'block'
      WHEN ${blocked(LATER)} THEN 'later_block'
      WHEN ${ERASED} THEN 'erasure' ELSE 'no_trace' END AS why
  FROM ${l} JOIN ${a} ON ${a.id} = ${l.accountId} AND ${a.status} <> 'erased'
  WHERE ${l.kind} = 'message' AND ${l.amount} < 0 AND ${l.messages} IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${messages} WHERE ${messages.senderId} = ${l.accountId}
      AND ${messages.clientId} = substr(${l.idempotencyKey}, length('message:') + 1))
    AND NOT EXISTS (SELECT 1 FROM ${archivedSends} WHERE ${archivedSends.senderId} = ${l.accountId}
      AND ${archivedSends.clientId} = substr(${l.idempotencyKey}, length('message:') + 1))
    AND NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.accountId} = ${l.accountId} AND ${r.idempotencyKey} = 'refund:' || ${l.cause})`;

export function lostDebits(): string {
  return plainText(sql`SELECT entry, member, credits, at, why FROM (${LOST}) ORDER BY entry`);
}

/** Debits with a block before `until` (ms), or these entries in any case. */
export type Which = { until: number } | { entries: number[] };

/** Idempotent: one refund entry per debit. Returns members and credits. */
export function giveBack(now: number, which: Which): string {
  const where =
    "entries" in which
      ? sql`entry IN (${sql.raw(which.entries.map(whole).join(", "))})`
      : sql`why = 'block' AND at < ${number(which.until)}`;
  const entry = into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt", "reversesId");
  return plainText(sql`INSERT INTO ${entry}
    SELECT member, credits, 'reversal', cause, 'refund:' || cause, ${number(now)}, ${mirrored(sql`entry`)} FROM (${LOST}) WHERE ${where}
    ON CONFLICT DO NOTHING RETURNING ${ledger.accountId} AS member, ${ledger.amount} AS credits`);
}

function number(value: number): SQL {
  return sql.raw(String(whole(value)));
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not a whole number: ${value}`);
  return value;
}
