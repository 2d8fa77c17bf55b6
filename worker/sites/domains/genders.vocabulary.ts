import { GENDERS, type Gender, LOOKING_FOR, type LookingFor } from "#db/schema/attributes.ts";
import type { Settings } from "./settings.vocabulary.ts";

type Site = Pick<Settings, "genders">;

/** The gender of a site that is for one; null elsewhere. Such a site asks for no gender. Decision 72. */
export function onlyGender({ genders }: Site): Gender | null {
  return genders.length === 1 ? (genders[0] ?? null) : null;
}

export function genderChoices(site: Site): { gender: readonly Gender[]; looking_for: readonly LookingFor[] } {
  const only = onlyGender(site);
  return only ? { gender: [only], looking_for: [only] } : { gender: ["female", "male"], looking_for: LOOKING_FOR };
}

/** A choice made elsewhere, or before, as the site reads it. */
export function soughtOn(site: Site, lookingFor: LookingFor): LookingFor {
  return onlyGender(site) ?? lookingFor;
}

export function shownGenders(site: Site, lookingFor: LookingFor): readonly Gender[] {
  const sought = soughtOn(site, lookingFor);
  return sought === "everyone" ? GENDERS : [sought];
}
