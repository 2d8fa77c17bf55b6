import { tripText } from "#app/features/discovery/trips/trip-text.ts";
import { countryName } from "#app/request/country-name.ts";
import { unbroken } from "#app/ui/no-break.tsx";
import { ATTRIBUTE_NAMES, ATTRIBUTES } from "#db/schema/attribute-table.ts";
import type { Interest } from "#db/schema/interests.ts";
import { listedInterests } from "#worker/discovery/members/interests.vocabulary.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { codeName, fieldName } from "./attributes.ts";
import { heightText } from "./heights.ts";
import { isInterest } from "./interest.tsx";
import type { Fact, Facts } from "./profile-view.tsx";
import { choiceName, questionName } from "./question-texts.ts";

/** Town, region or country, a trip, and the distance between town centres. */
export function placeOf({ city, country, distance, trip }: Profile, region: string | null): string {
  const home = [city, region ?? countryName(country)].filter(Boolean).join(", ");
  const place = trip ? `${home} · ${tripText(trip)}` : home;
  return distance === null ? place : `${place} · ${unbroken(edge().t("members.distanceLong", { km: distance }))}`;
}

/** Only what is filled in. */
export function factsOf(profile: Profile, shared: Interest[]): Facts {
  const { t, settings } = edge();
  // The own profile shows what others see.
  const interests = listedInterests(profile.interests, settings);
  const gender = genderWord(profile);
  const items: Fact[] = gender ? [{ label: t("members.profile.fields.gender"), value: gender, icon: "user" }] : [];
  const more: Fact[] = [];
  for (const attribute of ATTRIBUTE_NAMES) {
    const code = profile[attribute];
    if (!code) continue;
    const row = ATTRIBUTES[attribute];
    const [label, value] = [fieldName(attribute), codeName(attribute, code)];
    if (row.shown === "more") more.push({ label, value });
    else if (row.shown === "named") items.push({ label: "", value: `${label}: ${value}`, icon: row.icon });
    else items.push({ label, value, icon: row.icon });
  }
  const say = (field: "height" | "languages", value: string, icon: Fact["icon"]) =>
    items.push({ label: "", value: `${fieldName(field)}: ${value}`, icon });
  if (profile.height !== null) say("height", heightText(profile.height), "height");
  if (profile.languages.length > 0)
    say("languages", profile.languages.map((code) => codeName("languages", code)).join(", "), "globe");
  for (const { question, choice } of profile.answers)
    items.push({ label: "", value: `${questionName(question)}: ${choiceName(question, choice)}` });
  items.push(...interests.filter((code) => !shared.includes(code)).map((code) => interestFact(code, false)));
  return { items, more };
}

/** Null where the member says something that this client does not know. */
function genderWord({ gender, gender_said, identity, identity_words }: Profile): string | null {
  const { t } = edge();
  if (identity_words) return identity_words;
  if (identity) return t(`members.attributes.identity.${identity}`);
  return gender_said ? t(`members.attributes.gender.${gender}`) : null;
}

export function interestFact(code: Interest, shared: boolean): Fact {
  return { label: "", value: codeName("interests", code), interest: isInterest(code) ? code : undefined, shared };
}
