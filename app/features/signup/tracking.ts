/** What a link may say of where somebody comes from (spec section 3). */
export const TRACKING = ["network", "ref", "sub1", "sub2", "sub3"] as const;
