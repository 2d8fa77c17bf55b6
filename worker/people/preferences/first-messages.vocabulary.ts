import type { FirstMessages } from "#db/schema/first-messages.ts";

export const FIRST_FROM = ["everybody", "liked", "nobody"] as const;
/** In characters, cleaned. */
export const FIRST_LENGTHS = [0, 40, 80, 140] as const;

/** Reading is not strict: a length that is no longer offered takes any. */
export function firstLength({ length }: FirstMessages): (typeof FIRST_LENGTHS)[number] {
  return FIRST_LENGTHS.find((one) => one === length) ?? 0;
}
