import { redirect } from "react-router";
import { regionNames } from "#app/features/discovery/members/places.ts";
import { countryName } from "#app/request/country-name.ts";
import { orThrow } from "#app/request/or-throw.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

export interface MemberLanding {
  id: string;
  /** Null when the domain hides members from visitors: the page must not reveal that the member exists. */
  profile: Profile | null;
  /** Region or country, used when the town is hidden. */
  area: string;
}

/** The loader of a member's landing pages. A logged-in user is redirected to the profile; an unknown id is a 404. */
export async function loadMemberLanding({ params: { id } }: { params: { id: string } }): Promise<MemberLanding> {
  const { backend, user, source } = edge();
  if (await user()) throw redirect(`/members/${encodeURIComponent(id)}`);
  try {
    const { profile } = await backend.member({ id, network: source.network, sig: source.sig });
    const regionName = await regionNames([profile]);
    return { id, profile, area: regionName(profile) ?? countryName(profile.country) };
  } catch (error) {
    if (error instanceof AppError && error.code === "authentication_required") return { id, profile: null, area: "" };
    return orThrow(Promise.reject(error));
  }
}
