import type { SQL } from "drizzle-orm";
import { profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { CARD_JSON } from "./card.sql.ts";
import { bitmapTables, chosenGroups, mostBlocks } from "./search-bits.sql.ts";
import { filters, isNarrow, isRanked, number, walksBy, walksRegion } from "./search-filters.sql.ts";
import { chatsOfALook, rowsOfALook } from "./search-pairs.sql.ts";
import type { Next, Search } from "./search-query.ts";
import { isUncounted, placeTotal } from "./search-totals.sql.ts";
import {
  lastOf,
  positionIn,
  rowsOfDistance,
  rowsOfDistanceLeft,
  rowsOfDistanceSoFar,
  seenInSlots,
  seenOnWalk,
  stepIn,
  TRIPS_LOOKED_AT,
  tripsSeen,
} from "./search-walk.sql.ts";

const p = aliased(profiles, "p");

/** Of a whole call: a search never reads more, blocks aside. Decision 23. */
export const MOST_ROWS = 2025;
/** Of a call, beside those looked at: session, limits, saved searches, counters, what arms read ahead, two rows a card. */
const ROWS_BESIDE = 125;
export const LOOKED_AT = MOST_ROWS - ROWS_BESIDE;
/** First chunk; a narrow search reads more only when the page is not full. */
export const FIRST_LOOK = 310;
/** Profiles that a page sorts. */
const RANKED = 600;
const RANKED_FIRST = 300;
/** After bitmaps that found nobody, for the filters that exclude everybody. */
const REASONS = 300;
const MOST_WALKED_TOO = LOOKED_AT - 1000;
const ROWS_OF_COUNTRIES = 100;
/** Rows (of D1) that bitmaps and their candidates have left. SQL over `spent`, 0 before them. */
const ROWS_LEFT = sql`(${number(LOOKED_AT - ROWS_OF_COUNTRIES)} - spent)`;
/** The bitmaps were read to their end and found nobody. SQL over their columns. */
const NOBODY = sql`(foundRare = 0 AND slot IS NULL)`;
/** Extra rows for a search by place alone, which shows nearly every row. */
const SPARE = 7;
/** The walk by distance meets all genders. */
const SPARE_NEAR = 55;

export interface PageOf {
  next: Next | null;
  size: number;
  /** Extra columns; they may read the table `done`. */
  extras: SQL[];
  now: number;
  bitmapRows: number;
}

/** Bitmaps find rare matches in places that no walk covers. A ranked list keeps its method on every page. */
function groupsFor(search: Search, next: Next | null, now: number): ReturnType<typeof chosenGroups> {
  return next && !next.bits && isRanked(search) ? [] : chosenGroups(search, now);
}

/**
 * One statement, one row: `size` cards and one more when a next page exists. SQLite compiles a table of WITH anew for each
 * place that names it, with all tables before it. So each is named once where it can be, and hands on what it got.
 */
export function page(search: Search, wanted: PageOf): SQL {
  const { next, size, extras, now } = wanted;
  const groups = groupsFor(search, next, now);
  const bits = groups.length > 0;
  const looks = next?.bits ? [] : looksOf(search, size, bits);
  const walks = looks.map((_, i) => chunk(search, i, { looks, bits, wanted }));
  const done = walks.length > 0 ? stateAfter(walks.length - 1, bits) : NO_WALK;
  const parts = [
    ...walks.slice(0, 1),
    ...(bits ? rare(search, groups, wanted) : []),
    ...walks.slice(1),
    sql`done AS MATERIALIZED (${done})`,
  ];
  // Lists as JSON: a row of a temporary table counts as a row read.
  const shown = next?.shown ? sql`AND (rank, at, id) < (${next.shown.rank}, ${next.shown.at}, ${next.shown.id})` : sql``;
  const order = sql`WHERE true ${shown} ORDER BY rank DESC, at DESC, id DESC LIMIT ${number(size + 1)}`;
  // The bitmaps find all that the walk finds, but may do so on a later page.
  const list = (i: number) => (bits ? sql`iif(done.foundRare = 0, done.${hits(i)}, '[]')` : sql`done.${hits(i)}`);
  const walked = sql.join(
    walks.map((_, i) => sql`${LIST} FROM json_each(${list(i)})`),
    sql` UNION ALL `,
  );
  // A walk has the order of its list already: sorting counts each row once more.
  const lists = walks.length === 0 ? [] : [isRanked(search) ? sql`SELECT * FROM (SELECT * FROM (${walked}) ${order})` : walked];
  if (bits) lists.unshift(sql`SELECT * FROM (SELECT * FROM (${LIST} FROM json_each(done.rareHits)) ${order})`);
  const columns = [
    sql`(SELECT json_group_array(json_array(h.rank, h.at, ${CARD_JSON})) FROM (
        SELECT hit, rank, at FROM (${sql.join(lists, sql` UNION ALL `)}) LIMIT ${number(size + 1)}
      ) h CROSS JOIN ${p} ON p.rowid = h.hit) AS cards`,
    sql`done.looked, done.found, done.foundReal, done.unsuited, done.unsuitedReal, done.ended, done.near, done.step, done.at, done.id`,
    bits ? sql`done.rare, done.candidates, done.slot, done.foundRare, done.foundRareReal` : NO_BITS,
    ...extras,
  ];
  return sql`WITH RECURSIVE ${sql.join(parts, sql`, `)} SELECT ${sql.join(columns, sql`, `)} FROM done`;
}

/** In a subquery of its own: json_each has a column `id` too. */
const LIST = sql`SELECT value ->> 0 AS hit, value ->> 1 AS rank, value ->> 2 AS at, value ->> 3 AS id`;
const NO_BITS = sql`0 AS rare, 0 AS candidates, NULL AS slot, 0 AS foundRare, 0 AS foundRareReal`;
/** Of `bitmaps` and `rare`. */
const BITS = sql`n.needed AS rare, r.candidates, coalesce(r.slot, iif(r.blocks = n.most, r.last, NULL)) AS slot,
  n.beside + r.spent AS spent, r.own ->> 0 AS foundRare, r.own ->> 1 AS foundRareReal, r.own -> 2 AS rareHits`;
const NO_WALK = sql`SELECT 0 AS looked, 0 AS found, 0 AS foundReal, 0 AS unsuited, 0 AS unsuitedReal, 1 AS ended, 0 AS near,
  0 AS step, 0 AS at, '' AS id, ${BITS} FROM bitmaps n CROSS JOIN rare r`;

/** Rare matches from the bitmaps, read if the walk's first chunk fills no page. */
function rare(search: Search, groups: ReturnType<typeof chosenGroups>, { next, size, bitmapRows }: PageOf): SQL[] {
  const few = number(isRanked(search) ? 0 : mostLooked(search));
  const beside = rowsOfDistanceSoFar(search, stepIn(sql`(n.own ->> 6)`), sql`(n.own ->> 8)`);
  const bitmaps = next?.bits
    ? sql`SELECT 1 AS needed, 0 AS beside, ${mostBlocks(search, groups, bitmapRows, number(0))} AS most`
    : sql`SELECT n.*, ${beside} AS beside, ${mostBlocks(search, groups, bitmapRows, beside)} AS most,
        (n.own ->> 0) >= n.bound AND (n.own ->> 1) < ${number(size + 1)} AND ${placeTotal(search)} > ${few} AS needed FROM ${seen(0)} n`;
  const slots = sql`SELECT value ->> 0 AS gender, value ->> 1 AS country, value ->> 2 AS slot FROM json_each(slots.list)`;
  // The pages before the bitmaps have shown the walk up to here.
  const walked = next?.start ? sql`AND (step, at, id) < (${next.start.rank}, ${next.start.at}, ${next.start.id})` : sql``;
  return [
    sql`bitmaps AS MATERIALIZED (${bitmaps})`,
    ...bitmapTables(search, groups, next?.slot ?? null),
    sql`rare AS MATERIALIZED (SELECT candidates, slot, blocks, last, spent, (SELECT json_array(${FOUND}, ${HITS})
      FROM (SELECT * FROM (${seenInSlots(search, slots)}) WHERE seen = 0 ${walked})) AS own FROM slots)`,
  ];
}

const FOUND = sql`count(*) FILTER (WHERE seen = 0), count(*) FILTER (WHERE seen = 0 AND fictional = 0)`;
const HITS = sql`json_group_array(json_array(hit, rank, at, id)) FILTER (WHERE seen = 0)`;

/** A look at profiles: what was known before it, and its own sums and matches as one JSON array. */
function seen(i: number): SQL {
  return sql.raw(`seen${i}`);
}

function hits(i: number): SQL {
  return sql.raw(`hits${i}`);
}

/** Profiles that a page looks at. What was between two costs a row more each. */
function mostLooked(search: Search): number {
  return Math.floor((LOOKED_AT - rowsOfDistance(search)) / rowsOfALook(search));
}

/** Lengths of the walk's chunks, added up, in ascending order: SQLite takes a negative LIMIT as none. */
export function looksOf(search: Search, size: number, bits: boolean): number[] {
  const most = mostLooked(search);
  return [...new Set(wantedLooks(search, size, bits).map((upTo) => Math.min(upTo, most)))];
}

function wantedLooks(search: Search, size: number, bits: boolean): number[] {
  // Before bitmaps, a first look costs what it costs without pairs. A second only tells which filter excludes everybody.
  if (bits) return [Math.floor((isRanked(search) ? RANKED_FIRST : FIRST_LOOK) / rowsOfALook(search)), LOOKED_AT];
  if (search.answered) return [chatsOfALook(search)];
  if (isRanked(search)) return [isNarrow(search) && search.activeAfter === null ? RANKED_FIRST : RANKED];
  const byPlace = !isNarrow(search) && filters(search).length === 0;
  const spare = walksBy(search) === "distance" ? SPARE_NEAR : SPARE;
  return byPlace ? [size + 1 + spare, FIRST_LOOK, LOOKED_AT] : [FIRST_LOOK, LOOKED_AT];
}

interface Walk {
  looks: number[];
  bits: boolean;
  wanted: PageOf;
}

/** The matches of a chunk, and its sums: one row. A LIMIT is worked out before its walk begins: no column of the walk may stand in it. */
function chunk(search: Search, i: number, { looks, bits, wanted }: Walk): SQL {
  const own = (bounds: Parameters<typeof seenOnWalk>[1]) => sql`(SELECT json_array(count(*), ${FOUND},
      ${unsuited(search, sql``)}, ${unsuited(search, sql`AND fictional = 0`)},
      coalesce(sum(DISTINCT seen) FILTER (WHERE seen > 0), 0), ${lastOf(search)}, ${HITS}, ${tripsSeen(search)}) FROM (${seenOnWalk(search, bounds)})) AS own`;
  const upTo = looks[i] ?? 0;
  if (i === 0) {
    const { next } = wanted;
    const after = next?.start ? { step: sql`${next.start.rank}`, at: sql`${next.start.at}`, id: sql`${next.start.id}` } : null;
    return sql`${seen(i)} AS MATERIALIZED (SELECT ${number(upTo)} AS bound, ${own({ limit: number(upTo), after })})`;
  }
  const known = sql.raw(`known${i}`);
  const bound = boundOf(search, { more: upTo - (looks[i - 1] ?? 0), bits, wanted });
  const after = { step: sql`known.step`, at: sql`known.at`, id: sql`known.id` };
  return sql`${known} AS MATERIALIZED (SELECT s.*, ${bound} AS bound FROM (${stateAfter(i - 1, bits)}) s),
    ${seen(i)} AS MATERIALIZED (SELECT known.*, ${own({ limit: sql`(SELECT bound FROM ${known})`, after })} FROM ${known} known)`;
}

/** The walk goes on for a page, or for a number that no counter helps to estimate. */
function boundOf(search: Search, { more, bits, wanted }: Omit<Walk, "looks"> & { more: number }): SQL {
  const ranked = isRanked(search);
  const each = number(rowsOfALook(search));
  const enough = sql`found >= ${number(wanted.size + 1)}`;
  const whole = sql`${placeTotal(search)} <= ${number(mostLooked(search))}`;
  const left = sql`(${ROWS_LEFT} - ${rowsOfDistanceLeft(search, sql`step`)})`;
  // Where the bitmaps have found nobody, a last look tells which filter excludes everybody.
  const why = sql`iif(${NOBODY}, min(iif(${whole}, ${number(more)}, ${number(REASONS)}), max(0, ${left} / ${each} - looked)), 0)`;
  const rest = !bits ? number(more) : ranked ? why : sql`iif(${whole}, ${number(more)}, ${why})`;
  const isAsked = isUncounted(search) && wanted.next === null;
  const onlyNumber = isAsked ? sql`iif(${placeTotal(search)} <= ${number(LOOKED_AT)}, ${number(more)}, 0)` : sql`0`;
  const further = sql`iif(${enough}, ${onlyNumber}, ${rest})`;
  // Behind the first trip there are only trips.
  const trips = number(TRIPS_LOOKED_AT);
  return sql`iif(ended, 0, min(${further}, iif(trips > 0, ${trips} - trips, ${number(LOOKED_AT)})))`;
}

const SUMS = ["looked", "found", "foundReal", "unsuited", "unsuitedReal"];
const CARRIED = ["rare", "candidates", "slot", "spent", "foundRare", "foundRareReal", "rareHits"];

/** Sums and matches up to the end of this chunk, and its last profile. With bitmaps also what these found. */
function stateAfter(i: number, bits: boolean): SQL {
  const own = (at: number) => `(n.own ->> ${at})`;
  const ended = (trips: string) => `(${own(0)} < n.bound AND ${trips} < ${TRIPS_LOOKED_AT})`;
  const trips = `n.trips + ${own(8)}`;
  const columns =
    i === 0
      ? [
          ...SUMS.map((name, at) => `${own(at)} AS ${name}`),
          `${own(5)} AS near, ${ended(own(8))} AS ended, ${own(8)} AS trips, ${own(6)} AS last`,
        ]
      : [
          ...SUMS.map((name, at) => `n.${name} + ${own(at)} AS ${name}`),
          `n.near | ${own(5)} AS near, ${ended(trips)} OR n.ended AS ended, ${trips} AS trips, coalesce(${own(6)}, n.last) AS last`,
          ...Array.from({ length: i }, (_, at) => `n.hits${at}`),
          ...(bits ? CARRIED.map((name) => `n.${name}`) : []),
        ];
  const first = bits && i === 0;
  const from = first ? sql`bitmaps n CROSS JOIN rare r` : sql`${seen(i)} n`;
  const sums = sql`${sql.raw(columns.join(", "))}, n.own -> 7 AS ${hits(i)}${first ? sql`, ${BITS}` : sql``}`;
  return sql`SELECT s.*, ${positionIn(sql`s.last`)} FROM (SELECT ${sums} FROM ${from}) s`;
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
  const beside = number(rowsOfDistance(search));
  const most = bits ? sql`min(${number(MOST_WALKED_TOO)}, ${ROWS_LEFT} - ${beside})` : sql`(${number(LOOKED_AT)} - ${beside})`;
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
