import type { SQL } from "drizzle-orm";
import { payments, preferences, refunds } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { isBeingPaid } from "#worker/billing/payments/payments.sql.ts";
import { LENGTHS, OLDEST, PERIODS } from "#worker/people/preferences/spending.vocabulary.ts";

const p = aliased(payments, "p");
const r = aliased(refunds, "r");

/** Which orders count: of `created` ones, only those being paid where a new order cancels the others. */
export interface Counted {
  accountId: string;
  currency: string;
  now: number;
  supersedes: boolean;
  without?: string;
}

/** JSON object: what completed and open orders cost, by period. A late payment counts when it was paid; returned money does not. */
export function spentOf({ accountId, currency, now, supersedes, without = "" }: Counted): SQL {
  const open = supersedes ? isBeingPaid(p, now) : sql`${p.status} = 'created'`;
  const sums = PERIODS.map((period) => sql`${period}, coalesce(sum(iif(at > ${now - LENGTHS[period]}, amount, 0)), 0)`);
  const returned = sql`(SELECT coalesce(sum(${r.amount}), 0) FROM ${r} WHERE ${r.paymentId} = ${p.id} AND ${r.status} <> 'failed')`;
  return sql`(SELECT json_object(${sql.join(sums, sql`, `)}) FROM (
    SELECT coalesce(${p.completedAt}, ${p.createdAt}) AS at, ${p.amount} - ${returned} AS amount FROM ${p} INDEXED BY payments_account
    WHERE ${p.accountId} = ${accountId} AND ${p.createdAt} > ${now - OLDEST} AND ${p.currency} = ${currency} AND ${p.id} <> ${without}
      AND coalesce(${p.completedAt}, ${p.createdAt}) > ${now - LENGTHS.month} AND (${p.status} IN ('pending', 'completed') OR ${open})))`;
}

/** JSON object: the limits that hold now; null for a member who never set one. */
export function limitsOf(accountId: string, now: number): SQL {
  const { spendLimits, spendRaise } = preferences;
  return sql`(SELECT iif(${spendRaise} ->> '$.from' <= ${now}, ${spendRaise} -> '$.limits', ${spendLimits})
    FROM ${preferences} WHERE ${preferences.accountId} = ${accountId})`;
}

/** 1 if `amount` exceeds a limit. `spent` and `limits` are JSON objects by period. */
export function isOverLimit(spent: SQL, limits: SQL, amount: SQL): SQL {
  const over = PERIODS.map(
    (period) => sql`coalesce((spent ->> ${`$.${period}`}) + ${amount} > (limits ->> ${`$.${period}`}), 0)`,
  );
  return sql`(SELECT max(${sql.join(over, sql`, `)}) FROM (SELECT ${spent} AS spent, ${limits} AS limits))`;
}
