import {
  BODY_TYPES,
  EYE_COLOURS,
  GENDERS,
  HAIR_COLOURS,
  REASONS,
  RELATIONSHIPS,
  SEXUALITIES,
  TATTOOS,
} from "#db/schema/attributes.ts";
import type { CallOutput } from "#worker/calls.ts";
import type { ProfileField, Settings } from "#worker/domains/settings.ts";
import { edge } from "#worker/edge/edge.ts";
import { trailCookie } from "#worker/edge/trail.ts";
import { AppError } from "#worker/lib/errors.ts";
import { contract, type Filter } from "#worker/members/members.contract.ts";
import { anchorOf } from "./cards.tsx";

type Field = keyof Filter;
type Sort = "last_active" | "newest";

/** A search as its page shows it. */
export interface SearchState {
  answer: CallOutput<"members">;
  sort: Sort;
  /** The traffic source that lets a visitor search, kept from page to page. */
  network: string | null;
  /** The signature of its link. */
  sig: string | null;
  /** What was asked for and could not be, with the reason in words. */
  ignored: { field: string; message: string }[];
}

/**
 * The search that an address asks for. What the search refuses is left out and named, so that a list is shown all the
 * same: an old link, or a region that stayed in the form when the country changed.
 */
export async function searchFor(query: URLSearchParams): Promise<SearchState> {
  const { backend, t, source } = edge();
  const input: Record<string, string> = {};
  for (const name of Object.keys(contract.members.input.shape)) input[name] = query.get(name) ?? "";
  // Who came by a link that opens the search need not carry it from page to page.
  input.network = source.network ?? "";
  input.sig = source.sig ?? "";
  const ignored: SearchState["ignored"] = [];
  // Form, meaning and cursor are looked at one after the other, and each may refuse something.
  for (let rounds = 3; ; rounds--) {
    try {
      const answer = await backend.members(input);
      const [network, sig] = [query.get("network") || null, query.get("sig") || null];
      return { answer, sort: input.sort === "newest" ? "newest" : "last_active", network, sig, ignored };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid" || rounds === 0) throw error;
      for (const { field, code, params } of error.fields) {
        input[field] = "";
        if (field !== "countryregion") ignored.push({ field, message: t(`errors.field.${code}`, params) });
      }
      // A cursor belongs to the search that is not the same any more.
      input.cursor = "";
    }
  }
}

/** The address of a search that differs in some filters; undefined leaves one out. A page starts from the beginning. */
export function searchHref(
  { answer, sort, network, sig }: SearchState,
  change: Partial<Record<Field | "sort" | "cursor", string | undefined>> = {},
): string {
  const link = { network: network ?? undefined, sig: sig ?? undefined };
  const all = { ...answer.filter, sort: sort === "newest" ? sort : undefined, ...link, ...change };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, String(value));
  return `/members?${query}`;
}

/** Keeps where a viewer is in a search, for the way back from a profile. */
export function keepSearch(search: SearchState): void {
  const { url, method, trail, answer, secure } = edge();
  // An address with `t` is left for the one without: what that hands on must not be written over.
  if (url.searchParams.has("t")) return;
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const query = new URL(searchHref(search, { cursor: search.answer.pageNumber > 1 ? cursor : undefined }), url).search.slice(1);
  if (method === "GET" && query !== trail.search)
    answer.append("set-cookie", trailCookie({ search: query, popup: null }, secure));
}

/** The search that was looked at last, at the card of this member. */
export function lastSearchHref(id: string): string {
  const { search } = edge().trail;
  return search === null ? "/members" : `/members?${new URLSearchParams(search)}#${anchorOf(id)}`;
}

/** The filters that narrow a list: all but gender and country, which every search has. */
export function narrowing(filter: Filter): Exclude<Field, "gender" | "country">[] {
  const { gender: _gender, country: _country, ...rest } = filter;
  return (Object.keys(rest) as (keyof typeof rest)[]).filter((field) => rest[field] !== undefined);
}

/** The codes to choose from in a search field. */
export function codesOf(field: ProfileField, settings: Pick<Settings, "interests">): readonly string[] {
  return field === "interests" ? settings.interests : CODES[field];
}

const CODES = {
  sexuality: SEXUALITIES,
  hair: HAIR_COLOURS,
  eyes: EYE_COLOURS,
  body: BODY_TYPES,
  relationship: RELATIONSHIPS,
  tattoos: TATTOOS,
  reason: REASONS,
} as const;

export const GENDERS_SHOWN = GENDERS.toReversed();
