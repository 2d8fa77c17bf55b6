/** What photos of a site may show: no nudity, some, or everything that the law allows. */
export const NUDITY = ["none", "partial", "explicit"] as const;
