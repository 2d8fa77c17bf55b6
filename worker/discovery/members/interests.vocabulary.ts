import { INTIMATE, type Interest } from "#db/schema/interests.ts";
import { showsIntimate } from "#worker/sites/domains/intimate.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

type Site = Pick<Settings, "intimate_interests" | "niche">;

const PAIRED: ReadonlySet<string> = new Set(INTIMATE);
export function isIntimate(interest: string): boolean {
  return PAIRED.has(interest);
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
