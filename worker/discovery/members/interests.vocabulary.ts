import { INTIMATE, type Interest } from "#db/schema/interests.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

type Site = Pick<Settings, "intimate_interests" | "niche">;

const PAIRED: ReadonlySet<string> = new Set(INTIMATE);
/** Niches whose members sign up for it. */
const OPEN_NICHES = [3, 6];

export function isIntimate(interest: string): boolean {
  return PAIRED.has(interest);
}

/** Everybody sees and searches intimate interests. */
export function showsIntimate({ intimate_interests, niche }: Site): boolean {
  return (intimate_interests ?? (OPEN_NICHES.includes(niche) ? "open" : "pairs")) === "open";
}

/** Of some interests, those that lists, cards and the search may name: everyday ones first. */
export function listedInterests<I extends Interest>(interests: readonly I[], site: Site): I[] {
  const shown = showsIntimate(site) ? interests : interests.filter((one) => !isIntimate(one));
  return shown.toSorted((a, b) => Number(isIntimate(a)) - Number(isIntimate(b)));
}

/** Nobody is found by what only pairs see. */
export function isFindable(interests: readonly Interest[], site: Site): boolean {
  return showsIntimate(site) || !interests.some(isIntimate);
}
