/** Points of a part, and how often it counts at most. The trigger `signals_score` has the same numbers. */
export const PARTS = {
  openers: { points: 4, most: 5 },
  blocks: { points: 3, most: 10 },
  money: { points: 4, most: 10 },
  contacts: { points: 1, most: 10 },
  prints: { points: 20, most: 1 },
} as const;
export type SignalPart = keyof typeof PARTS;
export type Signals = Partial<Record<SignalPart, number>>;
export const PART_NAMES = ["openers", "blocks", "money", "contacts", "prints"] as const satisfies readonly SignalPart[];

/** A report about children or crime has 100: no score reaches it. */
export const MOST_SCORE = 99;
/** From this score the limits of first messages are stricter. */
export const SLOW_FROM = 30;
export const SLOWED = { starts: 5, sameOpeners: 3 };
/** Nearly equal first messages to this many members before the next one counts. */
export const SAME_FREE = 3;

/** "contact": a number, a link, an address or another messenger. */
export const CAUTIONS = ["money", "contact"] as const;
export type Caution = (typeof CAUTIONS)[number];

export function isSlowed({ caution }: { caution?: number }): boolean {
  return (caution ?? 0) >= SLOW_FROM;
}

export function pointsOf(part: SignalPart, count: number): number {
  return PARTS[part].points * Math.min(count, PARTS[part].most);
}
