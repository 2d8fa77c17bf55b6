import type { Gender, LookingFor } from "#db/schema/attributes.ts";
import type { MemberContext } from "#worker/context.ts";
import { homeCountry } from "#worker/domains/defaults.vocabulary.ts";
import { gendersOf } from "./search.ts";

export interface Seeker {
  id: string;
  pool: string;
  /** Genders of candidates. */
  wanted: readonly Gender[];
  /** What a candidate looks for to fit the seeker. */
  fitting: readonly LookingFor[];
  /** Candidates from this country come first. */
  country: string;
  fictional: boolean;
}

export function seekerOf({ viewer, domain }: MemberContext): Seeker {
  const { id, profile } = viewer;
  const { gender, lookingFor } = profile;
  const { pool, settings } = domain;
  return {
    id,
    pool,
    wanted: gendersOf(lookingFor),
    fitting: [gender, "everyone"],
    country: homeCountry(profile.country, settings),
    fictional: settings.fictional_profiles,
  };
}
