import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { LedgerKind } from "#db/schema/attributes.ts";

/** The last four fields belong to message entries. */
export interface EntryRow {
  id: number;
  kind: LedgerKind;
  amount: number;
  createdAt: number;
  conversation: string | null;
  profileId: string | null;
  name: string | null;
  fictional: number | null;
}

export type WalletStore = ReturnType<typeof createWalletStore>;

export function createWalletStore(db: Database) {
  return {
    /** Reads balance and entries in one snapshot. Newest first, below the id `before`. */
    async page(memberId: string, before: number | null, size: number): Promise<{ credits: number; entries: EntryRow[] }> {
      const older = before === null ? sql`` : sql`AND l.id < ${before}`;
      const [accounts, entries] = await rowsOf<[{ credits: number }, EntryRow]>(db, [
        sql`SELECT credits FROM accounts WHERE id = ${memberId}`,
        sql`${entriesOf(memberId)} ${older} ORDER BY l.id DESC LIMIT ${size}`,
      ]);
      return { credits: accounts[0]?.credits ?? 0, entries };
    },

    /** Subtracts later entries from today's balance. */
    async entry(memberId: string, id: number): Promise<(EntryRow & { balance: number }) | null> {
      const [balances, entries] = await rowsOf<[{ balance: number }, EntryRow]>(db, [
        sql`SELECT credits - (SELECT coalesce(sum(amount), 0) FROM ledger INDEXED BY ledger_account WHERE account_id = a.id AND id > ${id}) AS balance
          FROM accounts a WHERE a.id = ${memberId}`,
        sql`${entriesOf(memberId)} AND l.id = ${id}`,
      ]);
      const entry = entries[0];
      return entry ? { ...entry, balance: balances[0]?.balance ?? 0 } : null;
    },
  };
}

/** Unsorted. A deleted or blocked partner stays unnamed. */
function entriesOf(memberId: string): SQL {
  return sql`SELECT l.id, l.kind, l.amount, l.created_at AS createdAt, iif(o.id IS NULL, NULL, m.conversation_id) AS conversation,
      o.id AS profileId, o.name, o.fictional
    FROM ledger l INDEXED BY ledger_account
    LEFT JOIN messages m ON l.kind = 'message' AND m.id = l.cause
    LEFT JOIN participants p ON p.conversation_id = m.conversation_id AND p.member_id = l.account_id
    LEFT JOIN profiles o ON o.id = p.other_id AND o.status <> 'deleted' AND NOT EXISTS (
      SELECT 1 FROM blocks WHERE (blocker_id = o.id AND blocked_id = l.account_id) OR (blocker_id = l.account_id AND blocked_id = o.id))
    WHERE l.account_id = ${memberId}`;
}
