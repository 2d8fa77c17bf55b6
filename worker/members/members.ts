import type { Viewer } from "../accounts/viewer.ts";
import type { CallInput, CallOutput } from "../calls.ts";
import type { Context } from "../context.ts";
import { decodeCursor, encodeCursor } from "../lib/cursor.ts";
import { AppError } from "../lib/errors.ts";
import type { Live } from "../live/live.ts";
import type { Counters } from "../live/live.protocol.ts";
import { type CardRow, cardOf } from "./card.ts";
import type { Filter } from "./members.contract.ts";
import type { Found, MembersStore, Standing } from "./members.store.ts";
import { profileOf } from "./profile.ts";
import { appliedFilter, type RegionCodes, searchOf, withoutEach } from "./search.ts";
import type { Page, SearchStore, Sort } from "./search.store.ts";

const PAGE_SIZE = 24;

interface Deps {
  store: MembersStore;
  search: SearchStore;
  live: Live;
  /** The region codes of a country. */
  regionsOf: RegionCodes;
}

export function createMembers({ store, search, live, regionsOf }: Deps) {
  /** A page of cards, and one row more where there is a next page. */
  async function pageOf(filter: Filter, sort: Sort, cursor: string | undefined, ctx: Context) {
    const wanted = searchOf(filter, sort, ctx);
    const scope = scopeOf(filter, sort, ctx);
    if (!cursor) return { scope, number: 1, ...(await search.firstPage(wanted, PAGE_SIZE + 1)) };
    const [number, total, at, id] = decodeCursor(cursor, ["number", "number", "number", "string"], scope);
    return { scope, number, total, rows: await search.nextPage(wanted, { at, id }, PAGE_SIZE + 1, total) };
  }

  /** The filters without any one of which somebody would be found. */
  async function emptiedBy(filter: Filter, sort: Sort, ctx: Context): Promise<string[]> {
    const dropped = withoutEach(filter);
    const finds = await search.finds(dropped.map((one) => searchOf(one.filter, sort, ctx)));
    return dropped.filter((_, i) => finds[i]).map(({ field }) => field);
  }

  return {
    /** @throws authentication_required where visitors may not search; invalid for a filter or cursor that is not to be had. */
    async members(ctx: Context, input: CallInput<"members">): Promise<CallOutput<"members">> {
      refuseVisitor(ctx, input.network);
      const filter = appliedFilter(input, ctx, ctx.domain.settings.region_data === "yes" ? regionsOf : () => []);
      const sort = input.sort ?? "last_active";
      const { scope, number, total, rows } = await pageOf(filter, sort, input.cursor, ctx);
      const shown = rows.slice(0, PAGE_SIZE);
      const empty = number === 1 && shown.length === 0;
      return {
        results: shown.map((row) => cardOf(row, ctx)),
        numResults: empty ? 0 : total,
        pageNumber: number,
        cursor: rows.length > PAGE_SIZE ? cursorAfter(shown.at(-1) as CardRow, number, { total, sort, scope }) : null,
        filter,
        emptied_by: empty ? await emptiedBy(filter, sort, ctx) : [],
      };
    },

    /**
     * A profile as this viewer may see it. Opening it makes a new like of theirs an old one.
     * @throws not_found for one that is not to be seen, `blocked` with the name of a member who blocked the viewer.
     */
    async member(ctx: Context, { id, network }: CallInput<"member">): Promise<CallOutput<"member">> {
      refuseVisitor(ctx, network);
      const { pool } = ctx.domain;
      const { viewer } = ctx;
      if (!viewer || viewer.id === id) {
        const found = await store.find(id, pool);
        if (!found || (!viewer && found.profile.status !== "active")) throw new AppError("not_found");
        return { profile: shown(found, ctx), relation: null };
      }
      // Only somebody with new likes can have one from here: all others are spared the write.
      const open = viewer.account.newLikes > 0;
      if (open) await live.expect(viewer.id);
      const found = await store.findFor(viewer.id, id, pool, open);
      if (open) await tellOpened(viewer, found?.counters ?? null);
      if (!found || !isSeen(found.profile.status, found.standing) || found.standing.blockedByMe) throw new AppError("not_found");
      const { standing } = found;
      if (standing.blockedMe) throw new AppError("blocked", { params: { name: found.profile.name } });
      const { liked, likesMe: likes_me, match, conversation } = standing;
      return { profile: shown(found, ctx), relation: { liked, likes_me, match, conversation } };
    },
  };

  async function tellOpened(viewer: Viewer, counters: Counters | null): Promise<void> {
    const changed = counters !== null && counters.new_likes !== viewer.account.newLikes;
    await live.tell(viewer.id, { events: [], changed: changed ? ["likes", "user"] : [], ...(changed ? { counters } : {}) });
    // What this request goes on to show, the badge beside the profile for one, counts without this like.
    if (changed) viewer.account.newLikes = counters.new_likes;
  }
}

/** Who is invisible is still there for those they talk with. */
function isSeen(status: Found["profile"]["status"], { conversation }: Standing): boolean {
  return status === "active" || (status === "hidden" && conversation !== null);
}

function shown({ profile, photos }: Found, ctx: Context) {
  return profileOf(profile, photos, ctx);
}

/** Visitors look around where the domain lets all of them, or those who come by one of its traffic sources. */
function refuseVisitor(ctx: Context, network: string | undefined): void {
  const { logged_out_search, logged_out_search_trafficsource } = ctx.domain.settings;
  const from = network ?? ctx.source.network ?? "";
  const invited = logged_out_search_trafficsource && ctx.domain.trafficSources.includes(from);
  if (!ctx.viewer && !logged_out_search && !invited) throw new AppError("authentication_required");
}

/** A cursor is good for the search it was made for. */
function scopeOf(filter: Filter, sort: Sort, ctx: Context): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify([ctx.domain.pool, sort, entries.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function cursorAfter(
  last: CardRow,
  page: number,
  { total, sort, scope }: Pick<Page, "total"> & { sort: Sort; scope: string },
): string {
  return encodeCursor([page + 1, total, sort === "newest" ? last.createdAt : last.lastActiveAt, last.id], scope);
}
