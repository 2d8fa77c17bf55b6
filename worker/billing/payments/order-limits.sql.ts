import type { SQL } from "drizzle-orm";
import type { SpendLimits } from "#db/schema/attributes.ts";
import { payments, waitingSends } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { isOverLimit, spentOf } from "#worker/billing/wallet/spending.sql.ts";
import { PERIODS } from "#worker/people/preferences/spending.vocabulary.ts";
import { FOUND, type Found, type NewPayment, type PaymentRow, type RawPayment, readPayment } from "./payments.sql.ts";

const d = aliased(payments, "d");
const p = aliased(payments, "p");

export interface DebitLimit {
  /** In the currency's smallest unit. */
  most: number;
  /** In ms. */
  since: number;
}

export interface OrderLimits {
  spending: SpendLimits;
  /** Null for an order on another way. */
  debit: DebitLimit | null;
}

/** An unpaid order of the same things at the same price. */
function equalOpen(row: PaymentRow, since: number): SQL {
  return sql`${p.accountId} = ${row.accountId} AND ${p.status} = 'created' AND ${p.createdAt} > ${since}
    AND ${p.packageId} = ${row.packageId} AND ${p.method} = ${row.method} AND ${p.currency} = ${row.currency}
    AND ${p.amount} = ${row.amount} AND ${p.discountCode} IS ${row.discountCode} AND ${p.provider} = ${row.provider}
    AND ${p.storedMethodId} IS ${row.storedMethodId}`;
}

function ofKey(row: PaymentRow): SQL {
  return sql`${p.accountId} = ${row.accountId} AND ${p.idempotencyKey} = ${row.idempotencyKey}`;
}

/** Rows of `sameOrder`, by statement. */
export type SameOrder = [forgotten: never, repeated: RawPayment, open: RawPayment];

/** The order of this key, then an equal open one. What waits for it is forgotten. */
export function sameOrder(row: PaymentRow, since: number): [forgotten: SQL, repeated: SQL, open: SQL] {
  return [
    forgetWaiting(row, since),
    sql`${FOUND} WHERE ${ofKey(row)}`,
    sql`${FOUND} WHERE ${equalOpen(row, since)} ORDER BY ${p.createdAt} DESC LIMIT 1`,
  ];
}

/** `repeated` and `open` are rows of `sameOrder`. */
export function sameOf([repeated]: RawPayment[], [open]: RawPayment[]): Found | null {
  const same = repeated ?? open;
  return same ? readPayment(same) : null;
}

/** Neither its key nor an equal open order was before, and no limit is passed. */
export function isFirst(row: NewPayment, limits: OrderLimits, since: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${p} WHERE ${ofKey(row)}) AND NOT EXISTS (SELECT 1 FROM ${p} WHERE ${equalOpen(row, since)})
    AND ${fitsLimits(row, limits)}`;
}

/** An order that is continued sends nothing of an earlier press: `payToSend` says anew what waits for it. */
function forgetWaiting(row: PaymentRow, since: number): SQL {
  const repeated = sql`SELECT ${p.id} FROM ${p} WHERE ${ofKey(row)}`;
  const open = sql`SELECT ${p.id} FROM ${p} WHERE ${equalOpen(row, since)} ORDER BY ${p.createdAt} DESC LIMIT 1`;
  return sql`DELETE FROM ${waitingSends} WHERE ${waitingSends.outcome} IS NULL
    AND ${waitingSends.paymentId} = coalesce((${repeated}), (${open}))
    AND EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${waitingSends.paymentId} AND ${p.completedAt} IS NULL)`;
}

function fitsSpending({ accountId, currency, createdAt: now, amount }: PaymentRow, limits: SpendLimits): SQL {
  if (PERIODS.every((period) => limits[period] === null)) return sql`1`;
  const spent = spentOf({ accountId, currency, now, supersedes: true });
  return sql`NOT ${isOverLimit(spent, sql`${JSON.stringify(limits)}`, sql`${amount}`)}`;
}

function fitsDebits({ accountId, ibanPrint, amount }: NewPayment, { most, since }: DebitLimit): SQL {
  const debits = sql`SELECT ${d.id} AS id, ${d.status} AS status, ${d.amount} AS amount FROM ${d}
    WHERE ${d.method} = 'directdebit' AND ${d.status} IN ('created', 'pending', 'completed') AND ${d.createdAt} > ${since}`;
  return sql`(SELECT coalesce(sum(amount), 0) + ${amount} <= ${most} AND coalesce(max(status <> 'completed'), 0) = 0
    FROM (${debits} AND ${d.accountId} = ${accountId} UNION ${debits} AND ${d.ibanPrint} = ${ibanPrint}))`;
}

/** Orders of the same moment cannot pass a limit together. */
function fitsLimits(row: NewPayment, { spending, debit }: OrderLimits): SQL {
  return sql`${fitsSpending(row, spending)} AND ${debit ? fitsDebits(row, debit) : sql`1`}`;
}
