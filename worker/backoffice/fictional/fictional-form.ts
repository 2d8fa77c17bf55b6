import { cellOf } from "#db/cells.ts";
import { ATTRIBUTE_NAMES, ATTRIBUTES, type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import { type Gender, type LookingFor, type PromptAnswer } from "#db/schema/attributes.ts";
import type { Interest } from "#db/schema/interests.ts";
import { minAge, personProblems } from "#worker/accounts/signup/validation.ts";
import { answerProblem } from "#worker/backoffice/desk/answer-text.ts";
import { listedInterests } from "#worker/discovery/members/interests.vocabulary.ts";
import { ABOUT_LENGTH, formFields, MOST_INTERESTS, visibleNotes } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { checkPrompts } from "#worker/discovery/members/prompts.ts";
import { promptsOf } from "#worker/discovery/members/prompts.vocabulary.ts";
import { cleanName, nameProblem } from "#worker/people/identity/name.ts";
import { isoDate } from "#worker/platform/dates.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { cleanLine, cleanText, nameKey, textLength } from "#worker/platform/text.ts";
import { typedCode } from "#worker/platform/typed.ts";
import { domainLanguage } from "#worker/sites/domains/defaults.vocabulary.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import { genderChoices } from "#worker/sites/domains/genders.vocabulary.ts";
import { PROMPT_SLOTS } from "./fictional.vocabulary.ts";

/** What a fictional profile says. */
export interface FictionalWords {
  name: string;
  birthDate: string;
  gender: Gender;
  lookingFor: LookingFor;
  country: string;
  region: string | null;
  city: string | null;
  about: string;
  prompts: PromptAnswer[];
  interests: Interest[];
  attributes: Record<Attribute, string | null>;
}

export type Typed = Record<
  | ("name" | "date_of_birth" | "gender" | "looking_for" | "country" | "town" | "about" | "chosen")
  | Attribute
  | `${"question" | "answer"}_${(typeof PROMPT_SLOTS)[number]}`,
  string
>;

interface Site {
  domain: Domain;
  regionsOf(country: string): Region[];
  now: number;
}

type Kept = Pick<FictionalWords, "about" | "prompts" | "interests" | "attributes">;
const NOTHING: Kept = { about: "", prompts: [], interests: [], attributes: eachAttribute<Record<Attribute, null>>(() => null) };

const NO_TOWN = "Members cannot choose a town or region of this name in this country.";

/** What the site asks of its members; of interests, what all may see. */
export function offeredBy({ settings }: Pick<Domain, "settings">) {
  const fields = formFields(settings);
  const notes = visibleNotes(settings);
  const { gender, looking_for } = genderChoices(settings);
  return {
    ...{ language: domainLanguage(settings), genders: [...gender], looking_for: [...looking_for] },
    ...{ countries: [...settings.countries], places: settings.region_data === "yes", min_age: minAge(settings) },
    attributes: ATTRIBUTE_NAMES.filter((name) => fields.includes(name)),
    interests: fields.includes("interests") ? listedInterests(settings.interests, settings) : [],
    about: notes.includes("about"),
    questions: notes.includes("prompts") ? [...promptsOf(settings.niche)] : [],
  };
}

/** `held`: what is stored, which may be of another site or of earlier settings, and stays. */
export function checkWords(
  typed: Typed,
  held: FictionalWords | null,
  { domain, regionsOf, now }: Site,
): { words: FictionalWords; problems: FieldError[] } {
  const { settings } = domain;
  const offered = offeredBy(domain);
  const known = held ?? NOTHING;
  const problems: (FieldError | null)[] = [];
  const name = cleanName(typed.name);
  if (name !== held?.name) problems.push(nameProblem(name, "", [settings.name, settings.mail_name]));
  const place = townOf(typed.town, offered.places ? regionsOf(typed.country) : []);
  const { date_of_birth, gender, looking_for, country } = typed;
  problems.push(
    ...personProblems(
      { domain, now },
      { date_of_birth, gender, looking_for, country, region: place.region ?? "", city: place.city ?? "" },
      regionsOf,
    ).filter(({ field }) => field !== "region" && field !== "city"),
  );
  // A country of no site has no town.
  if (offered.countries.includes(country)) problems.push(place.problem);
  const attributes = eachAttribute<Record<Attribute, string | null>>((attribute) => {
    const code = typedCode(typed[attribute]) || null;
    if (!offered.attributes.includes(attribute)) return known.attributes[attribute];
    const codes: readonly string[] = ATTRIBUTES[attribute].codes;
    if (code !== null && !codes.includes(code)) problems.push({ field: attribute, code: "unknown_option" });
    return code;
  });
  const interests = [...new Set(typed.chosen.split(" ").filter(Boolean))] as Interest[];
  if (interests.length > MOST_INTERESTS) problems.push({ field: "chosen", code: "too_many", params: { max: MOST_INTERESTS } });
  if (!interests.every((code) => offered.interests.includes(code) || known.interests.includes(code)))
    problems.push({ field: "chosen", code: "unknown_option" });
  const about = offered.about ? cleanText(typed.about) : known.about;
  if (textLength(about) > ABOUT_LENGTH) problems.push({ field: "about", code: "too_long", params: { max: ABOUT_LENGTH } });
  problems.push(saidProblem("about", about));
  const prompts = offered.questions.length > 0 ? promptsTyped(typed, known.prompts, settings.niche, problems) : known.prompts;
  return {
    words: {
      ...{ name, birthDate: isoDate(typedCode(date_of_birth)) ?? "", gender: gender as Gender },
      ...{ lookingFor: looking_for as LookingFor, country, region: place.region, city: place.city },
      ...{ about, prompts, attributes, interests: offered.interests.length > 0 ? interests : [...known.interests] },
    },
    problems: problems.filter((problem) => problem !== null),
  };
}

/** Columns of the profile. */
export function columnsOf({ attributes, ...words }: FictionalWords) {
  return {
    ...words,
    ...(attributes as Record<Attribute, never>),
    nameKey: nameKey(words.name),
    cell: cellOf({ country: words.country, region: words.region, city: words.city }),
  };
}

/** As staff type it. */
export function townText({ region, city }: Pick<FictionalWords, "region" | "city">, regions: readonly Region[]): string {
  const name = regions.find(({ code }) => code === region)?.name ?? "";
  if (city === null) return name;
  const isElsewhere = regions.filter(({ cities }) => cities.includes(city)).length > 1;
  return isElsewhere && name ? `${city}, ${name}` : city;
}

function townOf(
  typed: string,
  regions: readonly Region[],
): Pick<FictionalWords, "region" | "city"> & { problem: FieldError | null } {
  const [town = "", region = ""] = typed.split(",").map((part) => nameKey(cleanLine(part)));
  if (town === "") return { region: null, city: null, problem: null };
  const within = regions.filter(({ name }) => region === "" || nameKey(name) === region);
  const towns = within.flatMap(({ code, name, cities }) =>
    cities.filter((city) => nameKey(city) === town).map((city) => ({ region: code, city, name })),
  );
  const [first] = towns;
  if (first && towns.length === 1) return { region: first.region, city: first.city, problem: null };
  const whole = regions.find(({ name }) => nameKey(name) === town && region === "");
  if (!first && whole) return { region: whole.code, city: null, problem: null };
  const text = first && `Say which one: ${towns.map(({ city, name }) => `${city}, ${name}`).join("; ")}.`;
  return { region: null, city: null, problem: { field: "town", code: "unknown_option", text: text ?? NO_TOWN } };
}

/** Nobody stands behind it: it neither asks for money or a meeting, nor says how to be reached. */
function saidProblem(field: string, text: string): FieldError | null {
  const code = answerProblem(text);
  return code ? { field, code } : null;
}

function promptsTyped(typed: Typed, held: PromptAnswer[], niche: number, problems: (FieldError | null)[]): PromptAnswer[] {
  const used = PROMPT_SLOTS.filter((slot) => typed[`question_${slot}`] !== "" || cleanLine(typed[`answer_${slot}`]) !== "");
  const given = used.map((slot) => ({ question: typed[`question_${slot}`], answer: typed[`answer_${slot}`] }));
  const checked = checkPrompts(given, held, niche);
  for (const problem of checked.problems) {
    const [, index = "0", part = "answer"] = problem.field.split(".");
    problems.push({ ...problem, field: `${part}_${used[Number(index)] ?? 1}` });
  }
  for (const [index, { answer }] of checked.prompts.entries()) problems.push(saidProblem(`answer_${used[index] ?? 1}`, answer));
  return checked.prompts;
}
