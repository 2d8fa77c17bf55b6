import type { Live } from "#worker/delivery/live/live.ts";
import { isWished, wishFilterOf } from "#worker/discovery/wishes/wish-filter.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { opensDomain } from "#worker/people/identity/source.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { activityOf } from "#worker/people/preferences/preferences.vocabulary.ts";
import { Answer, type Effects } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { type Limits, type Rule, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { isShownToVisitors, onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";
import { cardOf, isShownHere } from "./card.ts";
import { createExpectedSearches } from "./expected-search.ts";
import { firstLinesOf } from "./first-lines.ts";
import { shownPart } from "./liked-part.ts";
import type { contract, Filter, LikedPart, LikePart } from "./members.contract.ts";
import type { Found, MembersStore, Standing } from "./members.store.ts";
import { createOpenLike } from "./open-like.ts";
import { profileOf } from "./profile.ts";
import type { Page, SearchStore, Total } from "./search.store.ts";
import {
  appliedFilter,
  fieldsOf,
  filterKeyOf,
  filterKeyOn,
  isNarrow,
  isTwoWay,
  offeredRegions,
  type RegionCodes,
  searchOf,
} from "./search.ts";
import type { Sort } from "./search.vocabulary.ts";
import type { Next, Part } from "./search-query.ts";
import type { SavedRow } from "./search-saved.sql.ts";
import type { SimilarTo } from "./similar.sql.ts";
import { nearestTo } from "./similar.ts";
import { isSuited, ownFactsOf } from "./two-way.ts";

const PAGE_SIZE = 24;
/** How a total is known, in a cursor. */
const [ABOUT, EXACT, LEAST] = [0, 1, 2];
/** Page, total, non-fictional total, how both are known, then where the page begins (JSON). */
const CURSOR: ["number", "number", "number", "number", "string"] = ["number", "number", "number", "number", "string"];

type Numbered = Page & { number: number; total: Total; unsuited: Total | null; emptiedBy: Part[]; saved: SavedRow[] };

type Asking = Pick<Context, "domain"> & { viewer: { id: string } | null };

interface Deps {
  store: MembersStore;
  cursors: Cursors;
  search: SearchStore;
  live: Live;
  limits: Limits;
  regionsOf: RegionCodes;
  keyedHash(text: string): Promise<string>;
  visit(visitor: string, visited: string, now: number): Promise<void>;
  /** New members of a saved search count as seen. */
  openSearch(memberId: string, id: string): Promise<void>;
  /** Continues after the response. */
  after(work: Promise<unknown>): void;
}

export function createMembers({ store, cursors, search, live, limits, regionsOf, keyedHash, visit, openSearch, after }: Deps) {
  const similarFor = ({ viewer, domain }: Asking): SimilarTo => ({
    viewerId: viewer?.id ?? null,
    fictional: domain.settings.fictional_profiles,
    only: onlyGender(domain.settings),
  });

  const expected = createExpectedSearches();
  const openLike = createOpenLike({ store, live });

  async function pageOf(filter: Filter, input: Input<typeof contract.members>, ctx: Context): Promise<Numbered> {
    const { sort = "last_active", cursor } = input;
    const wanted = searchOf(filter, sort, ctx);
    if (!cursor) {
      const { viewer } = ctx;
      const prefetched = viewer && takePrefetched({ ...ctx, viewer }, "members", wanted);
      const first = await search.firstPage(wanted, PAGE_SIZE, ctx.now, prefetched);
      if (viewer && isExpected(filter, input, first.rows.length > 0)) expected.note(viewer.id, input, wanted);
      return { number: 1, ...first };
    }
    const [number, count, real, known, next] = cursors.decode(cursor, CURSOR, scopeOf(filter, sort, ctx));
    const page = await search.nextPage(wanted, JSON.parse(next) as Next, PAGE_SIZE, ctx.now);
    return {
      number,
      total: { count, real, exact: known === EXACT, least: known === LEAST },
      unsuited: null,
      emptiedBy: [],
      saved: [],
      ...page,
    };
  }

  return {
    /** Opening a saved search marks its new members as seen; a prefetch does not. @throws authentication_required invalid */
    async members(ctx: Context, input: Input<typeof contract.members>): Promise<Output<typeof contract.members>> {
      await refuseVisitor(ctx, input);
      const filter = appliedFilter(input, ctx, offeredRegions(ctx, regionsOf));
      const sort = input.sort ?? "last_active";
      const fruitless = isNarrow(filter) ? fruitlessOf(ctx) : null;
      if (fruitless) refuseOver(await limits.check(...fruitless, ctx.now));
      const { rows, next, short, sorted, number, total, unsuited, emptiedBy, saved } = await pageOf(filter, input, ctx);
      const key = filterKeyOf(filter);
      const current = saved.filter((one) => filterKeyOn(ctx.domain.settings, one.key) === key);
      const opened = ctx.prefetch || input.only ? [] : current.filter(({ fresh }) => fresh > 0);
      for (const { id } of opened) if (ctx.viewer) after(openSearch(ctx.viewer.id, id));
      if (fruitless && (input.only ? total.count === 0 : rows.length === 0)) await limits.hit(...fruitless, ctx.now);
      return {
        results: input.only ? [] : rows.map((row) => cardOf(row, ctx)),
        numResults: total.count,
        numReal: total.real,
        numResultsExact: total.exact,
        numResultsLeast: total.least,
        pageNumber: number,
        cursor: next && !input.only ? cursorAt(cursors, next, number, total, scopeOf(filter, sort, ctx)) : null,
        lookedAt: short,
        sortedBy: sorted,
        filter,
        saved: saved.map((one) => ({ id: one.id, name: one.name, new_members: one.fresh, current: current.includes(one) })),
        emptied_by: fieldsOf(emptiedBy),
        two_way: ctx.viewer && twoWayOf(ctx.viewer, unsuited),
      };
    },

    /** Opening a profile marks its like as seen and leaves a visit; a prefetch does neither. @throws not_found blocked */
    async member(ctx: Context, input: Input<typeof contract.member>): Promise<Answer<Output<typeof contract.member>>> {
      const { id, similar, visit: visits, ...link } = input;
      await refuseVisitor(ctx, link);
      const { pool } = ctx.domain;
      const { viewer } = ctx;
      const near = similar ? similarFor(ctx) : null;
      if (!viewer || viewer.id === id) {
        const found = await store.find(id, pool, near);
        if (!found || (!viewer && !isOpen(found.profile, ctx))) throw new AppError("not_found");
        return new Answer({ ...seenOf(found, ctx, near), profile: shown(found, ctx), relation: null, first_lines: [] }, {});
      }
      const found = await store.findFor(viewer.id, id, pool, near, takePrefetched({ ...ctx, viewer }, "member", input));
      const counters = found?.newLike && !ctx.prefetch ? await openLike(viewer, id) : undefined;
      const { standing, ...seen } = seenBy(ctx, found, { counters });
      if (visits !== "0" && leavesVisit(seen.profile, standing, ctx)) after(visit(viewer.id, id, visitTime(viewer, ctx.now)));
      const { liked, likesMe: likes_me, match, conversation, unlocked, photoAccess } = standing;
      const relation = {
        liked,
        likes_me,
        match,
        conversation,
        photo_access: ctx.domain.features.private_photos ? photoAccess : null,
        part: partOf(standing.part),
        liked_part: likedPartOf(standing, ctx),
      };
      const profile = shown(seen, ctx, { unlocked, granted: photoAccess === "granted" });
      const first_lines = firstLinesOf({ ...ctx, viewer }, { card: seen.profile, prompts: seen.profile.prompts, conversation });
      return new Answer({ ...seenOf(seen, ctx, near), profile, relation, first_lines }, { counters });
    },

    /** The reads of the search that `members` is expected to make. Null for narrow searches, whose number is limited. */
    prefetchSearch(memberId: string, input: Input<typeof contract.members>, now: number) {
      const wanted = search.asksPrimary(now) ? expected.find(memberId, input) : null;
      return wanted && { wanted, queries: search.firstQueries(wanted, PAGE_SIZE, now) };
    },

    prefetchMember(
      memberId: string,
      { id, similar }: Input<typeof contract.member>,
      { domain }: Pick<Context, "domain">,
    ): object[] {
      const near = similar ? similarFor({ domain, viewer: { id: memberId } }) : null;
      return id === memberId ? [] : store.pairQueries(memberId, id, domain.pool, near);
    },

    /** @throws authentication_required not_found blocked */
    async similar(ctx: Context, { id, ...link }: Input<typeof contract.similar>): Promise<Output<typeof contract.similar>> {
      await refuseVisitor(ctx, link);
      const near = similarFor(ctx);
      const { viewer } = ctx;
      const found =
        viewer && viewer.id !== id
          ? seenBy(ctx, await store.findFor(viewer.id, id, ctx.domain.pool, near))
          : await store.find(id, ctx.domain.pool, near);
      if (!found || (!viewer && !isOpen(found.profile, ctx))) throw new AppError("not_found");
      return similarOf(found, ctx);
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
}

/** The number of fruitless narrow searches is limited; one by wishes that found somebody may be read with the session. */
function isExpected(filter: Filter, { wishes }: Input<typeof contract.members>, found: boolean): boolean {
  return !isNarrow(filter) || (wishes === "1" && found);
}

/** Visitors get the same answer for hidden and missing profiles. */
function isOpen(profile: Found["profile"], ctx: Context): boolean {
  const { status, shownToVisitors, gender } = profile;
  return status === "active" && shownToVisitors && isShownToVisitors(ctx.domain.settings, gender) && isShownHere(profile, ctx);
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

function shown({ profile, photos }: Found, ctx: Context, opened: { unlocked?: boolean; granted?: boolean } = {}) {
  return profileOf(profile, photos, ctx, opened);
}

/** Once a day a pair. Invisible members, who are not active, leave none. */
function leavesVisit(profile: Found["profile"], { visitedAt }: Standing, { viewer, prefetch, now }: Context): boolean {
  if (prefetch || viewer?.profile.status !== "active" || profile.status !== "active") return false;
  return visitedAt === null || visitTime(viewer, now) - visitedAt >= DAY;
}

/** Only the day for members who hide their activity. */
function visitTime({ preferences }: Viewer, now: number): number {
  return activityOf(now, preferences);
}

function partOf(target: Standing["part"]): LikePart | null {
  if (!target) return null;
  return "photo" in target ? { photo: target.photo } : { question: target.prompt.question };
}

function likedPartOf({ likedPart, likedKey }: Standing, ctx: Context): LikedPart | null {
  return likedPart && shownPart(likedPart, likedKey, ctx);
}

function seenOf(found: Found, ctx: Context, near: SimilarTo | null) {
  return {
    gifts: giftsOf(found, ctx),
    similar: near && similarOf(found, ctx),
    open: ctx.domain.settings.logged_out_search && isOpen(found.profile, ctx),
  };
}

function similarOf({ profile, similar }: Found, ctx: Context): Output<typeof contract.similar> {
  const { viewer } = ctx;
  const wishes = viewer && wishFilterOf({ ...ctx, viewer });
  const own = viewer && ownFactsOf(viewer.profile, ctx.now);
  const wanted = similar.filter((row) => (!wishes || isWished(row, wishes)) && (!own || isSuited(row, own)));
  const results = nearestTo(profile, wanted, { visitor: viewer === null }).map((row) => cardOf(row, ctx));
  return { results, numResults: results.length };
}

/** Each gift once, with its number. */
function giftsOf({ gifts }: Found, { domain }: Context): Output<typeof contract.member>["gifts"] {
  if (!domain.features.gifts) return [];
  return [...Map.groupBy(gifts, (gift) => gift.id)].map(([id, same]) => ({
    id,
    names: same[0]?.names ?? null,
    count: same.length,
  }));
}

/** Binds a cursor to its search. */
function scopeOf(filter: Filter, sort: Sort, ctx: Context): string {
  return JSON.stringify([ctx.domain.pool, sort, filterKeyOf(filter), isTwoWay(ctx)]);
}

function cursorAt(cursors: Cursors, next: Next, page: number, { count, real, exact, least }: Total, scope: string): string {
  return cursors.encode([page + 1, count, real, exact ? EXACT : least ? LEAST : ABOUT, JSON.stringify(next)], scope);
}

function twoWayOf({ preferences }: Viewer, others: Total | null): Output<typeof contract.members>["two_way"] {
  const { count = null, real = null, exact = false, least = false } = others ?? {};
  return { everybody: preferences.wishes.everybody === true, others: count, others_real: real, exact, least };
}

function fruitlessOf({ viewer, network }: Context): Rule {
  return viewer ? limitOf("memberFruitlessSearches", { member: viewer.id }) : limitOf("visitorFruitlessSearches", { network });
}
