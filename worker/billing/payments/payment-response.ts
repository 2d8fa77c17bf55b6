import type { Context } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import type { Payment } from "./payments.contract.ts";
import type { Found, PaymentRow } from "./payments.sql.ts";
import { isLong, UNDECIDED_FOR } from "./questions.vocabulary.ts";

/** A refund's money and credits; amounts in the currency's smallest unit. */
export interface Share {
  amount: number;
  credits: number;
}

/** Possible refunds by staff: the unused share, rounded up for the buyer, and the whole payment. */
export function sharesOf(payment: Found): { unused: Share | null; whole: Share | null } {
  const { status, remaining, credits, amount, refunding, refunded } = payment;
  const left = status === "completed" ? amount - refunding - refunded : 0;
  const unused = Math.min(Math.ceil((amount * remaining) / credits), left);
  return {
    unused: remaining > 0 && unused > 0 ? { amount: unused, credits: remaining } : null,
    whole: left > unused ? { amount: left, credits: remaining } : null,
  };
}

/** A sum that staff enter; with it go unspent credits in proportion, rounded down. Null for more than is left. */
export function shareOfSum(payment: Found, amount: number): Share | null {
  const { status, remaining, credits, amount: paid, refunding, refunded } = payment;
  const left = status === "completed" ? paid - refunding - refunded : 0;
  return amount > 0 && amount <= left ? { amount, credits: Math.min(remaining, Math.floor((credits * amount) / paid)) } : null;
}

/** For the buyer: the unused share; null outside of the refund period. */
export function refundableOf(payment: Found, now: number): Share | null {
  const { completedAt, refundDays } = payment;
  return completedAt === null || now >= completedAt + refundDays * DAY ? null : sharesOf(payment).unused;
}

export function openRedirectOf({ status, redirect }: PaymentRow): string | null {
  return status === "created" ? redirect : null;
}

export function discountOf({ discountCode, discountPercentage }: PaymentRow): Payment["discount"] {
  return discountCode === null ? null : { code: discountCode, value_percentage: percentOf(discountPercentage) };
}

const iso = (time: number) => new Date(time).toISOString();
export const percentOf = (tenths: number) => (tenths / 10).toFixed(1);

export function paymentOf({ now }: Pick<Context, "now">, row: Found): Payment {
  const rest = refundableOf(row, now);
  return {
    id: row.id,
    status: row.status,
    package: row.packageId,
    credits: row.credits,
    currency: row.currency,
    list_amount: row.listAmount,
    reduction: row.reduction,
    amount: row.amount,
    discount: discountOf(row),
    tax: { country: row.country, rate: percentOf(row.taxRate), amount: row.taxAmount },
    method: row.method as PaymentMethod,
    stored: row.storedMethodId !== null,
    created_at: iso(row.createdAt),
    completed_at: row.completedAt === null ? null : iso(row.completedAt),
    continue: openRedirectOf(row),
    // What the buyer pays is the amount: no provider of ours adds a fee.
    transaction_fee: 0,
    refund_days: row.refundDays,
    refundable: rest && { ...rest, until: iso((row.completedAt ?? 0) + row.refundDays * DAY) },
    refunding: row.refunding,
    refunded: row.refunded,
    refund_refused: row.notMade && { ...row.notMade, at: iso(row.notMade.at) },
    surplus: row.returned === "discount",
    returned: row.returned,
    undecided: row.status === "pending" && isLong(row.method, now - row.createdAt) ? iso(row.createdAt + UNDECIDED_FOR) : null,
    debt: row.debt,
    waits: row.waits === 1,
    receipts: row.receipts.map(({ number, kind, amount, taxAmount, createdAt }) => ({
      number,
      kind,
      amount,
      tax_amount: taxAmount,
      created_at: iso(createdAt),
    })),
    seller: row.seller,
    buyer: row.buyerName,
  };
}
