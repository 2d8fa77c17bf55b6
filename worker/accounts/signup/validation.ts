import { ATTRIBUTES, type CodeOf } from "#db/schema/attribute-table.ts";
import type { Identity, LOOKING_FOR, ShownIn, Wishes } from "#db/schema/attributes.ts";
import type { Language } from "#locales/languages.ts";
import { newIdentity, type TypedIdentity } from "#worker/discovery/members/identity.ts";
import { changedWishes, wishProblems } from "#worker/discovery/wishes/wishes.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { noEmail, parseEmail } from "#worker/people/identity/email.ts";
import { isLandingPage } from "#worker/people/identity/landers.vocabulary.ts";
import { cleanName, nameProblem } from "#worker/people/identity/name.ts";
import { passwordProblem } from "#worker/people/identity/new-password.ts";
import { cleanTracking } from "#worker/people/identity/source.vocabulary.ts";
import type { Input } from "#worker/platform/call.ts";
import { ageOn, isoDate } from "#worker/platform/dates.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { cleanLine } from "#worker/platform/text.ts";
import { typedCode } from "#worker/platform/typed.ts";
import { checkPlace } from "#worker/sites/domains/check-place.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import { genderChoices } from "#worker/sites/domains/genders.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { ownNames } from "./free-name.ts";
import type { contract } from "./signup.contract.ts";

/** Lower bound of every `min_age`. */
const ADULT = 18;
const OLDEST = 120;

type Reason = CodeOf<"reason">;

export interface SignupData {
  email: string;
  name: string;
  gender: ShownIn;
  identity: Identity | null;
  lookingFor: (typeof LOOKING_FOR)[number];
  birthDate: string;
  country: string;
  region: string | null;
  city: string | null;
  language: Language;
  reason: Reason | null;
  wishes: Wishes;
  tracking: Record<string, string>;
}

interface Places {
  regionsOf(country: string): Region[];
  languagesOf(settings: Settings, country: string): Language[];
}

export type Person = Pick<
  Input<typeof contract.signup>,
  keyof TypedIdentity | "looking_for" | "date_of_birth" | "country" | "region" | "city"
>;

/** Name and address are set when well formed, despite other problems. */
export interface Validation {
  name: string | null;
  email: string | null;
  data: SignupData | null;
  problems: FieldError[];
}

export function validate(ctx: Context, input: Input<typeof contract.signup>, places: Places): Validation {
  const { settings } = ctx.domain;
  const name = cleanName(input.name);
  const email = parseEmail(input.email);
  const birthDate = isoDate(typedCode(input.date_of_birth));
  const nameIs = nameProblem(name, cleanLine(input.email), ownNames(ctx));
  const languages: readonly string[] = places.languagesOf(settings, ctx.country);
  const found: (FieldError | null)[] = [
    email ? null : noEmail(input.email),
    nameIs,
    passwordProblem(input.password, name, email ?? ""),
    ...personProblems(ctx, input, places.regionsOf),
    languages.includes(input.language) ? null : { field: "language", code: "unknown_option" },
    !input.reason || isOneOf(ATTRIBUTES.reason.codes, input.reason) ? null : { field: "reason", code: "unknown_option" },
    ...wishProblems(input.wishes ?? {}, settings, null),
    input.terms ? null : { field: "terms", code: "consent_required" },
    input.sensitive_data ? null : { field: "sensitive_data", code: "consent_required" },
  ];
  const problems = found.filter((problem) => problem !== null);
  const known = { name: nameIs ? null : name, email, problems };
  if (problems.length > 0 || email === null || birthDate === null) return { ...known, data: null };
  const { region, city } = checkPlace(input, []);
  const data: SignupData = {
    email,
    name,
    ...(newIdentity(input, ctx.domain)?.made(ctx) ?? { gender: input.gender as ShownIn, identity: null }),
    lookingFor: input.looking_for as (typeof LOOKING_FOR)[number],
    birthDate,
    country: input.country,
    region,
    city,
    language: input.language as Language,
    reason: (input.reason as Reason) || null,
    wishes: changedWishes({}, input.wishes ?? {}, { birthDate, settings, now: ctx.now }),
    tracking: trackingOf(input.tracking ?? {}, ctx),
  };
  return { ...known, data };
}

export function personProblems(
  ctx: Pick<Context, "domain" | "now">,
  input: Person,
  regionsOf: Places["regionsOf"],
): FieldError[] {
  const { settings } = ctx.domain;
  const choices = genderChoices(settings);
  const more = newIdentity(input, ctx.domain);
  const found: (FieldError | null)[] = [
    ...(more ? more.problems : [choiceProblem("gender", choices.gender, input.gender)]),
    more || !input.shown_in || input.shown_in === input.gender ? null : { field: "shown_in", code: "unknown_option" },
    choiceProblem("looking_for", choices.looking_for, input.looking_for),
    birthProblem(isoDate(typedCode(input.date_of_birth)), minAge(settings), ctx.now),
    choiceProblem("country", settings.countries, input.country),
    ...checkPlace(input, settings.region_data === "yes" ? regionsOf(input.country) : []).problems,
  ];
  return found.filter((problem) => problem !== null);
}

/** Nothing may be stored about a minor. */
export function isUnderAge(ctx: Context, birthDate: string): boolean {
  return birthProblem(isoDate(typedCode(birthDate)), minAge(ctx.domain.settings), ctx.now)?.code === "under_age";
}

export function minAge(settings: Settings): number {
  return Math.max(ADULT, settings.min_age);
}

function choiceProblem(field: string, options: readonly string[], chosen: string): FieldError | null {
  if (chosen === "") return { field, code: "required" };
  return options.includes(chosen) ? null : { field, code: "unknown_option" };
}

function isOneOf(options: readonly string[], chosen: string): boolean {
  return options.includes(chosen);
}

function birthProblem(birthDate: string | null, youngest: number, now: number): FieldError | null {
  if (birthDate === null) return { field: "date_of_birth", code: "invalid_date" };
  const age = ageOn(birthDate, now);
  if (age > OLDEST) return { field: "date_of_birth", code: "invalid_date" };
  return age < youngest ? { field: "date_of_birth", code: "under_age" } : null;
}

function trackingOf(said: NonNullable<Input<typeof contract.signup>["tracking"]>, ctx: Context): Record<string, string> {
  const { invite: _invite, sig: _sig, ...stored } = ctx.source;
  const { sig: _said, lander, ...tracking } = said;
  const cleaned = Object.entries(tracking).map(([key, value]) => [key, cleanTracking(value ?? "")] as const);
  const given = cleaned.filter(([, value]) => value !== "");
  const all = given.length > 0 ? Object.fromEntries(given) : (stored as Record<string, string>);
  return lander && isLandingPage(lander) ? { ...all, lander } : all;
}
