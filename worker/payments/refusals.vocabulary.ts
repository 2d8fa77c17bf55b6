import type { REFUND_REFUSALS } from "#db/schema/attributes.ts";

/** `failed`: the credits were spent, or the payment changed, before the refund took effect. */
export type RefundRefusal = (typeof REFUND_REFUSALS)[number] | "failed";
