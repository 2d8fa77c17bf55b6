import type { FigureName } from "#worker/backoffice/figures/figures.vocabulary.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A day of the figures, e.g. "29 Nov 2026". */
export const dayWords = (day: string) => DAY.format(new Date(day));

/** Texts of the operator's figures, in English only: docs/decisions/0054. */
export const FIGURE_WORDS = {
  site: "Site",
  all: "All sites",
  from: "From",
  to: "To",
  show: "Show",
  download: "Download as CSV",
  period: (from: string, to: string) => `${dayWords(from)} to ${dayWords(to)}, days in UTC.`,
  members: "Members",
  activity: "What they did",
  conversion: "Conversion",
  money: (currency: string) => `Orders in ${currency}, tax included`,
  work: "Response times of the queues",
  noWork: "Staff decided nothing in these days.",
  noMoney: "Nobody ordered anything in these days.",
  day: "Day",
  sum: "In all",
  scroll: (title: string) => `${title}: table by day`,
  chart: (name: string, most: string, day: string) => `${name} by day; most: ${most} on ${dayWords(day)}`,
  most: (most: string, day: string) => `most: ${most} on ${dayWords(day)}`,
  mean: (count: string) => `${count} a day`,
  none: "none",
  change: "Change",
  compared: (now: string, before: string) =>
    `Change: ${now} against ${before}, the last complete days and the same days a week before.`,
  noChange: "no change",
  fewToCompare: "too few to compare",
  points: (difference: string) => `${difference} points`,
  apart: "no day had both",
  names: {
    signups: "Sign-ups",
    members: "New members",
    active: "Active members",
    buyers: "First orders paid",
    messages: "Messages",
    likes: "Likes",
    matches: "Matches",
    desk_messages: "Messages to fictional profiles",
    calls: "Calls",
    missed_calls: "Calls that nobody took",
    call_minutes: "Minutes of calls",
    call_reports: "Reports of calls",
    ordered: "Orders begun",
    orders: "Orders paid",
    revenue: "Revenue",
    refunds: "Refunds",
    refunded: "Refunded",
    chargebacks: "Chargebacks",
    charged_back: "Charged back",
    decided: "Decided",
    late: "Too late",
    waited: "Waited",
    age_begun: "Proofs of age begun",
    age_done: "Proofs of age done",
    age_failed: "Proofs of age failed",
    age_left: "Proofs of age left",
    age_refused: "Visitors who met the proof of age",
  } satisfies Record<FigureName, string>,
  shares: {
    confirmed: "New members of sign-ups",
    buying: "First orders of new members",
    paid: "Paid of orders begun",
  },
  average: "Hours to a decision",
  /** `part`: method and country. */
  ageProofs: (part: string) =>
    `Proofs of age: ${part.replace("eu ", "EU proof, ").replace("oidc ", "age check, ").replace("person ", "document shown to staff, ")}`,
} as const;
