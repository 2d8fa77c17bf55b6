import type { SQL } from "drizzle-orm";
import type { ReturnCause } from "#db/schema/attributes.ts";
import {
  accounts,
  lots,
  payments,
  receipts,
  refundProposals,
  refunds,
  type Seller,
  storedMethods,
  waitingSends,
} from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { RefundRefusal } from "#worker/delivery/mail/refusals.vocabulary.ts";

const a = aliased(accounts, "a");
const l = aliased(lots, "l");
const p = aliased(payments, "p");
const q = aliased(refundProposals, "q");
const r = aliased(refunds, "r");
const s = aliased(storedMethods, "s");

type Named = Record<
  "status" | "storedMethodId" | "redirect" | "createdAt",
  SQL | (typeof payments)["status" | "storedMethodId" | "redirect" | "createdAt"]
>;

export type NewPayment = typeof payments.$inferSelect;
export type PaymentRow = Omit<NewPayment, "ibanPrint">;
type ReceiptRow = Pick<typeof receipts.$inferSelect, "number" | "kind" | "amount" | "taxAmount" | "createdAt">;

interface NotMade {
  amount: number;
  reason: RefundRefusal;
  at: number;
}

/** A payment with its refunds and status. */
export interface Found extends PaymentRow {
  remaining: number;
  refunding: number;
  refunded: number;
  notMade: NotMade | null;
  returned: ReturnCause | null;
  /** Sum over all payments of the buyer. */
  debt: number;
  /** 1 if something is to be sent once the buyer returns. */
  waits: number;
  receipts: ReceiptRow[];
}

export type RawPayment = Omit<PaymentRow, "seller"> & {
  seller: string;
  notMade: string | null;
  remaining: number;
  refunding: number;
  refunded: number;
  returned: ReturnCause | null;
  debt: number;
  waits: number;
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
  "saidAt",
]);

const sumOf = (status: "requested" | "done") => sql`(SELECT coalesce(sum(${r.amount}), 0) FROM ${r}
  WHERE ${r.paymentId} = ${p.id} AND ${r.status} = ${status})`;

const NOT_MADE = sql`(SELECT json_object('amount', amount, 'reason', reason, 'at', at) FROM (
    SELECT ${r.amount} AS amount, 'provider' AS reason, ${r.updatedAt} AS at FROM ${r}
    WHERE ${r.paymentId} = ${p.id} AND ${r.status} = 'failed'
    UNION ALL SELECT ${q.amount}, coalesce(${q.refusal}, 'failed'), ${q.decidedAt} FROM ${q}
    WHERE ${q.accountId} = ${p.accountId} AND ${q.paymentId} = ${p.id} AND ${q.status} IN ('refused', 'failed'))
  WHERE NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.paymentId} = ${p.id} AND ${r.status} <> 'failed' AND ${r.createdAt} >= at)
  ORDER BY at DESC LIMIT 1)`;

/** Statements append a condition on `p`. */
export const FOUND = sql`SELECT ${PAYMENT},
    coalesce((SELECT ${l.remaining} FROM ${l} WHERE ${l.paymentId} = ${p.id}), 0) AS remaining,
    ${sumOf("requested")} AS refunding, ${sumOf("done")} AS refunded, ${NOT_MADE} AS notMade,
    (SELECT ${r.cause} FROM ${r} WHERE ${r.paymentId} = ${p.id} AND ${r.cause} IS NOT NULL) AS returned,
    (SELECT ${a.debt} FROM ${a} WHERE ${a.id} = ${p.accountId}) AS debt,
    EXISTS (SELECT 1 FROM ${waitingSends} WHERE ${waitingSends.paymentId} = ${p.id}) AS waits,
    (SELECT json_group_array(json_object('number', number, 'kind', kind, 'amount', amount, 'taxAmount', tax_amount,
      'createdAt', created_at)) FROM (SELECT * FROM ${receipts} WHERE ${receipts.paymentId} = ${p.id}
      ORDER BY ${receipts.number})) AS receipts
  FROM ${p}`;

/** In ms: a stored method decides within seconds, or the sweep asks. */
const DECIDED_WITHIN = 10 * 60_000;

/** An order that a stored method pays at this moment: no other order may take its place or its limit. */
export function isBeingPaid(of: Named, now: number): SQL {
  return sql`(${of.status} = 'created' AND ${of.storedMethodId} IS NOT NULL AND ${of.redirect} IS NULL
    AND ${of.createdAt} > ${now - DECIDED_WITHIN})`;
}

export type StoredShown = Pick<typeof storedMethods.$inferSelect, "id" | "provider" | "method" | "label">;

/** JSON array, newest first. */
export function storedOf(accountId: string): SQL {
  return sql`(SELECT json_group_array(json_object('id', id, 'provider', provider, 'method', method, 'label', label)) FROM (
    SELECT ${s.id}, ${s.provider}, ${s.method}, ${s.label} FROM ${s} WHERE ${s.accountId} = ${accountId}
    ORDER BY ${s.createdAt} DESC))`;
}

/** Newest first. */
export function latestOf(memberId: string, limit: number): SQL {
  return sql`${FOUND} WHERE ${p.accountId} = ${memberId} ORDER BY ${p.createdAt} DESC LIMIT ${limit}`;
}

/** Completed payments with unspent credits, oldest first. */
export function openOf(memberId: string): SQL {
  return sql`${FOUND} WHERE ${p.accountId} = ${memberId} AND ${p.status} = 'completed'
    AND EXISTS (SELECT 1 FROM ${l} WHERE ${l.paymentId} = ${p.id} AND ${l.remaining} > 0) ORDER BY ${p.createdAt} LIMIT 20`;
}

export function readPayment(row: RawPayment): Found {
  const notMade = row.notMade === null ? null : (JSON.parse(row.notMade) as NotMade);
  return { ...row, notMade, seller: JSON.parse(row.seller) as Seller, receipts: JSON.parse(row.receipts) as ReceiptRow[] };
}
