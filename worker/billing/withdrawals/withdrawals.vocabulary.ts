import { DAY } from "#worker/platform/durations.ts";

/** Characters. */
export const WITHDRAWAL_NAME = { min: 1, max: 100 };
export const WITHDRAWAL_CONTRACT = { min: 1, max: 254 };

/** Purchases in one statement. */
export const WITHDRAWN_AT_ONCE = 100;
/** Days back in which a purchase is listed, also where it is too late for it. Within its period it is listed at any age. */
export const LISTED_DAYS = 60;
/** In ms: the link in the mail to the account's address. Staff pay back without it. */
export const LINK_LIFETIME = 30 * DAY;

/** One sum a currency. */
export function totalOf(orders: { amount: number; currency: string }[]): { amount: number; currency: string }[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of orders) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
