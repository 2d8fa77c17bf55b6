/** Reasons for which mails are switched off. */
export const REASONS = ["fbl", "bounce", "listunsubscribe"] as const;
export type Reason = (typeof REASONS)[number];

/** The template of a mail about several kinds. */
export const DIGEST = "digest" as const;
/** A header of digests: the kinds that it tells, which its delivery asks again. */
export const TOLD_KINDS = "X-Kinds";
