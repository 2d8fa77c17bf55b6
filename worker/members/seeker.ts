import type { Gender } from "#db/schema/attributes.ts";
import type { MemberContext } from "../context.ts";
import { homeCountry } from "../edge/country.ts";

/** The member that the swipe game and the match finder look for others for. */
export interface Seeker {
  id: string;
  pool: string;
  gender: Gender;
  lookingFor: Gender;
  /** Members who live here come first. */
  country: string;
  /** Whether fictional profiles are among the candidates. */
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
