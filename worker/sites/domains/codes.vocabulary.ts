export const TIME_BONUS_CODE = "TIMEBONUS25";
export const WELCOME_CODE = "WELCOME25";
/** The one that ends sooner comes first. Both are for the first purchase: one order holds either. */
export const BUILT_IN = [TIME_BONUS_CODE, WELCOME_CODE] as const;
