import {
  GENDERS,
  type Gender,
  type IDENTITIES,
  type Identity,
  LOOKING_FOR,
  type LookingFor,
  type ShownIn,
} from "#db/schema/attributes.ts";
import type { Settings } from "./settings.vocabulary.ts";

/** Choice of a form beside woman and man. */
export const MORE = "more";

type Site = Pick<Settings, "genders">;

/** The gender of a site that is for one; null elsewhere. Such a site asks for no gender. Decision 72. */
export function onlyGender({ genders }: Site): Gender | null {
  return genders.length === 1 ? (genders[0] ?? null) : null;
}

export function genderChoices(site: Site): { gender: readonly Gender[]; looking_for: readonly LookingFor[] } {
  const only = onlyGender(site);
  return only ? { gender: [only], looking_for: [only] } : { gender: ["female", "male"], looking_for: LOOKING_FOR };
}

/** What a member can say beyond woman and man. A site for one gender asks for none. */
export function moreGenders(site: Pick<Settings, "genders" | "more_genders">): readonly Identity["code"][] {
  return onlyGender(site) ? [] : site.more_genders;
}

/** A choice made elsewhere, or before, as the site reads it. */
export function soughtOn(site: Site, lookingFor: LookingFor): LookingFor {
  return onlyGender(site) ?? lookingFor;
}

/** Those of both searches come last: statements merge few ranges, and theirs is the smallest. */
export function shownGenders(site: Site, lookingFor: LookingFor): readonly ShownIn[] {
  const sought = soughtOn(site, lookingFor);
  return sought === "everyone" ? [...GENDERS, "both"] : [sought, "both"];
}

/** Whom somebody looks for who looks for a member shown there. */
export function soughtBy(gender: ShownIn): readonly LookingFor[] {
  return gender === "both" ? LOOKING_FOR : [gender, "everyone"];
}

/** Visitors see nobody of both searches: side by side, two searches would tell them who says an identity. */
export function shownToVisitors(site: Site, lookingFor: LookingFor): readonly ShownIn[] {
  return shownGenders(site, lookingFor).filter((gender) => gender !== "both");
}

export function isShownToVisitors(site: Site, gender: ShownIn): boolean {
  return gender !== "both" && site.genders.includes(gender);
}

/** What an identity reads as. Own words that wait for a person read as nothing. */
export function readIdentity({ code, words = "", waits }: Pick<Identity, "code" | "words" | "waits">): {
  identity: (typeof IDENTITIES)[number] | null;
  identity_words: string | null;
} {
  if (code !== "own") return { identity: code, identity_words: null };
  return { identity: null, identity_words: waits || words === "" ? null : words };
}

/** Null where other members read none. */
export function shownIdentity(identity: Identity | null): ReturnType<typeof readIdentity> | null {
  return identity?.shown ? readIdentity(identity) : null;
}

/**
 * For clients that know two genders. Of members in both searches, it is the one that the reader looks for. `identity` is
 * what the reader sees: one that is hidden changes nothing here.
 */
export function plainGender(
  { gender, identity }: { gender: ShownIn; identity: (typeof IDENTITIES)[number] | null },
  sought: LookingFor,
): Gender {
  if (gender !== "both") return gender;
  if (identity === "trans_woman") return "female";
  return identity === "trans_man" || sought === "male" ? "male" : "female";
}
