/** `candidate`: one of several photos of a profile that the notice names. A person decides about it and what is `near`. */
export const NOTICED_AS = ["named", "exact", "near", "candidate"] as const;
export const NOTICED_STATES = ["hidden", "shown", "removed", "restored"] as const;
/** Whether a notice hides by itself: `limit` and `refused` say why not. */
export const NOTICE_HIDING = ["hides", "limit", "refused"] as const;
