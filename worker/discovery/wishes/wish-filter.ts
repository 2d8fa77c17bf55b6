import { cellOf } from "#db/cells.ts";
import type { Attribute } from "#db/schema/attribute-table.ts";
import type { Wishes } from "#db/schema/attributes.ts";
import type { Filter } from "#worker/discovery/members/members.contract.ts";
import { placeNow } from "#worker/discovery/members/place-now.ts";
import { OLDEST, YOUNGEST, yearsBefore } from "#worker/discovery/members/search.vocabulary.ts";
import { cellsAround } from "#worker/discovery/members/towns.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { type Wanted, wishesOn } from "./wishes.vocabulary.ts";

/** Null means no limit. */
export interface WishFilter {
  /** ISO date of birth, exclusive. */
  bornAfter: string | null;
  /** Inclusive. */
  bornUntil: string | null;
  /** Towns within the distance. */
  within: readonly number[] | null;
  traits: Partial<Record<Attribute, string>>;
}

/** Whose wishes: the part of a context that they need. */
export interface Wishing {
  now: number;
  viewer: { profile: Parameters<typeof placeNow>[0] & { birthDate: string }; preferences: { wishes: Wishes } };
  domain: Pick<Domain, "features"> & { settings: Parameters<typeof wishesOn>[2] };
}

export function wantedBy({ viewer, domain, now }: Wishing): Wanted {
  return wishesOn(viewer.preferences.wishes, viewer.profile.birthDate, domain.settings, now);
}

/** A distance counts once the own town is said. */
export function hasTown({ viewer, domain }: Pick<Wishing, "viewer" | "domain">): boolean {
  return domain.features.distance && cellOf(placeNow(viewer.profile)) !== 0;
}

export function wishFilterOf(ctx: Wishing, { ages: [from, to], distance, dealbreakers }: Wanted = wantedBy(ctx)): WishFilter {
  const today = new Date(ctx.now).toISOString().slice(0, 10);
  return {
    // Compares as text: the birthday need not exist (29 February).
    bornAfter: to < OLDEST ? yearsBefore(today, to + 1) : null,
    bornUntil: from > YOUNGEST ? yearsBefore(today, from) : null,
    within: distance !== null && hasTown(ctx) ? cellsAround(placeNow(ctx.viewer.profile), { most: distance }) : null,
    traits: dealbreakers,
  };
}

type Row = Parameters<typeof placeNow>[0] & { birthDate: string } & Partial<Record<Attribute, string | null>>;

/** The same as `wished` in SQL, for rows that are read already. */
export function isWished(row: Row, { bornAfter, bornUntil, within, traits }: WishFilter): boolean {
  if (bornAfter !== null && row.birthDate <= bornAfter) return false;
  if (bornUntil !== null && row.birthDate > bornUntil) return false;
  if (within !== null && !within.includes(cellOf(placeNow(row)))) return false;
  return Object.entries(traits).every(([attribute, wanted]) => row[attribute as Attribute] === wanted);
}

/** A search decides what it names; the wishes decide the rest. */
export function withWishes(filter: Filter, ctx: Wishing): Filter {
  const { ages, distance, dealbreakers } = wantedBy(ctx);
  const isOfAge = filter.min_age !== undefined || filter.max_age !== undefined;
  return {
    ...(dealbreakers as Filter),
    ...(!isOfAge && { min_age: ages[0], max_age: ages[1] }),
    ...(distance !== null && hasTown(ctx) && { distance: `${distance}` as const }),
    ...filter,
  };
}
