/** Notification types whose mails a member may switch off, in display order. */
export const OPTIONAL = ["message", "match", "like", "search", "photo", "gift", "offers"] as const;
export type OptionalType = (typeof OPTIONAL)[number];

/** Reasons for which mails are switched off. */
export const REASONS = ["fbl", "bounce", "listunsubscribe"] as const;
export type Reason = (typeof REASONS)[number];
