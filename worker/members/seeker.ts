import type { Gender } from "#db/schema/attributes.ts";
import type { MemberContext } from "#worker/context.ts";
import { homeCountry } from "#worker/domains/defaults.vocabulary.ts";

export interface Seeker {
  id: string;
  pool: string;
  gender: Gender;
  lookingFor: Gender;
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
    gender,
    lookingFor,
    country: homeCountry(profile.country, settings),
    fictional: settings.fictional_profiles,
  };
}
