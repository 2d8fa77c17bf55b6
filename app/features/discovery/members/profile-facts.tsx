import { countryName } from "#app/request/country-name.ts";
import type { IconName } from "#app/ui/icon.tsx";
import type { Interest } from "#db/schema/interests.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { PROFILE_FIELDS, type ProfileField } from "#worker/sites/domains/settings.vocabulary.ts";
import { codeName, fieldName } from "./attributes.ts";
import { isInterest } from "./interest.tsx";
import type { Fact, Facts } from "./profile-view.tsx";
import { choiceName, questionName } from "./question-texts.ts";

/** Town, region or country, and the distance between town centres. */
export function placeOf({ city, country, distance }: Profile, region: string | null): string {
  const place = [city, region ?? countryName(country)].filter(Boolean).join(", ");
  return distance === null ? place : `${place} · ${edge().t("members.distanceLong", { km: distance })}`;
}

const ICONS: Partial<Record<ProfileField, IconName>> = {
  sexuality: "users",
  relationship: "heart",
  reason: "search",
  body: "user",
  tattoos: "star",
};

/** Only what is filled in. Hair and eyes stand behind "More". */
export function factsOf(profile: Profile, shared: Interest[]): Facts {
  const { t } = edge();
  const { gender, interests } = profile;
  const items: Fact[] = [
    { label: t("members.profile.fields.gender"), value: t(`members.attributes.gender.${gender}`), icon: "user" },
  ];
  const more: Facts["more"] = {};
  for (const field of PROFILE_FIELDS) {
    const code = field === "interests" ? null : profile[field];
    if (!code) continue;
    const [label, value] = [fieldName(field), codeName(field, code)];
    if (field === "hair" || field === "eyes") more[field] = { label, value };
    else if (field === "tattoos" || field === "body") items.push({ label: "", value: `${label}: ${value}`, icon: ICONS[field] });
    else items.push({ label, value, icon: ICONS[field] });
  }
  for (const { question, choice } of profile.answers)
    items.push({ label: "", value: `${questionName(question)}: ${choiceName(question, choice)}` });
  items.push(...interests.filter((code) => !shared.includes(code)).map((code) => interestFact(code, false)));
  return { items, more };
}

export function interestFact(code: Interest, shared: boolean): Fact {
  return { label: "", value: codeName("interests", code), interest: isInterest(code) ? code : undefined, shared };
}
