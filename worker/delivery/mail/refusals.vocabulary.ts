import { REFUND_REFUSALS, type ReturnCause } from "#db/schema/attributes.ts";

/**
 * `failed`: the credits were spent, or the payment changed, before the refund took effect. `provider`: the payment provider
 * refused it, or the operator could not pay it by hand.
 */
export const WHY_NO_REFUND = [...REFUND_REFUSALS, "failed", "provider"] as const;
export type RefundRefusal = (typeof WHY_NO_REFUND)[number];
export type { WithdrawalOutcome, WithdrawalRefusal } from "#db/schema/attributes.ts";
export type { ReturnCause };
