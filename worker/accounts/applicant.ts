import type { Language } from "#locales/languages.ts";
import type { CallInput } from "../calls.ts";
import type { Context } from "../context.ts";
import type { Region } from "../domains/domains.contract.ts";
import { placeOf } from "../domains/place.ts";
import type { Settings } from "../domains/settings.ts";
import { ageOn, isoDate } from "../lib/dates.ts";
import { type FieldError, invalid } from "../lib/errors.ts";
import { cleanLine } from "../lib/text.ts";
import { parseEmail } from "./email.ts";
import { cleanName, nameProblem } from "./name.ts";
import { passwordProblem } from "./new-password.ts";

/** Nobody younger is let in, whatever a domain's settings say. */
const ADULT = 18;
const OLDEST = 120;

/** What somebody who signs up said, cleaned and checked. */
export interface Applicant {
  email: string;
  name: string;
  birthDate: string;
  region: string | null;
  city: string | null;
  tracking: Record<string, string>;
}

interface Places {
  regionsOf(country: string): Region[];
  languagesOf(settings: Settings, country: string): Language[];
}

/** @throws invalid with everything that is wrong, field by field. */
export function checkApplicant(ctx: Context, input: CallInput<"signup">, places: Places): Applicant {
  const { settings } = ctx.domain;
  const name = cleanName(input.name);
  const email = parseEmail(input.email);
  const birthDate = isoDate(input.date_of_birth.trim());
  const problems: (FieldError | null)[] = [
    input.email.trim() === "" ? { field: "email", code: "required" } : email ? null : { field: "email", code: "invalid_email" },
    nameProblem(name, cleanLine(input.email), [settings.name, settings.mail_name]),
    passwordProblem(input.password, name, email ?? ""),
    birthProblem(birthDate, Math.max(ADULT, settings.min_age), ctx.now),
    settings.countries.includes(input.country) ? null : { field: "country", code: "unknown_option" },
    places.languagesOf(settings, ctx.country).includes(input.language) ? null : { field: "language", code: "unknown_option" },
    input.terms ? null : { field: "terms", code: "consent_required" },
    input.sensitive_data ? null : { field: "sensitive_data", code: "consent_required" },
  ];
  const place = placeOf(input, settings.region_data === "yes" ? places.regionsOf(input.country) : []);
  problems.push(...place.problems);
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0 || email === null || birthDate === null) throw invalid(...found);
  return { email, name, birthDate, region: place.region, city: place.city, tracking: trackingOf(input) };
}

function birthProblem(birthDate: string | null, minAge: number, now: number): FieldError | null {
  if (birthDate === null) return { field: "date_of_birth", code: "invalid_date" };
  const age = ageOn(birthDate, now);
  if (age > OLDEST) return { field: "date_of_birth", code: "invalid_date" };
  return age < minAge ? { field: "date_of_birth", code: "under_age" } : null;
}

function trackingOf(input: CallInput<"signup">): Record<string, string> {
  const cleaned = Object.entries(input.tracking ?? {}).map(([key, value]) => [key, cleanLine(value ?? "")] as const);
  return Object.fromEntries(cleaned.filter(([, value]) => value !== ""));
}
