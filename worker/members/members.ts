import type { Context } from "#worker/context.ts";
import type { Viewer } from "#worker/identity/viewer.ts";
import { Answer, type Effects } from "#worker/lib/answer.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import type { Cursors } from "#worker/lib/cursor.ts";
import { AppError } from "#worker/lib/errors.ts";
import { type Limits, type Rule, refuseOver } from "#worker/lib/limits.ts";
import { limitOf } from "#worker/lib/limits-table.ts";
import type { Counters } from "#worker/live/live.protocol.ts";
import type { Live } from "#worker/live/live.ts";
import { opensDomain } from "#worker/signup/source.ts";
import { cardOf, isShownHere } from "./card.ts";
import type { contract, Filter } from "./members.contract.ts";
import type { Found, MembersStore, Standing } from "./members.store.ts";
import { profileOf } from "./profile.ts";
import type { Page, SearchStore, Total } from "./search.store.ts";
import { appliedFilter, fieldsOf, isNarrow, type RegionCodes, searchOf } from "./search.ts";
import type { Part, Position, Sort } from "./search-query.ts";

const PAGE_SIZE = 24;
/** Page, total, non-fictional total, exactness, then sort time and id. */
const CURSOR: ["number", "number", "number", "number", "number", "string"] = [
  "number",
  "number",
  "number",
  "number",
  "number",
  "string",
];

type Numbered = Page & { number: number; total: Total; emptiedBy: Part[] };

interface Deps {
  store: MembersStore;
  cursors: Cursors;
  search: SearchStore;
  live: Live;
  limits: Limits;
  regionsOf: RegionCodes;
  keyedHash(text: string): Promise<string>;
}

export function createMembers({ store, cursors, search, live, limits, regionsOf, keyedHash }: Deps) {
  async function pageOf(filter: Filter, sort: Sort, cursor: string | undefined, ctx: Context): Promise<Numbered> {
    const wanted = searchOf(filter, sort, ctx);
    if (!cursor) return { number: 1, ...(await search.firstPage(wanted, PAGE_SIZE)) };
    const [number, count, real, exact, at, id] = cursors.decode(cursor, CURSOR, scopeOf(filter, sort, ctx));
    const page = await search.nextPage(wanted, { at, id }, PAGE_SIZE);
    return { number, total: { count, real, exact: exact === 1 }, emptiedBy: [], ...page };
  }

  return {
    /** @throws authentication_required invalid */
    async members(ctx: Context, input: Input<typeof contract.members>): Promise<Output<typeof contract.members>> {
      await refuseVisitor(ctx, input);
      const filter = appliedFilter(input, ctx, ctx.domain.settings.region_data === "yes" ? regionsOf : () => []);
      const sort = input.sort ?? "last_active";
      const fruitless = isNarrow(filter) ? fruitlessOf(ctx) : null;
      if (fruitless) refuseOver(await limits.check(...fruitless, ctx.now));
      const { rows, next, short, number, total, emptiedBy } = await pageOf(filter, sort, input.cursor, ctx);
      if (fruitless && rows.length === 0) await limits.hit(...fruitless, ctx.now);
      return {
        results: rows.map((row) => cardOf(row, ctx)),
        numResults: total.count,
        numReal: total.real,
        numResultsExact: total.exact,
        pageNumber: number,
        cursor: next && cursorAt(cursors, next, number, total, scopeOf(filter, sort, ctx)),
        lookedAt: short,
        filter,
        emptied_by: fieldsOf(emptiedBy),
      };
    },

    /** Opening a profile marks its like as seen. @throws not_found blocked */
    async member(ctx: Context, { id, ...link }: Input<typeof contract.member>): Promise<Answer<Output<typeof contract.member>>> {
      await refuseVisitor(ctx, link);
      const { pool } = ctx.domain;
      const { viewer } = ctx;
      if (!viewer || viewer.id === id) {
        const found = await store.find(id, pool);
        if (!found || (!viewer && !isOpen(found.profile, ctx))) throw new AppError("not_found");
        return new Answer({ profile: shown(found, ctx), relation: null, gifts: giftsOf(found, ctx) }, {});
      }
      // Saves the write for members without new likes.
      const open = viewer.account.newLikes > 0;
      if (open) await live.expect(viewer.id);
      const found = await store.findFor(viewer.id, id, pool, open);
      const counters = open ? await tellOpened(viewer, found?.counters ?? null) : undefined;
      const { standing, ...seen } = seenBy(ctx, found, { counters });
      const { liked, likesMe: likes_me, match, conversation, unlocked } = standing;
      const relation = { liked, likes_me, match, conversation };
      return new Answer({ profile: shown(seen, ctx, unlocked), relation, gifts: giftsOf(seen, ctx) }, { counters });
    },
  };

  /** A visitor needs an open domain or a signed traffic-source link. */
  async function refuseVisitor(
    ctx: Context,
    { network, sig }: Pick<Input<typeof contract.members>, "network" | "sig">,
  ): Promise<void> {
    const { logged_out_search, logged_out_search_trafficsource } = ctx.domain.settings;
    if (ctx.viewer || logged_out_search) return;
    const source = network === undefined ? ctx.source : { network, sig };
    if (!logged_out_search_trafficsource || !(await opensDomain(source, ctx.domain, ctx.now, keyedHash)))
      throw new AppError("authentication_required");
  }

  /** The sums after a new like was opened; undefined if there was none. */
  async function tellOpened(viewer: Viewer, counters: Counters | null): Promise<Counters | undefined> {
    const changed = counters && counters.new_likes !== viewer.account.newLikes ? counters : undefined;
    await live.tell(viewer.id, { events: [], changed: changed ? ["likes", "user"] : [], ...(changed && { counters: changed }) });
    return changed;
  }
}

/** Visitors get the same answer for hidden and missing profiles. */
function isOpen(profile: Found["profile"], ctx: Context): boolean {
  return profile.status === "active" && profile.shownToVisitors && isShownHere(profile, ctx);
}

/** Conversation partners still see invisible members and hidden fictional profiles. */
function isSeen(profile: Found["profile"], { conversation }: Standing, ctx: Context): boolean {
  if (profile.status === "active" && isShownHere(profile, ctx)) return true;
  return (profile.status === "active" || profile.status === "hidden") && conversation !== null;
}

/** @throws not_found, blocked */
export function seenBy<F extends Found & { standing: Standing }>(ctx: Context, found: F | null, effects: Effects = {}): F {
  if (!found || !isSeen(found.profile, found.standing, ctx) || found.standing.blockedByMe)
    throw new AppError("not_found", { effects });
  if (found.standing.blockedMe) throw new AppError("blocked", { params: { name: found.profile.name }, effects });
  return found;
}

function shown({ profile, photos }: Found, ctx: Context, unlocked = false) {
  return profileOf(profile, photos, ctx, { unlocked });
}

/** Each gift once, with its number. */
function giftsOf({ gifts }: Found, { domain }: Context): Output<typeof contract.member>["gifts"] {
  if (!domain.features.gifts) return [];
  return [...Map.groupBy(gifts, ({ gift }) => gift.id)].map(([id, same]) => ({
    id,
    names: same[0]?.gift.names ?? null,
    count: same.length,
  }));
}

/** Binds a cursor to its search. */
function scopeOf(filter: Filter, sort: Sort, ctx: Context): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify([ctx.domain.pool, sort, entries.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function cursorAt(cursors: Cursors, { at, id }: Position, page: number, { count, real, exact }: Total, scope: string): string {
  return cursors.encode([page + 1, count, real, Number(exact), at, id], scope);
}

function fruitlessOf({ viewer, network }: Context): Rule {
  return viewer ? limitOf("memberFruitlessSearches", { member: viewer.id }) : limitOf("visitorFruitlessSearches", { network });
}
