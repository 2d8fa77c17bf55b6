import type { LookingFor, ShownIn } from "#db/schema/attributes.ts";
import { type WishFilter, wishFilterOf } from "#worker/discovery/wishes/wish-filter.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { homeCountry } from "#worker/sites/domains/defaults.vocabulary.ts";
import { shownGenders, soughtBy } from "#worker/sites/domains/genders.vocabulary.ts";
import { placeNow } from "./place-now.ts";
import { type OwnFacts, ownFactsOf } from "./two-way.ts";

export interface CandidateFilter {
  id: string;
  pool: string;
  genders: readonly ShownIn[];
  lookingFor: readonly LookingFor[];
  /** Candidates from this country come first. */
  country: string;
  fictional: boolean;
  wishes: WishFilter;
  own: OwnFacts;
}

export function candidateFilterOf(ctx: MemberContext): CandidateFilter {
  const { id, profile } = ctx.viewer;
  const { gender, lookingFor } = profile;
  const { pool, settings } = ctx.domain;
  return {
    id,
    pool,
    genders: shownGenders(settings, lookingFor),
    lookingFor: soughtBy(gender),
    country: homeCountry(placeNow(profile).country, settings),
    fictional: settings.fictional_profiles,
    wishes: wishFilterOf(ctx),
    own: ownFactsOf(profile, ctx.now),
  };
}
