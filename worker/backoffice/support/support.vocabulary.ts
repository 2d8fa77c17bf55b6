/** What two accounts may share. */
export const TIE_KINDS = ["bank", "photo", "device", "network"] as const;

/** Accounts of each kind; one more tells that there are others. */
export const TIES = 20;
