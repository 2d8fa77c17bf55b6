import { typedNumber } from "#worker/platform/typed.ts";

/** One screen each. */
export const DRAFT_STEPS = ["gender", "looking_for", "birth", "wishes", "account"] as const;
export type DraftStep = (typeof DRAFT_STEPS)[number];

/** Seconds after the last write. */
export const DRAFT_MAX_AGE = 7 * 24 * 3600;

export const FIELDS_OF_STEP: Record<DraftStep, readonly string[]> = {
  gender: ["gender"],
  looking_for: ["looking_for"],
  birth: ["date_of_birth"],
  wishes: ["min_age", "max_age", "distance", "dealbreakers"],
  account: ["country", "region", "city", "name", "email", "password", "terms", "sensitive_data"],
};

/** Profile fields of the sign-up form. The profile asks for the town later. */
export function personOf(values: Partial<Record<string, string>>) {
  return {
    gender: values.gender ?? "",
    looking_for: values.looking_for ?? "",
    date_of_birth: dateOf(values.date_of_birth_year, values.date_of_birth_month, values.date_of_birth_day),
    country: values.country ?? "",
  };
}

function dateOf(year = "", month = "", day = ""): string {
  const [y, m, d] = [typedNumber(year), typedNumber(month), typedNumber(day)];
  return y + m + d === "" ? "" : `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
}
