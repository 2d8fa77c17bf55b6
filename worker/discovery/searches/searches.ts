import { BY_CONSENT } from "#db/schema/attribute-table.ts";
import { filterSchema } from "#worker/discovery/members/members.contract.ts";
import { appliedFilter, filterKeyOf, offeredRegions, type RegionCodes } from "#worker/discovery/members/search.ts";
import { SORTS } from "#worker/discovery/members/search.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { cleanLine, textLength } from "#worker/platform/text.ts";
import { soughtOn } from "#worker/sites/domains/genders.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { LOOK_EVERY } from "./looks.ts";
import type { contract, SavedSearch } from "./searches.contract.ts";
import type { SearchesStore, SearchRow } from "./searches.store.ts";
import { MOST_SEARCHES, SEARCH_NAME } from "./searches.vocabulary.ts";

type List = Output<typeof contract.savedSearches>;

export function createSearches({ store, regionsOf }: { store: SearchesStore; regionsOf: RegionCodes }) {
  const listOf = async (
    { viewer, domain: { settings } }: MemberContext,
    prefetched: unknown[][] | null = null,
  ): Promise<List> => ({
    searches: (await store.list(viewer.id, prefetched)).flatMap((row) => shown(row, settings)),
    most: MOST_SEARCHES,
  });

  return {
    savedSearches: async (ctx: MemberContext): Promise<List> => listOf(ctx, takePrefetched(ctx, "savedSearches", {})),

    /** The query that `savedSearches` reads. */
    prefetchSearches: (memberId: string): object[] => [store.listQuery(memberId)],

    /** Idempotent. @throws invalid */
    async saveSearch(
      ctx: MemberContext,
      { name, sort = "last_active", notify, ...wanted }: Input<typeof contract.saveSearch>,
    ): Promise<Output<typeof contract.saveSearch>> {
      const called = nameFrom(name);
      const filter = appliedFilter({ ...wanted, sort }, ctx, offeredRegions(ctx, regionsOf));
      // Searching by it stores nothing; a saved one can tell the own belief.
      const unasked = ctx.viewer.preferences.beliefs ? [] : BY_CONSENT.filter((field) => filter[field]);
      if (unasked.length > 0) throw invalid(...unasked.map((field) => ({ field, code: "consent_required" as const })));
      // Whoever has answered is no news: the member saw the answer.
      if (filter.answered) throw invalid({ field: "answered", code: "not_kept" });
      const own = { id: newId(), memberId: ctx.viewer.id, domainId: ctx.domain.id };
      const row = { ...own, filter, filterKey: filterKeyOf(filter), name: called, sort, notify };
      const saved = await store.save(row, MOST_SEARCHES, ctx.now + LOOK_EVERY, ctx.now);
      const [search] = saved ? shown(saved, ctx.domain.settings) : [];
      if (!search) throw invalid({ field: "name", code: "search_limit", params: { max: MOST_SEARCHES } });
      return { search };
    },

    /** Idempotent. @throws invalid not_found */
    async changeSearch(
      ctx: MemberContext,
      { search, name, notify }: Input<typeof contract.changeSearch>,
    ): Promise<Output<typeof contract.changeSearch>> {
      const change = { name: name === undefined ? undefined : nameFrom(name), notify };
      if (!(await store.change(ctx.viewer.id, search, change, ctx.now + LOOK_EVERY, ctx.now))) throw new AppError("not_found");
      return listOf(ctx);
    },

    /** @throws not_found */
    async removeSearch(
      ctx: MemberContext,
      { search }: Input<typeof contract.removeSearch>,
    ): Promise<Output<typeof contract.removeSearch>> {
      if (!(await store.remove(ctx.viewer.id, search))) throw new AppError("not_found");
      return listOf(ctx);
    },
  };
}

/** @throws invalid */
function nameFrom(given: string): string {
  const name = cleanLine(given);
  if (name === "") throw invalid({ field: "name", code: "required" });
  if (textLength(name) > SEARCH_NAME) throw invalid({ field: "name", code: "too_long", params: { max: SEARCH_NAME } });
  return name;
}

/** A later build may know fewer codes; such a search is left out. */
function shown({ id, name, filter, sort, notify, fresh, foundAt }: SearchRow, settings: Settings): SavedSearch[] {
  const known = filterSchema.safeParse(filter);
  if (!known.success) return [];
  const { gender } = known.data;
  const found_at = foundAt === null ? null : new Date(foundAt).toISOString();
  return [
    {
      id,
      name,
      filter: gender ? { ...known.data, gender: soughtOn(settings, gender) } : known.data,
      sort: SORTS.find((one) => one === sort) ?? "last_active",
      notify,
      new_members: fresh,
      found_at,
    },
  ];
}
