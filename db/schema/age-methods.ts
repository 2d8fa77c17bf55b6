/** Ways to prove that a member is an adult: decision 102. */
export const AGE_METHODS = ["eu", "oidc", "person"] as const;
export type AgeMethod = (typeof AGE_METHODS)[number];
/** Methods of which a program takes the answer, within ten minutes. */
export const PROVER_METHODS = ["eu", "oidc"] as const;
export type ProverMethod = (typeof PROVER_METHODS)[number];
/** Where the answer comes from: this page's browser, an app on this device, or one on another device. */
export const AGE_WAYS = ["browser", "link", "qr", "provider"] as const;
export type AgeWay = (typeof AGE_WAYS)[number];

/** Why a person did not accept a pose and a document. `undecided`: nobody looked in time; only the cron says so. */
export const AGE_CHECK_REFUSALS = ["unreadable", "other_person", "other_gesture", "edited", "undecided"] as const;
/** `ended`: withdrawn, or the account's end. */
export const AGE_CHECK_STATUSES = ["waiting", "accepted", "refused", "under", "ended"] as const;
