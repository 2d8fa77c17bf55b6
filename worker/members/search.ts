import type { Context } from "#worker/context.ts";
import { homeCountry } from "#worker/domains/defaults.vocabulary.ts";
import { PROFILE_FIELDS, type ProfileField } from "#worker/domains/settings.vocabulary.ts";
import type { Input } from "#worker/lib/call.ts";
import { type FieldError, invalid } from "#worker/lib/errors.ts";
import type { contract, Filter } from "./members.contract.ts";
import type { Part, Search, Trait } from "./search-query.ts";

/** The ends of the age scale mean no limit. */
const YOUNGEST = 18;
const OLDEST = 99;
const ALL_COUNTRIES = "all";

/** Empty for a country without regions. */
export type RegionCodes = (country: string) => string[];

/** Fills blank fields with defaults and drops ages that limit nothing. @throws invalid */
export function appliedFilter(input: Input<typeof contract.members>, ctx: Context, regionsOf: RegionCodes): Filter {
  const { settings } = ctx.domain;
  const { sort: _sort, cursor: _cursor, network: _network, sig: _sig, ...wanted } = input;
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const filter: Filter = Object.fromEntries(given);
  filter.gender ??= ctx.viewer?.profile.lookingFor ?? "female";
  filter.country ??= homeCountry(ctx.viewer?.profile.country ?? ctx.country, settings);

  const wrong: FieldError[] = [];
  for (const field of PROFILE_FIELDS) {
    if (filter[field] && !settings.search_fields.includes(field)) wrong.push({ field, code: "unknown_field" });
  }
  if (filter.interests && !settings.interests.includes(filter.interests))
    wrong.push({ field: "interests", code: "unknown_option" });
  const everywhere = filter.country === ALL_COUNTRIES;
  if (!everywhere && !settings.countries.includes(filter.country)) {
    wrong.push({ field: "country", code: "unknown_option" });
  } else if (filter.countryregion && (everywhere || !regionsOf(filter.country).includes(filter.countryregion))) {
    wrong.push({ field: "countryregion", code: "unknown_option" });
  }
  if (wrong.length > 0) throw invalid(...wrong);
  return { ...filter, ...appliedAges(filter) };
}

/** Sorts the ages and drops those that limit nothing. */
function appliedAges({ min_age = YOUNGEST, max_age = OLDEST }: Filter): Pick<Filter, "min_age" | "max_age"> {
  const [from, to] = min_age <= max_age ? [min_age, max_age] : [max_age, min_age];
  return { min_age: from > YOUNGEST ? from : undefined, max_age: to < OLDEST ? to : undefined };
}

export function searchOf(filter: Filter, sort: Search["sort"], ctx: Context): Search {
  const today = new Date(ctx.now).toISOString().slice(0, 10);
  const traits: Search["traits"] = {};
  for (const field of PROFILE_FIELDS) if (field !== "interests" && filter[field]) traits[field satisfies Trait] = filter[field];
  return {
    pool: ctx.domain.pool,
    viewerId: ctx.viewer?.id ?? null,
    gender: filter.gender ?? "female",
    country: filter.country === ALL_COUNTRIES ? null : (filter.country ?? null),
    region: filter.countryregion ?? null,
    // Compares as text: the birthday need not exist (29 February).
    bornAfter: filter.max_age ? yearsBefore(today, filter.max_age + 1) : null,
    bornUntil: filter.min_age ? yearsBefore(today, filter.min_age) : null,
    traits,
    interest: filter.interests ?? null,
    sort,
    fictional: ctx.domain.settings.fictional_profiles,
  };
}

function yearsBefore(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
}

type Field = ProfileField | "country" | "countryregion" | "min_age" | "max_age";

const PART_OF: Record<Field, Part> = {
  countryregion: "region",
  min_age: "bornUntil",
  max_age: "bornAfter",
  sexuality: "sexuality",
  hair: "hair",
  eyes: "eyes",
  body: "body",
  relationship: "relationship",
  tattoos: "tattoos",
  reason: "reason",
  interests: "interest",
  country: "country",
};

/** In form order; the country comes last. */
export function fieldsOf(parts: Part[]): Field[] {
  return (Object.keys(PART_OF) as Field[]).filter((field) => parts.includes(PART_OF[field]));
}

export function isNarrow({ gender: _gender, country: _country, countryregion: _region, ...rest }: Filter): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}
