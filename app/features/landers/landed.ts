import { redirect } from "react-router";
import { countryName, regionNames } from "#app/features/members/places.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { edge } from "#worker/edge/edge.ts";
import { AppError } from "#worker/lib/errors.ts";
import type { Profile } from "#worker/members/members.contract.ts";

/** A member as their landing page shows them. */
export interface Landed {
  id: string;
  /** Null where the domain shows nobody to visitors: then the page says nothing of the member, not even that they exist. */
  profile: Profile | null;
  /** Region or country, where the town is not said. */
  area: string;
}

/** The member to whose page a visitor came. Who is logged in goes to the profile itself; an unknown member is the 404 page. */
export async function landedOn(id: string): Promise<Landed> {
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
