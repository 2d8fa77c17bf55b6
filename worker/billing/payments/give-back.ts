import { violationOf } from "#worker/platform/constraint.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import type { Settlement } from "./completion.ts";
import { refundableOf } from "./payment-response.ts";
import type { Found } from "./payments.sql.ts";
import type { PaymentsStore } from "./payments.store.ts";
import type { Providers } from "./providers/index.ts";

interface Deps {
  store: Pick<PaymentsStore, "requestRefund">;
  begunWith: Providers["begunWith"];
  refund: Settlement["refund"];
}

export type GiveBack = ReturnType<typeof createGiveBack>;

/** Pays the unused share back. `stated` (ms): the withdrawal was stated then; a null `amount` takes today's share. */
export function createGiveBack({ store, begunWith, refund }: Deps) {
  /** @throws not_refundable, price_changed */
  return async (
    payment: Found,
    amount: number | null,
    { now, stated = now }: { now: number; stated?: number },
  ): Promise<void> => {
    const rest = refundableOf(payment, stated);
    if (!rest || !begunWith(payment)) throw new AppError("not_refundable");
    if (amount !== null && rest.amount !== amount) throw new AppError("price_changed");
    const { id: paymentId, accountId } = payment;
    const row = { id: newId(), paymentId, accountId, ...rest, createdAt: now, updatedAt: now };
    try {
      if (!(await store.requestRefund({ ...row, status: "requested" }))) throw new AppError("not_refundable");
    } catch (error) {
      // Spent or given back in the meantime.
      if (violationOf(error)) throw new AppError("not_refundable");
      throw error;
    }
    await refund({ now }, { id: row.id, paymentId, amount: rest.amount });
  };
}
