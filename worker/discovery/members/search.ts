import { cellOf } from "#db/cells.ts";
import { ATTRIBUTE_NAMES, type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import type { Wishes } from "#db/schema/attributes.ts";
import type { Interest } from "#db/schema/interests.ts";
import { PASSED_FOR } from "#worker/discovery/swipe/swipe.vocabulary.ts";
import { VISITS_RETENTION } from "#worker/discovery/visits/visits.vocabulary.ts";
import { withWishes } from "#worker/discovery/wishes/wish-filter.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { onlineSince } from "#worker/people/identity/online.vocabulary.ts";
import type { Input } from "#worker/platform/call.ts";
import { type FieldError, invalid } from "#worker/platform/errors.ts";
import { homeCountry } from "#worker/sites/domains/defaults.vocabulary.ts";
import { genderChoices, onlyGender, shownGenders, shownToVisitors, soughtOn } from "#worker/sites/domains/genders.vocabulary.ts";
import { PROFILE_FIELDS, type ProfileField, type Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { answerFilter, answersOf, isSearchable } from "./answers.vocabulary.ts";
import { NEW_FOR } from "./card.ts";
import { isFindable, listedInterests } from "./interests.vocabulary.ts";
import type { contract, Filter } from "./members.contract.ts";
import { placeNow } from "./place-now.ts";
import {
  ALL_COUNTRIES,
  activeSince,
  filtersOf,
  interestsOf,
  OLDEST,
  OWN_FLAGS,
  type OwnFlag,
  type Sort,
  searchFields,
  YOUNGEST,
  yearsBefore,
} from "./search.vocabulary.ts";
import type { Part, Search } from "./search-query.ts";
import { cellsAround } from "./towns.ts";
import { ownFactsOf } from "./two-way.ts";

/** Empty for a country without regions. */
export type RegionCodes = (country: string) => string[];

/** Fills blank fields with defaults and drops what limits nothing. @throws invalid */
export function appliedFilter(input: Input<typeof contract.members>, ctx: Context, regionsOf: RegionCodes): Filter {
  const { sort, cursor: _cursor, network: _network, sig: _sig, only: _only, wishes, ...wanted } = input;
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const { viewer } = ctx;
  const said: Filter = Object.fromEntries(given);
  const filter = wishes && viewer ? withWishes(said, { ...ctx, viewer }) : said;
  filter.gender ??= soughtOn(ctx.domain.settings, viewer?.profile.lookingFor ?? "female");
  filter.country ??= homeCountry(viewer ? placeNow(viewer.profile).country : ctx.country, ctx.domain.settings);
  const wrong = [...fieldProblems(filter, ctx), ...placeProblems(filter, ctx, regionsOf), ...ownProblems(filter, sort, ctx)];
  if (wrong.length > 0) throw invalid(...wrong);
  const interests = interestsOf(filter);
  return {
    ...filter,
    ...appliedAges(filter),
    ...appliedHeights(filter),
    interests: interests.length > 0 ? interests.join(",") : undefined,
    interests_match: interests.length > 1 && filter.interests_match === "all" ? "all" : undefined,
    answers: answerFilter(answersOf(filter)),
  };
}

function fieldProblems(filter: Filter, { viewer, domain: { settings } }: Context): FieldError[] {
  const wrong: FieldError[] = [];
  if (filter.gender && !genderChoices(settings).looking_for.includes(filter.gender))
    wrong.push({ field: "gender", code: "unknown_option" });
  const offered = searchFields(settings, viewer);
  for (const field of PROFILE_FIELDS) {
    if (offered.includes(field)) continue;
    const named = filtersOf(field).filter((name) => filter[name]);
    wrong.push(...named.map((name): FieldError => ({ field: name, code: "unknown_field" })));
  }
  const codes = (filter.interests ?? "").split(",").filter(Boolean);
  if (codes.some((code) => !(settings.interests as string[]).includes(code)))
    wrong.push({ field: "interests", code: "unknown_option" });
  else if (!isFindable(interestsOf(filter), settings)) wrong.push({ field: "interests", code: "intimate_hidden" });
  // Answers are shown to members only.
  if (filter.answers && !(viewer && isSearchable(answersOf(filter), settings.questions)))
    wrong.push({ field: "answers", code: "unknown_option" });
  return wrong;
}

function placeProblems(filter: Filter, { domain: { settings } }: Context, regionsOf: RegionCodes): FieldError[] {
  const { country = "", countryregion } = filter;
  const everywhere = country === ALL_COUNTRIES;
  if (!everywhere && !settings.countries.includes(country)) return [{ field: "country", code: "unknown_option" }];
  if (countryregion && (everywhere || !regionsOf(country).includes(countryregion)))
    return [{ field: "countryregion", code: "unknown_option" }];
  return [];
}

/** Filters and orders that need a member, and the own town, interests, visits or shown presence. */
function ownProblems(filter: Filter, sort: Sort | undefined, ctx: Context): FieldError[] {
  const { distance, online, active } = filter;
  const wrong: FieldError[] = [];
  const unknown = ctx.viewer ? [] : OWN_FLAGS.filter((flag) => filter[flag]);
  wrong.push(...unknown.map((field): FieldError => ({ field, code: "unknown_field" })));
  if (filter.unopened && ctx.viewer && ctx.viewer.profile.status !== "active")
    wrong.push({ field: "unopened", code: "profile_invisible" });
  if (distance && ownCell(ctx) === 0) wrong.push({ field: "distance", code: "no_own_town" });
  const shows = ctx.viewer?.preferences.showOnline === true;
  if (online && !shows) wrong.push({ field: "online", code: "presence_hidden" });
  if (active && !shows) wrong.push({ field: "active", code: "presence_hidden" });
  if (sort === "nearest" && ownCell(ctx) === 0) wrong.push({ field: "sort", code: "no_own_town" });
  if (sort === "common" && sharedWith(ctx).length === 0) wrong.push({ field: "sort", code: "no_own_interests" });
  return wrong;
}

/** Own interests that others are compared with. */
function sharedWith({ viewer, domain }: Searcher): Interest[] {
  return viewer ? listedInterests(viewer.profile.interests, domain.settings) : [];
}

/** 0 for visitors and members without a town. */
function ownCell({ viewer }: Context): number {
  return viewer ? cellOf(placeNow(viewer.profile)) : 0;
}

/** Sorts the ages and drops those that limit nothing. */
function appliedAges({ min_age = YOUNGEST, max_age = OLDEST }: Filter): Pick<Filter, "min_age" | "max_age"> {
  const [from, to] = min_age <= max_age ? [min_age, max_age] : [max_age, min_age];
  return { min_age: from > YOUNGEST ? from : undefined, max_age: to < OLDEST ? to : undefined };
}

/** Sorts the heights. */
function appliedHeights({ min_height: from, max_height: to }: Filter): Pick<Filter, "min_height" | "max_height"> {
  return from && to && from > to ? { min_height: to, max_height: from } : {};
}

const NOWHERE = { country: "", region: null, city: null };

/** The part of a context that a search needs; the cron builds it from rows. */
export interface Searcher {
  now: number;
  viewer: {
    id: string;
    profile: Parameters<typeof ownFactsOf>[0] & { interests: Search["shared"] };
    preferences: { wishes: Wishes };
  } | null;
  domain: { pool: string; settings: Pick<Settings, "fictional_profiles" | "genders" | "intimate_interests" | "niche"> };
}

export function searchOf(filter: Filter, sort: Search["sort"], ctx: Searcher): Search {
  const today = new Date(ctx.now).toISOString().slice(0, 10);
  const traits: Search["traits"] = {};
  for (const attribute of ATTRIBUTE_NAMES) if (filter[attribute]) traits[attribute] = filter[attribute];
  const country = filter.country === ALL_COUNTRIES ? null : (filter.country ?? null);
  const home = ctx.viewer ? placeNow(ctx.viewer.profile) : NOWHERE;
  return {
    pool: ctx.domain.pool,
    viewerId: ctx.viewer?.id ?? null,
    genders: (ctx.viewer ? shownGenders : shownToVisitors)(ctx.domain.settings, filter.gender ?? "female"),
    country,
    region: filter.countryregion ?? null,
    // Compares as text: the birthday need not exist (29 February).
    bornAfter: filter.max_age ? yearsBefore(today, filter.max_age + 1) : null,
    bornUntil: filter.min_age ? yearsBefore(today, filter.min_age) : null,
    traits,
    answers: answersOf(filter),
    tallFrom: filter.min_height ?? null,
    tallUntil: filter.max_height ?? null,
    speaks: filter.languages ?? null,
    interests: interestsOf(filter),
    everyInterest: filter.interests_match === "all",
    activeAfter: filter.online ? onlineSince(ctx.now) : null,
    lately: filter.active ? activeSince(filter.active, ctx.now) : null,
    createdAfter: filter.new ? ctx.now - NEW_FOR : null,
    answered: filter.answered === "1",
    unopened: filter.unopened ? ctx.now - VISITS_RETENTION : null,
    unpassed: filter.unpassed ? ctx.now - PASSED_FOR : null,
    arrived: null,
    photo: filter.photo === "1",
    checked: filter.checked === "1",
    verified: filter.verified === "1",
    around: sort === "nearest" ? cellsAround(home, { country, region: filter.countryregion ?? null }) : [],
    within: filter.distance ? cellsAround(home, { most: Number(filter.distance) }) : null,
    shared: sort === "common" ? sharedWith(ctx) : [],
    sort,
    fictional: ctx.domain.settings.fictional_profiles,
    own: isTwoWay(ctx) ? ownFactsOf(ctx.viewer.profile, ctx.now) : null,
  };
}

/** A member sees who looks for somebody like them, unless they asked for everybody. */
export function isTwoWay(ctx: Pick<Searcher, "viewer">): ctx is { viewer: NonNullable<Searcher["viewer"]> } {
  return ctx.viewer !== null && ctx.viewer.preferences.wishes.everybody !== true;
}

type Field =
  | Exclude<ProfileField, "height">
  | "min_height"
  | "max_height"
  | "answers"
  | "country"
  | "countryregion"
  | "min_age"
  | "max_age"
  | "online"
  | "active"
  | "new"
  | OwnFlag
  | "photo"
  | "checked"
  | "verified"
  | "distance";

const PART_OF: Record<Field, Part> = {
  countryregion: "region",
  min_age: "bornUntil",
  max_age: "bornAfter",
  ...eachAttribute<Record<Attribute, Attribute>>((attribute) => attribute),
  min_height: "tallFrom",
  max_height: "tallUntil",
  languages: "languages",
  interests: "interest",
  answers: "answers",
  online: "online",
  active: "active",
  new: "new",
  answered: "answered",
  unopened: "unopened",
  unpassed: "unpassed",
  photo: "photo",
  checked: "checked",
  verified: "verified",
  distance: "distance",
  country: "country",
};

/** In form order; the country comes last. */
export function fieldsOf(parts: Part[]): Field[] {
  return (Object.keys(PART_OF) as Field[]).filter((field) => parts.includes(PART_OF[field]));
}

/** Equal for equal filters. */
export function filterKeyOf(filter: Filter): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The key of a saved search as this site reads it. */
export function filterKeyOn(settings: Settings, key: string): string {
  const gender = onlyGender(settings);
  return gender ? filterKeyOf({ ...(Object.fromEntries(JSON.parse(key) as [string, string][]) as Filter), gender }) : key;
}

/** No region where the domain asks for none. */
export function offeredRegions({ domain }: Pick<Context, "domain">, regionsOf: RegionCodes): RegionCodes {
  return domain.settings.region_data === "yes" ? regionsOf : () => [];
}

export function isNarrow({ gender: _gender, country: _country, countryregion: _region, ...rest }: Filter): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}
