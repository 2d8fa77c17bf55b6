import { queryOf } from "#app/ui/query.ts";
import { ATTRIBUTES } from "#db/schema/attribute-table.ts";
import { isIntimate, listedInterests } from "#worker/discovery/members/interests.vocabulary.ts";
import { contract, type Filter, filterSchema } from "#worker/discovery/members/members.contract.ts";
import { interestsOf, SORTS, type Sort } from "#worker/discovery/members/search.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { trailCookie } from "#worker/server/edge/trail.ts";
import { onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";
import { showsIntimate } from "#worker/sites/domains/intimate.vocabulary.ts";
import type { ProfileField, Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { anchorOf } from "./anchor.ts";
import { spokenByName } from "./attributes.ts";

type Field = keyof Filter;

const PAGE = "/members";
const SEARCH_NAMES = new Set(
  Object.keys(contract.members.input.shape).filter((name) => !["only", "wishes", "network", "sig"].includes(name)),
);

const NARROWING = Object.keys(filterSchema.shape);

export interface SearchState {
  answer: CallOutput<"members">;
  sort: Sort;
  /** Traffic source that opens the search to visitors; every link keeps it. */
  network: string | null;
  sig: string | null;
  ignored: { field: string; message: string }[];
}

/** Drops and reports rejected filters: old links and regions of another country still work. */
export async function searchFor(query: URLSearchParams): Promise<SearchState> {
  const { backend, t } = edge();
  const input = searchInput(query);
  const ignored: SearchState["ignored"] = [];
  const everyday = findableInterests(input);
  if (everyday !== null) {
    input.interests = everyday;
    ignored.push({ field: "interests", message: t("errors.field.intimate_hidden") });
  }
  // Schema, filters and cursor are checked in turn; each check may reject something.
  for (let rounds = 3; ; rounds--) {
    try {
      const answer = await backend.members(input);
      const [network, sig] = [query.get("network") || null, query.get("sig") || null];
      const sort = SORTS.find((one) => one === input.sort) ?? "last_active";
      return { answer, sort, network, sig, ignored };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid" || rounds === 0) throw error;
      for (const { field, code, params } of error.fields) {
        input[field] = "";
        // An upstream may not know it.
        if (field === "wishes") continue;
        if (field !== "countryregion" || !isRegionElsewhere(query.get("countryregion") ?? ""))
          ignored.push({ field, message: t(`errors.field.${code}`, params) });
      }
      // A cursor is only valid for the same search.
      input.cursor = "";
    }
  }
}

/** Without what only pairs see; null if nothing of it is searched. An upstream may not know the rule. */
function findableInterests({ interests }: Record<string, string>): string | null {
  const { settings } = edge();
  const wanted = (interests ?? "").split(",").filter(Boolean);
  const left = showsIntimate(settings) ? wanted : wanted.filter((code) => !isIntimate(code));
  return left.length < wanted.length ? left.join(",") : null;
}

export function searchInput(query: URLSearchParams): Record<string, string> {
  const { source, settings } = edge();
  const input: Record<string, string> = {};
  for (const [name, value] of query) {
    if (value !== "" && SEARCH_NAMES.has(name)) input[name] = input[name] ? `${input[name]},${value}` : value;
  }
  // Without a filter of its own the search begins with the member's wishes, which the page shows as its filters.
  if (!NARROWING.some((name) => input[name])) input.wishes = "1";
  // Links of other sites and times still work; an upstream is told too.
  const gender = onlyGender(settings);
  if (gender) input.gender = gender;
  // A cookie keeps the source of a link that opens the search to visitors.
  if (source.network) input.network = source.network;
  if (source.sig) input.sig = source.sig;
  return input;
}

/** A form sends the region of the former country along. */
function isRegionElsewhere(region: string): boolean {
  return edge().settings.countries.includes(region.slice(0, 2) as never) && region[2] === "-";
}

/** URL of the search with changed filters; undefined removes one. Paging restarts. */
export function searchHref(
  { answer, sort, network, sig }: SearchState,
  change: Partial<Record<Field | "sort" | "cursor", string | undefined>> = {},
): string {
  const link = { network: network ?? undefined, sig: sig ?? undefined };
  return hrefOf({ ...answer.filter, sort: sort === "last_active" ? undefined : sort, ...link, ...change });
}

export function hrefOf(parts: Readonly<Record<string, string | number | undefined>>): string {
  return `${PAGE}?${queryOf(parts)}`;
}

/** Stores the search in a cookie for the way back from a profile. */
export function keepSearch(search: SearchState): void {
  const { url, method, trail, answer, secure, byScript } = edge();
  if (byScript) return;
  // `t` leads to a redirect without it; this response must not overwrite the cookie.
  if (url.searchParams.has("t")) return;
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const query = searchHref(search, { cursor: search.answer.pageNumber > 1 ? cursor : undefined }).slice(PAGE.length + 1);
  if (method === "GET" && query !== trail.search)
    answer.append("set-cookie", trailCookie({ search: query, popup: null }, secure));
}

export function lastSearchHref(id: string): string {
  const { search } = edge().trail;
  return search === null ? PAGE : `${PAGE}?${new URLSearchParams(search)}#${anchorOf(id)}`;
}

/** Active filters except gender and country, which every search has. */
export function narrowing(filter: Filter): Narrowing[] {
  const { gender: _gender, country: _country, interests_match: _match, ...rest } = filter;
  return (Object.keys(rest) as (keyof typeof rest)[]).filter((field) => rest[field] !== undefined);
}
export type Narrowing = Exclude<Field, "gender" | "country" | "interests_match">;

export function withoutInterest(search: SearchState, interest: string): string {
  const left = interestsOf(search.answer.filter).filter((code) => code !== interest);
  return searchHref(search, {
    interests: left.length > 0 ? left.join(",") : undefined,
    interests_match: left.length > 1 ? search.answer.filter.interests_match : undefined,
  });
}

/** What a field is searched by; a height has a range instead. */
export function codesOf(
  field: ProfileField,
  settings: Pick<Settings, "interests" | "intimate_interests" | "niche">,
): readonly string[] {
  if (field === "languages") return spokenByName();
  if (field === "height") return [];
  return field === "interests" ? listedInterests(settings.interests, settings) : ATTRIBUTES[field].codes;
}
