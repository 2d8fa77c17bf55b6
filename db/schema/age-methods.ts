/** Ways to prove that a member is an adult: decision 102. */
export const AGE_METHODS = ["eu", "oidc"] as const;
export type AgeMethod = (typeof AGE_METHODS)[number];
/** Where the answer comes from: this page's browser, an app on this device, or one on another device. */
export const AGE_WAYS = ["browser", "link", "qr", "provider"] as const;
export type AgeWay = (typeof AGE_WAYS)[number];
