import { DAY } from "#worker/platform/durations.ts";

/** In ms since the order: a provider that knows no sale of it by then is not asked any more. */
export const POLLED_FOR = 30 * DAY;
export const UNDECIDED_FOR = 30 * DAY;
/** In ms since the order: questions end although the provider never decided, or cannot be asked. The audit has named it since. */
export const GIVEN_UP_AFTER = 90 * DAY;
/** In ms since the order: buyer and staff are told that it takes long. A bank may take two weeks for a debit. */
export const LONG = { debit: 14 * DAY, other: DAY };
export const isLong = (method: string, age: number) => age >= (method === "directdebit" ? LONG.debit : LONG.other);
