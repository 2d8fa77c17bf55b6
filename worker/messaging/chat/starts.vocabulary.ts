import type { DecisionReason } from "#db/schema/attributes.ts";

/** New conversations within 24 hours, before what follows from the member's standing: decision 149. */
export const STARTS_FREE = 20;
export const STARTS_PAID = 40;

/** How many more a day each fact gives. */
export const START_GROWTH = {
  /** Shows a photo that was approved. */
  photo: 5,
  /** The photo is proven by a pose. */
  verified: 10,
  /** The age is proven. */
  adult: 5,
  /** Signed up `MEMBER_DAYS` ago. */
  member: 5,
} as const;
export type StartFact = keyof typeof START_GROWTH;
export const START_FACTS = Object.keys(START_GROWTH) as [StartFact, ...StartFact[]];
/** In days. */
export const MEMBER_DAYS = 30;

/** The number is halved once for each of these points, four times at most. */
export const UPHELD_POINTS: Readonly<Record<DecisionReason, number>> = {
  contact_details: 1,
  fake: 1,
  harassment: 2,
  illegal: 2,
  minor: 2,
  scam: 2,
};
const MOST_HALVINGS = 4;

export interface Upheld {
  /** In ms. */
  at: number;
  reason: DecisionReason;
}

export interface StartStanding extends Readonly<Record<StartFact, boolean>> {
  /** The address is confirmed. */
  confirmed: boolean;
  /** Has paid once. */
  paid: boolean;
  /** Decisions on reports about the member that stand, of the last `UPHELD_DAYS`. */
  upheld: readonly Upheld[];
  /** Signs of mass messages. */
  slowed: boolean;
}

/** The most that the rule gives: so many starts are read. */
export const MOST_STARTS = STARTS_PAID + Object.values(START_GROWTH).reduce((sum, more) => sum + more, 0);

/** Facts that count now. A proof by a pose is one of the photo. */
export function grownBy(standing: StartStanding): StartFact[] {
  return START_FACTS.filter((fact) => standing[fact] && (fact !== "verified" || standing.photo));
}

/** New conversations that a member may begin within 24 hours. `slowest` is the limit of those who are slowed. */
export function startsPerDay(standing: StartStanding, slowest: number): number {
  if (!standing.confirmed) return 0;
  const whole = grownBy(standing).reduce((sum, fact) => sum + START_GROWTH[fact], standing.paid ? STARTS_PAID : STARTS_FREE);
  const halvings = standing.upheld.reduce((sum, { reason }) => sum + UPHELD_POINTS[reason], 0);
  const most = Math.floor(whole / 2 ** Math.min(halvings, MOST_HALVINGS));
  return Math.max(1, standing.slowed ? Math.min(most, slowest) : most);
}

/** In ms: when the next one may begin; null where one may begin now. `begun` are times of the last 24 hours, newest first. */
export function nextStart(begun: readonly number[], most: number, day: number): number | null {
  const first = most > 0 ? begun[most - 1] : undefined;
  return first === undefined ? null : first + day;
}
