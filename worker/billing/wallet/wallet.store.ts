import type { SQL } from "drizzle-orm";
import { callLineKey } from "#db/call-line-key.ts";
import type { Database } from "#db/client.ts";
import { openRun } from "#db/postings.ts";
import { rowsOf } from "#db/raw.ts";
import type { LedgerKind } from "#db/schema/attributes.ts";
import { accounts, ledger, messages, participants, payments, profiles, refunds } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { type Found, latestOf, type RawPayment, readPayment } from "#worker/billing/payments/payments.sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";

const a = aliased(accounts, "a");
const l = aliased(ledger, "l");
const m = aliased(messages, "m");
const o = aliased(profiles, "o");
const p = aliased(participants, "p");
const r = aliased(refunds, "r");
const y = aliased(payments, "y");
const back = aliased(ledger, "back");
const gone = aliased(profiles, "gone");

export interface EntryRow {
  /** Null for the open run of messages: it gets one when it ends. Decision 108. */
  id: number | null;
  /** Names the entry before and after. */
  key: string;
  /** How many messages it paid; null for an entry of one thing. */
  messages: number | null;
  kind: LedgerKind;
  amount: number;
  createdAt: number;
  /** Payment id of a purchase or its refund. */
  payment: string | null;
  /** This and the following belong to spendings on a member. */
  conversation: string | null;
  profileId: string | null;
  name: string | null;
  fictional: number | null;
  /** 1 for a partner whose account is deleted. */
  departed: number;
}

export interface SpentOn {
  profileId: string | null;
  name: string | null;
  fictional: number | null;
  credits: number;
}

/** Entries that the sums read at most: more would let one member make a page slow. */
const MOST_SUMMED = 2000;
const NONE = sql`SELECT 1 WHERE 0`;

export type WalletStore = ReturnType<typeof createWalletStore>;

export function createWalletStore(db: Database) {
  return {
    /** Reads balance, entries and `recent` payments in one snapshot. Newest first, below the id `before`. */
    async page(
      memberId: string,
      { before, size, recent }: { before: number | null; size: number; recent: number },
    ): Promise<{ credits: number; entries: EntryRow[]; payments: Found[] }> {
      const older = before === null ? sql`` : sql`AND ${l.id} < ${before}`;
      const [balances, entries, found, run] = await rowsOf<[{ credits: number }, EntryRow, RawPayment, EntryRow]>(db, [
        sql`SELECT ${accounts.credits} FROM ${accounts} WHERE ${accounts.id} = ${memberId}`,
        sql`${entriesOf(memberId)} ${older} ORDER BY ${l.id} DESC LIMIT ${size}`,
        latestOf(memberId, recent),
        before === null ? runOf(memberId) : NONE,
      ]);
      const newest = [...run, ...entries].slice(0, size);
      return { credits: balances[0]?.credits ?? 0, entries: newest, payments: found.map(readPayment) };
    },

    /** Spendings since then (ms) by the other member, the most first. */
    async spentOn(memberId: string, since: number): Promise<SpentOn[]> {
      const [rows] = await rowsOf<[SpentOn]>(db, [
        sql`SELECT max(profileId) AS profileId, max(name) AS name, max(fictional) AS fictional, -sum(amount) AS credits FROM (
            SELECT * FROM (${runOf(memberId)} AND ${l.createdAt} > ${since}) UNION ALL SELECT * FROM (${entriesOf(memberId)} AND ${l.createdAt} > ${since} AND ${l.kind} IN ('message', 'gift', 'icebreaker', 'photos', 'call')
              AND NOT EXISTS (SELECT 1 FROM ${back} WHERE ${back.reversesId} = ${l.id}) ORDER BY ${l.id} DESC LIMIT ${MOST_SUMMED}))
          GROUP BY coalesce(profileId, '') HAVING credits > 0 ORDER BY credits DESC, name`,
      ]);
      return rows;
    },

    /** By its id, or by the key of what was an open run. Subtracts later entries from today's balance. */
    async entry(memberId: string, named: { id: number } | { key: string }): Promise<(EntryRow & { balance: number }) | null> {
      const run = sql`SELECT ${l.amount} FROM ${openRun(memberId)} AS l`;
      const id =
        "id" in named
          ? sql`${named.id}`
          : sql`(SELECT ${ledger.id} FROM ${ledger} WHERE ${ledger.accountId} = ${memberId} AND ${ledger.idempotencyKey} = ${named.key})`;
      const [balances, entries, open] = await rowsOf<[{ balance: number; credits: number }, EntryRow, EntryRow]>(db, [
        sql`SELECT ${a.credits}, ${a.credits} - coalesce((${run}), 0) - (SELECT coalesce(sum(${ledger.amount}), 0) FROM ${ledger} INDEXED BY ledger_account
          WHERE ${ledger.accountId} = ${a.id} AND ${ledger.id} > ${id}) AS balance
          FROM ${a} WHERE ${a.id} = ${memberId}`,
        sql`${entriesOf(memberId)} AND ${l.id} = ${id}`,
        "key" in named ? sql`${runOf(memberId)} AND ${l.idempotencyKey} = ${named.key}` : NONE,
      ]);
      const [sums] = balances;
      if (entries[0]) return { ...entries[0], balance: sums?.balance ?? 0 };
      return open[0] ? { ...open[0], balance: sums?.credits ?? 0 } : null;
    },
  };
}

const OTHER = sql`iif(${l.kind} = 'photos', ${l.cause}, ${p.otherId})`;

const entriesOf = (memberId: string): SQL => rowsFrom(sql`${l} INDEXED BY ledger_account`, memberId);
const runOf = (memberId: string): SQL => rowsFrom(sql`${openRun(memberId)} AS l`, memberId);

/** Unsorted. A deleted or blocked partner stays unnamed. */
function rowsFrom(entries: SQL, memberId: string): SQL {
  return sql`SELECT ${l.id}, ${l.idempotencyKey} AS key, ${l.messages}, ${l.kind}, ${l.amount}, ${l.createdAt} AS createdAt, ${y.id} AS payment,
      iif(${o.id} IS NULL, NULL, ${m.conversationId}) AS conversation,
      ${o.id} AS profileId, ${o.name}, ${o.fictional},
      EXISTS (SELECT 1 FROM ${gone} WHERE ${gone.id} = ${OTHER} AND ${gone.status} = 'deleted') AS departed
    FROM ${entries}
    LEFT JOIN ${y} ON ${l.kind} IN ('purchase', 'debt', 'refund', 'chargeback') AND ${y.accountId} = ${l.accountId}
      AND ${y.id} = coalesce((SELECT ${r.paymentId} FROM ${r} WHERE ${r.id} = ${l.cause}), ${l.cause})
    LEFT JOIN ${m} ON ${l.kind} IN ('message', 'gift', 'icebreaker', 'call') AND ${m.senderId} = ${l.accountId}
      AND ${m.clientId} = iif(${l.kind} = 'call', ${callLineKey(l.cause)}, substr(${l.idempotencyKey}, length(${l.kind}) + 2)) AND ${m.id} = ${l.cause}
    LEFT JOIN ${p} ON ${p.conversationId} = ${m.conversationId} AND ${p.memberId} = ${l.accountId}
    LEFT JOIN ${o} ON ${o.id} = ${OTHER} AND ${o.status} <> 'deleted' AND NOT ${blockedBetween(o.id, l.accountId)} AND NOT ${isUnseenBy(o.id, l.accountId)}
    WHERE ${l.accountId} = ${memberId}`;
}
