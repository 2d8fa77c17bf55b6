import { HOUR } from "#worker/platform/durations.ts";

/** An account is offered one of them, by the choice of its sign-up (decision 89). */
export const BUILT_IN_KINDS = ["time_bonus", "welcome"] as const;
export type BuiltInKind = (typeof BUILT_IN_KINDS)[number];

export const TIME_BONUS_CODE = "TIMEBONUS25";
export const WELCOME_CODE = "WELCOME25";
export const CODE_OF = { time_bonus: TIME_BONUS_CODE, welcome: WELCOME_CODE } as const satisfies Record<BuiltInKind, string>;
/** All are for the first purchase: one order holds one of them. */
export const BUILT_IN = Object.values(CODE_OF);

/** In tenths of a percent. */
export const BUILT_IN_PERCENTAGE = 250;

/** In ms. */
export const TIME_BONUS_WINDOW = 14_400_000;

interface Offering {
  time_bonus: boolean;
  welcome_discount_hours: number;
}

/** How long a domain runs each offer for one member, in hours; 0 where it does not. */
export const OFFER_HOURS: Record<BuiltInKind, (settings: Offering) => number> = {
  time_bonus: ({ time_bonus }) => (time_bonus ? TIME_BONUS_WINDOW / HOUR : 0),
  welcome: ({ welcome_discount_hours }) => welcome_discount_hours,
};

/** The setting that runs each offer. */
const SETTING: Record<BuiltInKind, keyof Offering> = { time_bonus: "time_bonus", welcome: "welcome_discount_hours" };

export type OfferSettings = Offering & { delete_discount: number };

/** Of `delete_discount`: one member may have an equal offer at the same time. Its end would then change no price. */
export function offerProblem(settings: OfferSettings): string | null {
  const equal = BUILT_IN_KINDS.find((kind) => OFFER_HOURS[kind](settings) > 0);
  if (!equal || settings.delete_discount * 10 !== BUILT_IN_PERCENTAGE) return null;
  return `takes as much off as ${SETTING[equal]}, which the same member may have at the same time: choose another percentage`;
}
