import type { SQL } from "drizzle-orm";
import { payments } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { isBeingPaid } from "#worker/payments/payments.sql.ts";
import { LENGTHS, PERIODS } from "./spending.vocabulary.ts";

/** Which orders count: of `created` ones, only those being paid where a new order cancels the others. */
export interface Counted {
  accountId: string;
  currency: string;
  now: number;
  supersedes: boolean;
}

/** JSON object: what completed and open orders cost, by period. */
export function spentOf({ accountId, currency, now, supersedes }: Counted): SQL {
  const open = supersedes ? sql`${isBeingPaid(payments, now)}` : sql`${payments.status} = 'created'`;
  const sums = PERIODS.map(
    (period) => sql`${period}, coalesce(sum(iif(${payments.createdAt} > ${now - LENGTHS[period]}, ${payments.amount}, 0)), 0)`,
  );
  return sql`(SELECT json_object(${sql.join(sums, sql`, `)}) FROM ${payments} INDEXED BY payments_account
    WHERE ${payments.accountId} = ${accountId} AND ${payments.createdAt} > ${now - LENGTHS.month}
      AND ${payments.currency} = ${currency} AND (${payments.status} IN ('pending', 'completed') OR ${open}))`;
}
