/** Reasons for which mails are switched off. */
export const REASONS = ["fbl", "bounce", "listunsubscribe"] as const;
export type Reason = (typeof REASONS)[number];

/** The template of a mail about several kinds. */
export const DIGEST = "digest" as const;
