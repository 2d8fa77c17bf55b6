import { ATTRIBUTES, type Attribute, BY_CONSENT } from "#db/schema/attribute-table.ts";
import type { Wishes } from "#db/schema/attributes.ts";
import { OLDEST, searchFields, YOUNGEST } from "#worker/discovery/members/search.vocabulary.ts";
import { ageOn } from "#worker/platform/dates.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** In km. */
export const WISH_DISTANCES = [25, 50, 100] as const;
type WishDistance = (typeof WISH_DISTANCES)[number];
/** Years below and above the own age. */
const AGE_SPREAD = 7;
export const MOST_DEALBREAKERS = 2;

type Site = Pick<Settings, "min_age" | "search_fields">;

/** As the site reads them. */
export interface Wanted {
  ages: [from: number, to: number];
  distance: WishDistance | null;
  dealbreakers: Partial<Record<Attribute, string>>;
}

export function youngestOn({ min_age }: Pick<Site, "min_age">): number {
  return Math.max(YOUNGEST, min_age);
}

/** `now` in ms. */
export function defaultAges(birthDate: string, site: Pick<Site, "min_age">, now: number): Wanted["ages"] {
  const age = ageOn(birthDate, now);
  const youngest = youngestOn(site);
  const [from, to] = [age - AGE_SPREAD, age + AGE_SPREAD].map((one) => Math.min(OLDEST, Math.max(youngest, one)));
  return [from ?? youngest, to ?? OLDEST];
}

/** Attributes by which the site lets a member choose; a visitor has no say in those that only members see. */
export function dealbreakerFields(site: Pick<Site, "search_fields">, viewer: unknown): Attribute[] {
  return searchFields(site, viewer).filter((field) => field in ATTRIBUTES) as Attribute[];
}

/** Religion and diet need the consent to them: whom somebody leaves out by a belief can tell the own one. Decision 137. */
export function allowedDealbreakers(site: Pick<Site, "search_fields">, viewer: { preferences: { beliefs: boolean } } | null) {
  return dealbreakerFields(site, viewer).filter((field) => viewer?.preferences.beliefs || !BY_CONSENT.includes(field));
}

/** Reading is not strict: another site of the pool may offer other fields. Decision 72. */
export function wishesOn(stored: Wishes, birthDate: string, site: Site, now: number): Wanted {
  const offered = dealbreakerFields(site, true);
  const known = Object.entries(stored.dealbreakers ?? {}).filter(
    ([field, code]) => offered.some((one) => one === field) && isCode(field as Attribute, code),
  );
  return {
    ages: stored.ages ?? defaultAges(birthDate, site, now),
    distance: WISH_DISTANCES.find((one) => one === stored.distance) ?? null,
    dealbreakers: Object.fromEntries(known.slice(0, MOST_DEALBREAKERS)),
  };
}

export function isCode(attribute: Attribute, code: string | undefined): boolean {
  return (ATTRIBUTES[attribute].codes as readonly string[]).some((one) => one === code);
}
