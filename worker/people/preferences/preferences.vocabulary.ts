import type { Paces, QuietHours, SpendLimits, Wishes } from "#db/schema/attributes.ts";
import type { FirstMessages } from "#db/schema/first-messages.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { SpendRule } from "./spending.vocabulary.ts";

/** `in_app` opens by itself on the site. */
export const CHANNELS = ["push", "mail", "in_app"] as const;
export type Channel = (typeof CHANNELS)[number];

/** `at_once` is the default. Daily and weekly news come together, early in the evening. */
export const PACES = ["at_once", "daily", "weekly"] as const;
export type Pace = (typeof PACES)[number];

type Switches = Partial<Record<string, Partial<Record<string, boolean>>>>;

export interface Preferences extends SpendRule {
  channels: Switches;
  paces: Paces;
  invisible: boolean;
  paused: boolean;
  showRead: boolean;
  showOnline: boolean;
  hideFromVisitors: boolean;
  showAnswers: boolean;
  /** Only members with a proof of their pose may call. */
  callsVerified: boolean;
  mailLogin: boolean;
  pushNames: boolean;
  quiet: QuietHours | null;
  wishes: Wishes;
  firstMessages: FirstMessages;
  /** The consent to say religion and diet stands. */
  beliefs: boolean;
}

const NO_LIMITS: SpendLimits = { day: null, week: null, month: null };
export const DEFAULTS: Preferences = {
  channels: {},
  paces: {},
  invisible: false,
  paused: false,
  showRead: true,
  showOnline: true,
  hideFromVisitors: false,
  showAnswers: true,
  callsVerified: false,
  mailLogin: true,
  pushNames: false,
  quiet: null,
  wishes: {},
  firstMessages: {},
  beliefs: false,
  spendLimits: NO_LIMITS,
  spendRaise: null,
};

/** In ms; no shorter than the online window. */
const AGO = 10 * 60 * 1000;

/** Keeps only the day for members who hide their activity, so that no search order reveals the time. */
export function activityOf(now: number, { showOnline }: Pick<Preferences, "showOnline">): number {
  return showOnline ? now : now - (now % DAY) - AGO;
}

/** ISO 8601: version of the text by which members agree to news by mail (`signup.consents.optional.news` in the locales). */
export const NEWS_CONSENT = "2026-11-29";
/** The same for the consent to say religion and diet (`signup.consents.optional.beliefs`). */
export const BELIEFS_CONSENT = "2026-11-29";
