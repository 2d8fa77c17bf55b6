import { DAY } from "#worker/platform/durations.ts";

/** In ms since the order: polling ends if the provider knows no sale by then. */
export const POLLED_FOR = 30 * DAY;
export const UNDECIDED_FOR = 30 * DAY;
/** In ms since the order: polling ends without a decision of the provider. The audit lists the order by then. */
export const GIVEN_UP_AFTER = 90 * DAY;
/** In ms since the order: buyer and staff see that it takes long. A bank may take two weeks for a debit. */
export const LONG = { debit: 14 * DAY, other: DAY };
export const isLong = (method: string, age: number) => age >= (method === "directdebit" ? LONG.debit : LONG.other);
