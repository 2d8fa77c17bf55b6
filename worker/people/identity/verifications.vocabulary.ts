import type { VERIFICATION_REFUSALS } from "#db/schema/attributes.ts";
import { DAY } from "#worker/platform/durations.ts";

export type ProofRefusal = (typeof VERIFICATION_REFUSALS)[number];

/** Time to object after a decision: then the photo of the proof is erased. */
export const PROOF_DAYS = 14;

/** In ms. */
export const PROOF_RETENTION = PROOF_DAYS * DAY;
