import type { SQL } from "drizzle-orm";
import type { SpendKind } from "#db/postings.ts";
import { accounts, debts, ledger, lots } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";

const l = aliased(lots, "l");

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

/** The oldest lot with credits, if it covers the price; null otherwise. */
export function payingLot(account: SQL, price: SQL): SQL {
  return sql`(SELECT iif(${l.remaining} >= ${price}, ${l.id}, NULL) FROM ${l} INDEXED BY lots_open
    WHERE ${l.accountId} = ${account} AND ${l.open} = 1 AND ${l.remaining} > 0 ORDER BY ${l.id} LIMIT 1)`;
}

/** Selects from the paid row: nothing unwritten is charged. `rows`: the rest of the SELECT, with a WHERE. */
export function spend(kind: SpendKind, { account, price, cause, key, at }: Paid, rows: SQL): SQL {
  // With a lot the entry is its own posting. Without one a trigger takes from several.
  const lot = payingLot(sql`paid.account`, sql`paid.price`);
  // With names of its own: in the subquery, a column of the paid row could be one of the lot.
  return sql`INSERT INTO ${into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt", "lotId")}
    SELECT paid.account, -paid.price, ${kind}, paid.cause, ${kind} || ':' || paid.key, paid.at, ${lot}
    FROM (SELECT ${account} AS account, ${price} AS price, ${cause} AS cause, ${key} AS key, ${at} AS at ${rows} AND ${price} > 0) paid`;
}
