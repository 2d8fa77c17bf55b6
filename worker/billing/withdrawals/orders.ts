import type { WithdrawnOrder } from "#db/schema/withdrawals.ts";
import type { GiveBack } from "#worker/billing/payments/give-back.ts";
import { refundableOf } from "#worker/billing/payments/payment-response.ts";
import type { Found } from "#worker/billing/payments/payments.sql.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { WithdrawableOrder } from "./withdrawals.contract.ts";
import type { WithdrawalRow, WithdrawalsStore } from "./withdrawals.store.ts";

/** A purchase for which the withdrawal is stated at `at` (ms). */
export function orderOf(payment: Found, at: number): WithdrawableOrder {
  const { id, credits, amount, currency, refundDays, refunded, refunding } = payment;
  const completedAt = payment.completedAt ?? payment.createdAt;
  const until = completedAt + refundDays * DAY;
  const rest = refundableOf(payment, at);
  const none = refunded + refunding > 0 ? "paid" : at >= until ? "late" : "used";
  return {
    ...{ payment: id, credits, paid: amount, amount: rest?.amount ?? 0, currency },
    outcome: rest ? "open" : none,
    completed_at: new Date(completedAt).toISOString(),
    until: new Date(until).toISOString(),
  };
}

/** The chosen purchases as they are. @throws not_found, price_changed (of another amount than was shown) */
export function withdrawnOf(found: Found[], chosen: { payment: string; amount: number }[], at: number): WithdrawnOrder[] {
  return chosen.map(({ payment, amount: shown }) => {
    const one = found.find(({ id }) => id === payment);
    if (!one) throw new AppError("not_found");
    const { amount, currency, outcome } = orderOf(one, at);
    if (amount !== shown) throw new AppError("price_changed");
    return { payment, amount, currency, outcome };
  });
}

export const openPart = (orders: WithdrawnOrder[]) => orders.filter(({ outcome }) => outcome === "open");

/** Ends statements whose purchases have been given back meanwhile. Of what was used since, staff tell the member. Idempotent. */
export async function endMet(store: Pick<WithdrawalsStore, "orders" | "change">, rows: WithdrawalRow[], now: number) {
  for (const { id, accountId, domainId, createdAt, orders } of rows) {
    if (accountId === null || openPart(orders).length === 0) continue;
    const found = await store.orders(accountId, domainId, createdAt);
    const isPaid = (id: string) => found.some((one) => one.id === id && orderOf(one, createdAt).outcome === "paid");
    const after = orders.map((order) =>
      order.outcome === "open" && isPaid(order.payment) ? { ...order, outcome: "paid" as const } : order,
    );
    if (openPart(after).length === 0) await store.change(id, { orders: after, status: "settled", closedAt: now }, null);
  }
}

interface Settling {
  /** Of the statement. */
  orders: WithdrawnOrder[];
  chosen: WithdrawnOrder[];
  stated: number;
  now: number;
}

/** Pays the chosen purchases back. `settled`: each purchase of the statement has its outcome. */
export async function settleOrders(giveBack: GiveBack, found: Found[], { orders, chosen, stated, now }: Settling) {
  const outcomes = new Map<string, WithdrawnOrder["outcome"]>();
  for (const { payment } of chosen) {
    const one = found.find(({ id }) => id === payment);
    if (!one) continue;
    try {
      await giveBack(one, null, { now, stated });
      outcomes.set(payment, "paid");
    } catch (error) {
      if (!(error instanceof AppError && error.code === "not_refundable")) throw error;
      // Spent or given back meanwhile; otherwise the provider is gone, and a person decides.
      const { outcome } = orderOf(one, stated);
      if (outcome !== "open") outcomes.set(payment, outcome);
    }
  }
  const after = orders.map((order) => ({ ...order, outcome: outcomes.get(order.payment) ?? order.outcome }));
  return { orders: after, settled: openPart(after).length === 0 };
}
