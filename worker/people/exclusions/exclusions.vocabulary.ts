/** Months of a self-exclusion, as the form names them. */
export const TERMS = { "1": 1, "6": 6, "12": 12, "60": 60 } as const;
export type Term = keyof typeof TERMS;
export const TERM_NAMES = ["1", "6", "12", "60"] as const satisfies readonly Term[];

/** End in ms of the exclusions of a ban: 31 December 9999. */
export const BANNED_UNTIL = 253_402_214_400_000;

export const PAUSE_DAYS = 7;

export function isTerm(text: string | undefined): text is Term {
  return TERM_NAMES.some((name) => name === text);
}

/** In ms. The last day of a shorter month. */
export function monthsLater(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // 31 January + 1 month overflows into March.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
