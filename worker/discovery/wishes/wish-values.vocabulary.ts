import type { Attribute } from "#db/schema/attribute-table.ts";
import { typedNumber } from "#worker/platform/typed.ts";
import type { Wanted } from "./wishes.vocabulary.ts";

/** Fields of the form, as text. A deal-breaker is `field:code`. */
export const WISH_FIELDS = ["min_age", "max_age", "distance", "dealbreaker_1", "dealbreaker_2"] as const;
export const ANYWHERE = "any";

interface Said {
  min_age: number | null;
  max_age: number | null;
  distance: Wanted["distance"];
  dealbreakers: Partial<Record<Attribute, string>>;
}

type Values = Partial<Record<string, string>>;

/** Undefined where nothing was said. The contract or `wishProblems` checks it. */
export function wishesFrom(values: Values): Said | undefined {
  if (!WISH_FIELDS.some((name) => values[name])) return undefined;
  const { distance } = values;
  return {
    min_age: ageFrom(values.min_age),
    max_age: ageFrom(values.max_age),
    distance: (!distance || distance === ANYWHERE ? null : Number(distance)) as Said["distance"],
    dealbreakers: dealbreakersFrom([values.dealbreaker_1, values.dealbreaker_2]),
  };
}

function ageFrom(typed = ""): number | null {
  const age = typedNumber(typed);
  return age === "" ? null : Number(age);
}

function dealbreakersFrom(chosen: (string | undefined)[]): Said["dealbreakers"] {
  const pairs = chosen.flatMap((one) => (one ? [one.split(":")] : []));
  return Object.fromEntries(pairs.map(([field = "", code = ""]) => [field, code]));
}
