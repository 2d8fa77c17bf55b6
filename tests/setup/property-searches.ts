import fc from "fast-check";
import { connect } from "#db/client.ts";
import { ATTRIBUTES, type Attribute, eachAttribute } from "#db/schema/attribute-table.ts";
import { createMembersStore } from "#worker/discovery/members/members.store.ts";
import { createMembers } from "#worker/discovery/members/members.ts";
import { createSearchStore } from "#worker/discovery/members/search.store.ts";
import { SORTS } from "#worker/discovery/members/search.vocabulary.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import type { Limits } from "#worker/platform/limits.ts";
import type { CallInput, CallOutput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import { PROFILE_FIELDS, type Settings } from "#worker/sites/domains/settings.vocabulary.ts";

type Members = ReturnType<typeof createMembers>;
export type SearchInput = CallInput<"members">;

/** The rules without limits to searches that find nobody. */
export function unlimitedMembers(env: Env): Members {
  const db = connect(env.DB);
  const free = async () => ({ allowed: true, retryAfterMs: 0 });
  const limits: Limits = { hit: free, check: free, release: async () => {}, clear: async () => {} };
  return createMembers({
    store: createMembersStore(db),
    cursors: createCursors("secret"),
    search: createSearchStore(db),
    live: servicesOf(env).live,
    limits,
    regionsOf: (country) => regionsOf(country).map(({ code }) => code),
    keyedHash: async (text) => text,
    visit: async () => {},
    openSearch: async () => {},
    after: () => {},
  });
}

const maybe = <T>(...codes: T[]) => fc.option(fc.constantFrom(...codes), { nil: undefined, freq: 2 });

/** A domain whose members search by every field. */
export const EVERY_FIELD: Pick<Settings, "search_fields"> = { search_fields: [...PROFILE_FIELDS] };

/** Any filters and orders that such a domain offers to a member who names a town and interests. */
export function anySearch(): fc.Arbitrary<SearchInput> {
  const ages = fc.option(fc.tuple(fc.integer({ min: 18, max: 60 }), fc.integer({ min: 5, max: 40 })), { freq: 2 });
  return fc
    .record({
      gender: maybe("female", "male", "everyone"),
      country: maybe("NL", "DE", "all"),
      region: maybe("NL-NH", "NL-UT"),
      ages,
      ...eachAttribute<Record<Attribute, fc.Arbitrary<string | undefined>>>((attribute) =>
        maybe<string>(...ATTRIBUTES[attribute].codes.slice(0, 2)),
      ),
      min_height: maybe(160, 175),
      max_height: maybe(170, 190),
      languages: maybe("nl", "de"),
      interests: maybe("wine", "tea,beach"),
      interests_match: maybe("all"),
      online: maybe("1"),
      active: maybe("day", "week"),
      new: maybe("1"),
      unopened: maybe("1"),
      unpassed: maybe("1"),
      photo: maybe("1"),
      checked: maybe("1"),
      verified: maybe("1"),
      distance: maybe("10", "25", "50", "100"),
      sort: fc.constantFrom(...SORTS),
      used: fc.integer({ min: 0, max: 6 }),
    })
    .map(({ ages: age, region, used, sort, ...rest }) => {
      // Few filters at a time: many of them together fit nobody.
      const given = Object.entries({ ...rest, ages: age, region }).filter(([, value]) => value !== undefined && value !== null);
      const few = Object.fromEntries(given.toSorted(([a], [b]) => weight(a, used) - weight(b, used)).slice(0, used)) as Partial<
        typeof rest & { ages: [number, number]; region: string }
      >;
      const { ages: chosen, region: here, ...filter } = few;
      return {
        ...filter,
        sort,
        ...(chosen && { min_age: chosen[0], max_age: Math.min(99, chosen[0] + chosen[1]) }),
        ...(here && { country: "NL", countryregion: here }),
      } as SearchInput;
    });
}

/** Orders names differently for each seed. */
function weight(name: string, seed: number): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + seed * 17) % 1009, 7);
}

/** Ids of all pages in order, their distances, and the first page. */
export async function everyPage(members: Members, ctx: Context, input: SearchInput) {
  const ids: string[] = [];
  const distances: Record<string, number | null> = {};
  let first: CallOutput<"members"> | undefined;
  for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
    if (pages > 50) throw new Error("a search never ends");
    const page = await members.members(ctx, { ...input, cursor });
    first ??= page;
    for (const { id, distance } of page.results) {
      ids.push(id);
      distances[id] = distance;
    }
    cursor = page.cursor ?? undefined;
  }
  if (!first) throw new Error("a search has a first page");
  return { ids, distances, first };
}
