import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { LedgerKind } from "#db/schema/attributes.ts";
import { accounts, ledger, messages, participants, payments, profiles, refunds } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { type Found, latestOf, type RawPayment, readPayment } from "#worker/billing/payments/payments.sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";

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
  id: number;
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

export type WalletStore = ReturnType<typeof createWalletStore>;

export function createWalletStore(db: Database) {
  return {
    /** Reads balance, entries and `recent` payments in one snapshot. Newest first, below the id `before`. */
    async page(
      memberId: string,
      { before, size, recent }: { before: number | null; size: number; recent: number },
    ): Promise<{ credits: number; entries: EntryRow[]; payments: Found[] }> {
      const older = before === null ? sql`` : sql`AND ${l.id} < ${before}`;
      const [balances, entries, found] = await rowsOf<[{ credits: number }, EntryRow, RawPayment]>(db, [
        sql`SELECT ${accounts.credits} FROM ${accounts} WHERE ${accounts.id} = ${memberId}`,
        sql`${entriesOf(memberId)} ${older} ORDER BY ${l.id} DESC LIMIT ${size}`,
        latestOf(memberId, recent),
      ]);
      return { credits: balances[0]?.credits ?? 0, entries, payments: found.map(readPayment) };
    },

    /** Spendings since then (ms) by the other member, the most first. */
    async spentOn(memberId: string, since: number): Promise<SpentOn[]> {
      const [rows] = await rowsOf<[SpentOn]>(db, [
        sql`SELECT max(profileId) AS profileId, max(name) AS name, max(fictional) AS fictional, -sum(amount) AS credits FROM (
            ${entriesOf(memberId)} AND ${l.createdAt} > ${since} AND ${l.kind} IN ('message', 'gift', 'icebreaker', 'photos')
              AND NOT EXISTS (SELECT 1 FROM ${back} WHERE ${back.reversesId} = ${l.id}) ORDER BY ${l.id} DESC LIMIT ${MOST_SUMMED})
          GROUP BY coalesce(profileId, '') HAVING credits > 0 ORDER BY credits DESC, name`,
      ]);
      return rows;
    },

    /** Subtracts later entries from today's balance. */
    async entry(memberId: string, id: number): Promise<(EntryRow & { balance: number }) | null> {
      const [balances, entries] = await rowsOf<[{ balance: number }, EntryRow]>(db, [
        sql`SELECT ${accounts.credits} - (SELECT coalesce(sum(${ledger.amount}), 0) FROM ${ledger} INDEXED BY ledger_account
          WHERE ${ledger.accountId} = ${a.id} AND ${ledger.id} > ${id}) AS balance
          FROM ${a} WHERE ${a.id} = ${memberId}`,
        sql`${entriesOf(memberId)} AND ${l.id} = ${id}`,
      ]);
      const entry = entries[0];
      return entry ? { ...entry, balance: balances[0]?.balance ?? 0 } : null;
    },
  };
}

const OTHER = sql`iif(${l.kind} = 'photos', ${l.cause}, ${p.otherId})`;

/** Unsorted. A deleted or blocked partner stays unnamed. */
function entriesOf(memberId: string): SQL {
  return sql`SELECT ${l.id}, ${l.kind}, ${l.amount}, ${l.createdAt} AS createdAt, ${y.id} AS payment,
      iif(${o.id} IS NULL, NULL, ${m.conversationId}) AS conversation,
      ${o.id} AS profileId, ${o.name}, ${o.fictional},
      EXISTS (SELECT 1 FROM ${gone} WHERE ${gone.id} = ${OTHER} AND ${gone.status} = 'deleted') AS departed
    FROM ${l} INDEXED BY ledger_account
    LEFT JOIN ${y} ON ${l.kind} IN ('purchase', 'debt', 'refund', 'chargeback') AND ${y.accountId} = ${l.accountId}
      AND ${y.id} = coalesce((SELECT ${r.paymentId} FROM ${r} WHERE ${r.id} = ${l.cause}), ${l.cause})
    LEFT JOIN ${m} ON ${l.kind} IN ('message', 'gift', 'icebreaker') AND ${m.senderId} = ${l.accountId}
      AND ${m.clientId} = substr(${l.idempotencyKey}, length(${l.kind}) + 2) AND ${m.id} = ${l.cause}
    LEFT JOIN ${p} ON ${p.conversationId} = ${m.conversationId} AND ${p.memberId} = ${l.accountId}
    LEFT JOIN ${o} ON ${o.id} = ${OTHER} AND ${o.status} <> 'deleted' AND NOT ${blockedBetween(o.id, l.accountId)}
    WHERE ${l.accountId} = ${memberId}`;
}
