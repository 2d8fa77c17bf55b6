import { identityConsent } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { typedNumber } from "#worker/platform/typed.ts";
import { MORE } from "#worker/sites/domains/genders.vocabulary.ts";

/** One screen each. */
export const DRAFT_STEPS = ["gender", "looking_for", "birth", "wishes", "account"] as const;
export type DraftStep = (typeof DRAFT_STEPS)[number];

/** With the gender `more`. */
export const IDENTITY_FIELDS = ["shown_in", "identity", "identity_words", "identity_shown", "identity_consent"] as const;

/** Seconds after the last write. */
export const DRAFT_MAX_AGE = 7 * 24 * 3600;

export const FIELDS_OF_STEP: Record<DraftStep, readonly string[]> = {
  gender: ["gender", ...IDENTITY_FIELDS],
  looking_for: ["looking_for"],
  birth: ["date_of_birth"],
  wishes: ["min_age", "max_age", "distance", "dealbreakers"],
  account: ["country", "region", "city", "name", "email", "password", "terms", "sensitive_data"],
};

/** No identity has this code. */
const UNKNOWN = "?";

/** Profile fields of the sign-up form, in this language. The profile asks for the town later. */
export function personOf(values: Partial<Record<string, string>>, language: string) {
  return {
    ...genderOf(values, language),
    looking_for: values.looking_for ?? "",
    date_of_birth: dateOf(values.date_of_birth_year, values.date_of_birth_month, values.date_of_birth_day),
    country: values.country ?? "",
  };
}

/** `gender` is one of two for backends that know no more. A consent to another text, or in another language, is none. */
function genderOf(values: Partial<Record<string, string>>, language: string) {
  const { gender = "", shown_in = "", identity, identity_words = "", ...boxes } = values;
  if (gender !== MORE) return { gender };
  return {
    ...{ gender: shown_in === "both" ? "female" : shown_in, shown_in, identity: identity || UNKNOWN, identity_words },
    identity_shown: boxes.identity_shown === "on",
    identity_consent: boxes.identity_consent === identityConsent(language),
  };
}

function dateOf(year = "", month = "", day = ""): string {
  const [y, m, d] = [typedNumber(year), typedNumber(month), typedNumber(day)];
  return y + m + d === "" ? "" : `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
}
