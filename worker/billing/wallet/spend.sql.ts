import type { SQL } from "drizzle-orm";
import type { LedgerKind } from "#db/schema/attributes.ts";
import { accounts, debts, ledger } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";

export type SpendKind = Extract<LedgerKind, "message" | "gift" | "icebreaker" | "photos">;

interface Paid {
  account: SQL;
  /** In credits; 0 makes no entry. */
  price: SQL;
  /** The id of the message or of the unlocked profile. */
  cause: SQL;
  /** Unique for each purchase of this kind by this account. */
  key: SQL;
  at: SQL;
}

/** Repays an open debt from the balance. The schema does it where a payment or a refund makes or meets one: decision 45. */
export function debtSettled(account: string | SQL, cause: string, at: number, when: SQL): SQL {
  const payment = sql`(SELECT ${debts.paymentId} FROM ${debts} WHERE ${debts.accountId} = ${account} AND ${debts.credits} > 0
    ORDER BY ${debts.id} DESC LIMIT 1)`;
  return sql`INSERT INTO ${into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt")}
    SELECT ${accounts.id}, -min(${accounts.debt}, ${accounts.credits}), 'debt', ${payment}, ${`settled:${cause}:${at}`}, ${at}
    FROM ${accounts} WHERE ${accounts.id} = ${account} AND ${accounts.debt} > 0 AND ${accounts.credits} > 0 AND ${when}`;
}

/** Selects from the paid row: nothing unwritten is charged. `rows`: the rest of the SELECT, with a WHERE. */
export function spend(kind: SpendKind, { account, price, cause, key, at }: Paid, rows: SQL): SQL {
  return sql`INSERT INTO ${into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt")}
    SELECT ${account}, -${price}, ${kind}, ${cause}, ${kind} || ':' || ${key}, ${at} ${rows}
      AND ${price} > 0`;
}
