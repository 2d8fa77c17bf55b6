import { cellOf } from "#db/cells.ts";
import type { LookingFor, ShownIn } from "#db/schema/attributes.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { createRecent } from "#worker/platform/recent.ts";
import { soughtBy } from "#worker/sites/domains/genders.vocabulary.ts";
import { placeNow } from "./place-now.ts";
import { kilometresAround } from "./towns.ts";

/** By what others choose whether this member suits them. */
export interface OwnFacts {
  gender: ShownIn;
  age: number;
  /** Km to each town that is 100 km away at most, by cell. Empty without an own town. */
  towns: Readonly<Record<string, number>>;
}

/** The farthest distance that a member can wish for, in km. */
const FARTHEST = 100;
const MOST_TOWNS = 200;

const around = createRecent<number, OwnFacts["towns"]>(MOST_TOWNS);

type Person = Parameters<typeof placeNow>[0] & { gender: ShownIn; birthDate: string };

export function ownFactsOf(profile: Person, now: number): OwnFacts {
  return { gender: profile.gender, age: ageOn(profile.birthDate, now), towns: townsOf(profile) };
}

/** Thousands of distances: worked out once for members of the same town. */
function townsOf(profile: Person): OwnFacts["towns"] {
  const place = placeNow(profile);
  const cell = cellOf(place);
  const known = around.get(cell);
  if (known) return known;
  const towns = Object.fromEntries(kilometresAround(place, { most: FARTHEST }));
  around.set(cell, towns);
  return towns;
}

/** Whom a profile looks for. */
export interface SeenBy {
  lookingFor: LookingFor;
  seenFrom: number | null;
  seenTo: number | null;
  seenWithin: number | null;
}

/** The same as `suits` in SQL, for rows that are read already. */
export function isSuited(row: SeenBy & Parameters<typeof placeNow>[0], { gender, age, towns }: OwnFacts): boolean {
  if (!soughtBy(gender).includes(row.lookingFor)) return false;
  if (row.seenFrom !== null && age < row.seenFrom) return false;
  if (row.seenTo !== null && age > row.seenTo) return false;
  const cell = cellOf(placeNow(row));
  return row.seenWithin === null || cell === 0 || (towns[cell] ?? Number.POSITIVE_INFINITY) <= row.seenWithin;
}
