/** Nudity that a site allows in photos: none, some, or everything within the law. */
export const NUDITY = ["none", "partial", "explicit"] as const;
