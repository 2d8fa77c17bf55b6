import type { SQL } from "drizzle-orm";
import { profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { CARD_JSON } from "./card.sql.ts";
import { bitmapTables, chosenGroups } from "./search-bits.sql.ts";
import { filters, isNarrow, isRanked, number, walksBy, walksRegion } from "./search-filters.sql.ts";
import { chatsOfALook, rowsOfALook } from "./search-pairs.sql.ts";
import type { Next, Position, Search } from "./search-query.ts";
import { placeTotal } from "./search-totals.sql.ts";
import { lastOf, positionIn, seenInSlots, seenOnWalk } from "./search-walk.sql.ts";

const p = aliased(profiles, "p");

export const LOOKED_AT = 2000;
/** First chunk; a narrow search reads more only when the page is not full. */
const FIRST_LOOK = 300;
/** Profiles that a page sorts. */
const RANKED = 600;
const RANKED_FIRST = 300;
/** After bitmaps that found nobody, for the filters that exclude everybody. */
const REASONS = 300;
const MOST_WALKED_TOO = LOOKED_AT - 1000;
const ROWS_OF_COUNTRIES = 100;
const ROWS_LEFT = sql`(SELECT ${number(LOOKED_AT - ROWS_OF_COUNTRIES)} - spent FROM slots)`;
const NOBODY = sql`((SELECT found FROM rare) = 0 AND (SELECT unread FROM slots) IS NULL)`;
/** Extra rows for a search by place alone, which shows nearly every row. */
const SPARE = 7;
/** The walk by distance meets all genders. */
const SPARE_NEAR = 55;

export interface PageOf {
  next: Next | null;
  size: number;
  /** Reads a place completely when it fits in one walk. */
  countAll: boolean;
  /** Extra columns; they may read the table `done`. */
  extras: SQL[];
  now: number;
  bitmapRows: number;
}

/** Bitmaps find rare matches in places that no walk covers. A ranked list keeps its method on every page. */
function groupsFor(search: Search, next: Next | null, now: number): ReturnType<typeof chosenGroups> {
  return next && !next.bits && isRanked(search) ? [] : chosenGroups(search, now);
}

/** One statement, one row: `size` cards and one more when a next page exists. */
export function page(search: Search, wanted: PageOf): SQL {
  const { next, size, extras, now } = wanted;
  const walks = next?.bits ? [] : chunks(search, wanted);
  const groups = groupsFor(search, next, now);
  const bits = groups.length > 0 ? rare(search, groups, wanted) : [];
  const done = walks.length > 0 ? sql`SELECT * FROM ${sum(walks.length - 1)}` : NO_WALK;
  const parts = [...walks.slice(0, 1), ...bits, ...walks.slice(1), sql`done AS MATERIALIZED (${done})`];
  // Lists as JSON: a row of a temporary table counts as a row read.
  const shown = next?.shown ? sql`AND (rank, at, id) < (${next.shown.rank}, ${next.shown.at}, ${next.shown.id})` : sql``;
  const order = sql`WHERE true ${shown} ORDER BY rank DESC, at DESC, id DESC LIMIT ${number(size + 1)}`;
  // The bitmaps find all that the walk finds, but may do so on a later page.
  const unlessBitmaps = bits.length > 0 ? sql`WHERE (SELECT found FROM rare) = 0` : sql``;
  const walked = sql.join(
    walks.map((_, i) => sql`${LIST} FROM json_each((SELECT hits FROM ${sum(i)} ${unlessBitmaps}))`),
    sql` UNION ALL `,
  );
  // A walk has the order of its list already: sorting counts each row once more.
  const lists = walks.length === 0 ? [] : [isRanked(search) ? sql`SELECT * FROM (SELECT * FROM (${walked}) ${order})` : walked];
  if (bits.length > 0)
    lists.unshift(sql`SELECT * FROM (SELECT * FROM (${LIST} FROM json_each((SELECT hits FROM rare))) ${order})`);
  const columns = [
    sql`(SELECT json_group_array(json_array(h.rank, h.at, ${CARD_JSON})) FROM (
        SELECT hit, rank, at FROM (${sql.join(lists, sql` UNION ALL `)}) LIMIT ${number(size + 1)}
      ) h CROSS JOIN ${p} ON p.rowid = h.hit) AS cards`,
    sql`done.looked, done.found, done.foundReal, done.unsuited, done.unsuitedReal, done.ended, done.near, done.step, done.at, done.id`,
    bits.length > 0 ? BITS : NO_BITS,
    ...extras,
  ];
  return sql`WITH RECURSIVE ${sql.join(parts, sql`, `)} SELECT ${sql.join(columns, sql`, `)} FROM done`;
}

/** In a subquery of its own: json_each has a column `id` too. */
const LIST = sql`SELECT value ->> 0 AS hit, value ->> 1 AS rank, value ->> 2 AS at, value ->> 3 AS id`;
const NO_WALK = sql`SELECT 0 AS looked, 0 AS found, 0 AS foundReal, 0 AS unsuited, 0 AS unsuitedReal, 1 AS ended, 0 AS near, 0 AS step, 0 AS at, '' AS id`;
const BITS = sql`(SELECT needed FROM bitmaps) AS rare, (SELECT candidates FROM slots) AS candidates, (SELECT unread FROM slots) AS slot,
  (SELECT found FROM rare) AS foundRare, (SELECT foundReal FROM rare) AS foundRareReal`;
const NO_BITS = sql`0 AS rare, 0 AS candidates, NULL AS slot, 0 AS foundRare, 0 AS foundRareReal`;

/** Rare matches from the bitmaps, read if the walk's first chunk fills no page. */
function rare(search: Search, groups: ReturnType<typeof chosenGroups>, { next, size, bitmapRows }: PageOf): SQL[] {
  const needed = next?.bits
    ? sql`1`
    : sql`(SELECT NOT ended AND found < ${number(size + 1)} AND ${placeTotal(search)} > ${number(isRanked(search) ? 0 : mostLooked(search))} FROM ${sum(0)})`;
  const slots = sql`SELECT value ->> 0 AS gender, value ->> 1 AS country, value ->> 2 AS slot
    FROM json_each((SELECT list FROM slots))`;
  // The pages before the bitmaps have shown the walk up to here.
  const walked = next?.start ? sql`AND (step, at, id) < (${next.start.rank}, ${next.start.at}, ${next.start.id})` : sql``;
  const look = { needed: sql`(SELECT needed FROM bitmaps)`, after: next?.slot ?? null, mostRows: bitmapRows };
  return [
    sql`bitmaps AS MATERIALIZED (SELECT ${needed} AS needed)`,
    ...bitmapTables(search, groups, look),
    sql`rare AS MATERIALIZED (SELECT ${HITS} FROM (SELECT * FROM (${seenInSlots(search, slots)}) WHERE seen = 0 ${walked}))`,
  ];
}

const HITS = sql`json_group_array(json_array(hit, rank, at, id)) FILTER (WHERE seen = 0) AS hits,
  count(*) FILTER (WHERE seen = 0) AS found, count(*) FILTER (WHERE seen = 0 AND fictional = 0) AS foundReal`;

function sum(i: number): SQL {
  return sql.raw(`sum${i}`);
}

/** Profiles that a page looks at. What was between two costs a row more each. */
function mostLooked(search: Search): number {
  return Math.floor(LOOKED_AT / rowsOfALook(search));
}

/** Lengths of the walk's chunks, added up. */
function looksOf(search: Search, size: number): number[] {
  if (search.answered) return [chatsOfALook(search)];
  if (isRanked(search)) return [isNarrow(search) && search.activeAfter === null ? RANKED_FIRST : RANKED];
  const byPlace = !isNarrow(search) && filters(search).length === 0;
  const spare = walksBy(search) === "distance" ? SPARE_NEAR : SPARE;
  return byPlace ? [size + 1 + spare, FIRST_LOOK, LOOKED_AT] : [FIRST_LOOK, mostLooked(search)];
}

/** The walk goes on only where it has to: a LIMIT is worked out before its walk begins. */
function chunks(search: Search, { next, size, countAll, now }: PageOf): SQL[] {
  const bits = groupsFor(search, next, now).length > 0;
  const ranked = isRanked(search);
  // A ranked list is what its first chunk or the bitmaps hold; a second only tells which filter excludes everybody.
  const each = rowsOfALook(search);
  const most = mostLooked(search);
  // Before bitmaps, a first look costs what it costs without pairs.
  const looks = bits ? [Math.floor((ranked ? RANKED_FIRST : FIRST_LOOK) / each), most] : looksOf(search, size);
  return looks.map((upTo, i) => {
    if (i === 0) return chunk(search, i, { limit: number(upTo), after: next?.start ? startOf(next.start) : null });
    const more = upTo - (looks[i - 1] ?? 0);
    const enough = sql`found >= ${number(size + 1)}`;
    const whole = sql`${placeTotal(search)} <= ${number(most)}`;
    const stop = countAll && !ranked ? sql`ended OR (${enough} AND NOT ${whole})` : sql`ended OR ${enough}`;
    // Where the bitmaps have found nobody, a last look tells which filter excludes everybody.
    const why = sql`iif(${NOBODY}, min(iif(${whole}, ${number(more)}, ${number(REASONS)}), max(0, ${ROWS_LEFT} / ${number(each)} - looked)), 0)`;
    const rest = !bits ? number(more) : ranked ? why : sql`iif(${whole}, ${number(more)}, ${why})`;
    const limit = sql`(SELECT iif(${stop}, 0, ${rest}) FROM ${sum(i - 1)})`;
    return chunk(search, i, { limit, after: sql`SELECT step, at, id FROM ${sum(i - 1)}` });
  });
}

function startOf({ rank, at, id }: Position): SQL {
  return sql`SELECT ${rank} AS step, ${at} AS at, ${id} AS id`;
}

/** The matches of a chunk, and sums up to its end: one row. */
function chunk(search: Search, i: number, bounds: { limit: SQL; after: SQL | null }): SQL {
  const own = sql`SELECT ${bounds.limit} AS bound, count(*) AS looked, ${HITS},
      ${unsuited(search, sql``)} AS unsuited, ${unsuited(search, sql`AND fictional = 0`)} AS unsuitedReal,
      coalesce(sum(DISTINCT seen) FILTER (WHERE seen > 0), 0) AS near, ${lastOf(search)} AS last FROM (${seenOnWalk(search, bounds)})`;
  const sums =
    i === 0
      ? sql`n.looked, n.found, n.foundReal, n.unsuited, n.unsuitedReal, n.near, n.looked < n.bound AS ended, n.last FROM (${own}) n`
      : sql`n.looked + b.looked AS looked, n.found + b.found AS found, n.foundReal + b.foundReal AS foundReal,
          n.unsuited + b.unsuited AS unsuited, n.unsuitedReal + b.unsuitedReal AS unsuitedReal,
          n.near | b.near AS near, n.looked < n.bound OR b.ended AS ended, coalesce(n.last, b.last) AS last
        FROM (${own}) n CROSS JOIN ${sum(i - 1)} b`;
  return sql`${sum(i)} AS MATERIALIZED (SELECT s.*, ${positionIn(sql`s.last`)} FROM (SELECT n.hits, ${sums}) s)`;
}

/** Who misses the two-way filter alone. */
function unsuited(search: Search, also: SQL): SQL {
  const bit = filters(search).findIndex(({ part }) => part === "suits");
  return bit < 0 ? sql`0` : sql`count(*) FILTER (WHERE seen = ${number(2 ** bit)} ${also})`;
}

/** Looks outside the walked place only after an empty walk, within the remaining read bound. */
export function without(search: Search, now: number): SQL[] {
  // A walk by distance reads its towns only; a walk in any order proves whether the place has members.
  const all: Search = { ...search, sort: "last_active", answered: false };
  const each = rowsOfALook(all);
  const byDistance = walksBy(search) === "distance";
  const wider: [part: "region" | "country" | "distance" | "answered", search: Search][] = [];
  if (search.answered) return [emptiedByAnswered(all, each)];
  if (search.region && (walksRegion(search) || byDistance)) wider.push(["region", { ...all, region: null }]);
  if (search.country) wider.push(["country", { ...all, country: null, region: null }]);
  if (search.within && byDistance) wider.push(["distance", { ...all, within: null }]);
  const bits = chosenGroups(search, now).length > 0;
  const most = bits ? sql`min(${number(MOST_WALKED_TOO)}, ${ROWS_LEFT})` : number(LOOKED_AT);
  const empty = bits ? sql`found = 0 AND ${NOBODY}` : sql`found = 0`;
  return wider.map(([part, one]) => {
    const limit = sql`(SELECT iif(${empty}, max(0, (${most} / ${number(each)} - looked) / ${number(wider.length)}), 0) FROM done)`;
    return sql`EXISTS (SELECT 1 FROM (${seenOnWalk(one, { limit, after: null })}) WHERE seen = 0) AS ${sql.raw(part)}`;
  });
}

/** After the last chat, whether anybody else fits. Region and country are filters of this walk. */
function emptiedByAnswered(all: Search, each: number): SQL {
  const limit = sql`(SELECT iif(found = 0 AND ended, ${number(Math.floor(MOST_WALKED_TOO / 2 / each))}, 0) FROM done)`;
  return sql`EXISTS (SELECT 1 FROM (${seenOnWalk(all, { limit, after: null })}) WHERE seen = 0) AS answered`;
}
