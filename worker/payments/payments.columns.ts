import type { SQL } from "drizzle-orm";
import { accounts, lots, payments, receipts, refunds, type Seller } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";

const a = aliased(accounts, "a");
const l = aliased(lots, "l");
const p = aliased(payments, "p");
const r = aliased(refunds, "r");

export type PaymentRow = typeof payments.$inferSelect;
type ReceiptRow = Pick<typeof receipts.$inferSelect, "number" | "kind" | "amount" | "taxAmount" | "createdAt">;

/** A payment with what has become of it. */
export interface Found extends PaymentRow {
  /** Unspent credits of its lot. */
  remaining: number;
  refunding: number;
  refunded: number;
  /** Of the buyer, by all payments. */
  debt: number;
  receipts: ReceiptRow[];
}

/** As the database answers. */
export type RawPayment = Omit<PaymentRow, "seller"> & {
  seller: string;
  remaining: number;
  refunding: number;
  refunded: number;
  debt: number;
  receipts: string;
};

const PAYMENT = selected(p, [
  "id",
  "accountId",
  "domainId",
  "packageId",
  "credits",
  "currency",
  "listAmount",
  "reduction",
  "amount",
  "taxRate",
  "taxAmount",
  "country",
  "method",
  "provider",
  "providerRef",
  "status",
  "discountCode",
  "discountPercentage",
  "seller",
  "series",
  "buyerName",
  "language",
  "storedMethodId",
  "redirect",
  "refundDays",
  "idempotencyKey",
  "createdAt",
  "updatedAt",
  "askAt",
  "completedAt",
]);

const sumOf = (status: "requested" | "done") => sql`(SELECT coalesce(sum(${r.amount}), 0) FROM ${r}
  WHERE ${r.paymentId} = ${p.id} AND ${r.status} = ${status})`;

/** Statements append a condition on `p`. */
export const FOUND = sql`SELECT ${PAYMENT},
    coalesce((SELECT ${l.remaining} FROM ${l} WHERE ${l.paymentId} = ${p.id}), 0) AS remaining,
    ${sumOf("requested")} AS refunding, ${sumOf("done")} AS refunded,
    (SELECT ${a.debt} FROM ${a} WHERE ${a.id} = ${p.accountId}) AS debt,
    (SELECT json_group_array(json_object('number', number, 'kind', kind, 'amount', amount, 'taxAmount', tax_amount,
      'createdAt', created_at)) FROM (SELECT * FROM ${receipts} WHERE ${receipts.paymentId} = ${p.id}
      ORDER BY ${receipts.number})) AS receipts
  FROM ${p}`;

/** Newest first. */
export function latestOf(memberId: string, limit: number): SQL {
  return sql`${FOUND} WHERE ${p.accountId} = ${memberId} ORDER BY ${p.createdAt} DESC LIMIT ${limit}`;
}

export function readPayment(row: RawPayment): Found {
  return { ...row, seller: JSON.parse(row.seller) as Seller, receipts: JSON.parse(row.receipts) as ReceiptRow[] };
}
