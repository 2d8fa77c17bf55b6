import type { Place } from "#worker/delivery/media/photo-access.ts";

/** A domain that asks nobody for a proof of age, or as its rules say. */
export function placeOn(
  id: string,
  age_proof: Place["domain"]["settings"]["age_proof"] = {},
  features: Place["domain"]["features"] = { voice: true, staff: true },
): Place {
  const settings = { age_proof, age_proof_days: {}, age_oidc: null };
  return { domain: { id, settings, features }, country: "NL", region: null };
}
