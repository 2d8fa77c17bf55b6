import type { SQL } from "drizzle-orm";
import { profiles, trips, verifications } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { merged } from "./arms.sql.ts";
import { code, codes, filters, names, number, walksBy, walksRegion } from "./search-filters.sql.ts";
import { type After, chatsWalk } from "./search-pairs.sql.ts";
import type { Search } from "./search-query.ts";
import { shownTo } from "./shown.sql.ts";

const p = aliased(profiles, "p");
const v = aliased(verifications, "v");
const a = aliased(trips, "a");

/** Later than any time (ms). */
const EVER = 9_000_000_000_000_000;
/** Above any time (ms), so that both fit one number. */
const PHOTO_FIRST = 100_000_000_000_000;
/** Makes a negative rank comparable as text. */
const RANKS = 100_000;

/** Columns of every source of profiles. `step` is the rank in walk order, `rank` the rank in list order. */
function columns(search: Search, step: SQL, at: SQL, also: SQL[] = []): SQL {
  const masks = filters(search).flatMap(({ missed, paired }, bit) => (paired ? [] : [sql`(${missed}) * ${number(2 ** bit)}`]));
  const never = [...also, sql`NOT (${audience(search).columns})`];
  if (search.answered) never.push(...notListed(search));
  if (walksBy(search) === "distance") never.push(...placeMissed(search));
  const mask = masks.length > 0 ? sql.join(masks, sql` + `) : sql`0`;
  return sql`p.rowid AS hit, ${step} AS step, ${at} AS at, ${p.id},
      ${rankOf(search, step)} AS rank, ${p.fictional}, CASE WHEN ${sql.join(never, sql` OR `)} THEN -1 ELSE ${mask} END AS missed`;
}

/** A search has its own filters, also by gender and by who suits. */
function audience({ viewerId, fictional }: Search) {
  return shownTo({ viewerId, fictional, mutual: null, wishes: null, own: null });
}

/** The walk by distance covers all genders and countries of a town. */
function placeMissed({ genders, country }: Search): SQL[] {
  const missed = [sql`${p.gender} NOT IN (${codes(genders)})`];
  if (country) missed.push(sql`${p.country} <> ${code(country)}`);
  return missed;
}

/** The walk along chats meets every status, pool and gender. */
function notListed({ pool, genders }: Search): SQL[] {
  return [sql`${p.status} <> 'active'`, sql`${p.pool} <> ${code(pool)}`, sql`${p.gender} NOT IN (${codes(genders)})`];
}

/** Interests shared with the searching member; between equals a photo leads. */
function shared(search: Search): SQL {
  const own = search.shared.map((interest) => sql`(${names(interest)}) * 2`);
  return own.length > 0 ? sql`(${sql.join(own, sql` + `)} + ${p.hasPhoto})` : sql`${p.hasPhoto}`;
}

/** Leads the order of the list. */
function rankOf(search: Search, step: SQL): SQL {
  if (search.sort === "common") return shared(search);
  if (search.answered && search.sort === "last_active") return sql`(${p.hasPhoto} * ${number(PHOTO_FIRST)} + ${p.lastActiveAt})`;
  if ((!search.answered && walksBy(search) !== "activity") || search.sort === "last_active") return step;
  return search.sort === "newest" ? p.createdAt : nearness(search);
}

interface Bounds {
  limit: SQL;
  /** Exclusive start of the walk. Null for the beginning. */
  after: After | null;
}

/** Profiles in the order of the search, each with a mask of missed filters; negative for profiles never shown. */
function walk(search: Search, { limit, after }: Bounds): SQL {
  if (search.answered) return sql`${chatsWalk(search, (step, at) => columns(search, step, at), after)} LIMIT ${limit}`;
  // The arms of a search by distance run in the order of the towns; all other arms are merge-sorted.
  if (walksBy(search) === "distance") return sql`${sql.join(nearArms(search, after), sql` UNION ALL `)} LIMIT ${limit}`;
  const { arms, order } = orderedArms(search, after);
  return merged(arms, order, limit);
}

function orderedArms(search: Search, after: After | null): { arms: SQL[]; order: SQL } {
  const { pool, country, region, genders, activeAfter } = search;
  const newest = walksBy(search) === "age";
  const { step, at } = orderOf(search);
  const place = [sql`${p.status} = 'active'`, sql`${p.pool} = ${code(pool)}`];
  if (country) place.push(sql`${p.country} = ${code(country)}`);
  if (region && walksRegion(search)) place.push(sql`${p.region} = ${code(region)}`);
  if (search.arrived && !search.verified) place.push(within(p.createdAt, search.arrived));
  if (after && newest) place.push(sql`(${at}, ${p.id}) < (${after.at}, ${after.id})`);
  // A sign takes the affinity away: with one, the range would be that of the first column alone.
  if (after && !newest) place.push(sql`(${step}, ${at}, ${p.id}) < (+${after.step}, +${after.at}, +${after.id})`);
  const kinds = activeAfter === null ? [sql``] : [1, 0].map((photo) => online(activeAfter, photo, after));
  const arms = genders.flatMap((gender) =>
    kinds.map(
      (kind) => sql`SELECT ${columns(search, step, at)} FROM ${from(search, newest)}
        WHERE ${sql.join([...place, sql`${p.gender} = ${code(gender)}`], sql` AND `)} ${kind}`,
    ),
  );
  return { arms, order: newest ? sql`at DESC, id DESC` : sql`step DESC, at DESC, id DESC` };
}

/** One range of times for each value of the leading column. */
function online(since: number, photo: number, after: After | null): SQL {
  const until = after ? sql`AND ${p.lastActiveAt} <= iif(${after.step} = ${number(photo)}, ${after.at}, ${number(EVER)})` : sql``;
  return sql`AND ${p.hasPhoto} = ${number(photo)} AND ${p.lastActiveAt} > ${number(since)} AND ${p.awayAt} IS NULL ${until}`;
}

function within(time: SQL, { after, until }: { after: number; until: number }): SQL {
  return sql`${time} > ${number(after)} AND ${time} <= ${number(until)}`;
}

/** Proofs keep their photo longer than a look goes back. */
function from(search: Search, newest: boolean): SQL {
  if (!search.arrived || !search.verified) return sql`${p} INDEXED BY ${index(search, newest)}`;
  return sql`(SELECT DISTINCT ${v.memberId} AS member FROM ${v} INDEXED BY verifications_kept
      WHERE ${v.status} = 'approved' AND ${v.key} IS NOT NULL AND ${within(v.decidedAt, search.arrived)}) v
    CROSS JOIN ${p} ON ${p.id} = v.member`;
}

function index(search: Search, newest: boolean): SQL {
  if (newest) return sql.raw(search.country ? "profiles_newest" : "profiles_newest_anywhere");
  if (!search.country) return sql.raw("profiles_active_anywhere");
  return sql.raw(walksRegion(search) ? "profiles_active_region" : "profiles_active");
}

/** Town by town, nearest first; members without a town come last. The index has a town's newest members first. */
function nearArms(search: Search, after: After | null): SQL[] {
  const { listFrom, at: nth } = townText(townsOf(search));
  const at = p.createdAt;
  const arm = (towns: SQL, cell: SQL, step: SQL, also: SQL) => sql`SELECT ${columns(search, step, at)} FROM ${towns}
    ${p} INDEXED BY profiles_near WHERE ${p.cell} = ${cell} AND ${p.status} = 'active' AND ${p.pool} = ${code(search.pool)} ${also}`;
  const further = (first: SQL) =>
    arm(sql`json_each(${listFrom(first)}) towns CROSS JOIN`, sql`towns.value`, sql`(-towns.key - ${first})`, sql``);
  if (!after) return [further(sql`0`), ...awayArms(search, null)];
  return [
    arm(sql``, nth(sql`-${after.step}`), sql`${after.step}`, sql`AND (${at}, ${p.id}) < (${after.at}, ${after.id})`),
    further(sql`(1 - ${after.step})`),
    ...awayArms(search, after),
  ];
}

/** Text of one width a town: what a walk has passed is cut off, as each row of `json_each` counts. */
function townText(cells: readonly number[]): { listFrom(first: SQL): SQL; at(index: SQL): SQL } {
  const width = Math.max(1, ...cells.map((cell) => `${cell}`.length));
  const text = cells.map((cell) => `,${`${cell}`.padStart(width)}`).join("");
  const start = (index: SQL) => sql`2 + ${number(width + 1)} * (${index})`;
  return {
    listFrom: (first) => sql`'[' || substr(${text}, ${start(first)}) || ']'`,
    // Behind the last town there is none, and 0 is a town.
    at: (index) => sql`CAST(nullif(substr(${text}, ${start(index)}, ${number(width)}), '') AS INTEGER)`,
  };
}

/** Of those on a trip, by one call: most may be inside. */
export const TRIPS_LOOKED_AT = 200;
/** Its table, and index and table of the profile; the entry of the trip is one of those looked at. */
const ROWS_OF_A_TRIP = 3;

/** Most rows that a walk by distance reads beside those looked at: its towns, and trips out of its country. */
export function rowsOfDistance(search: Search): number {
  if (walksBy(search) !== "distance") return 0;
  const trips = search.country ? TRIPS_LOOKED_AT * ROWS_OF_A_TRIP : 0;
  return townsOf(search).length + trips;
}

/** What a first look has read of them. */
export function rowsOfDistanceSoFar(search: Search, step: SQL, trips: SQL): SQL {
  return walksBy(search) === "distance" ? sql`(coalesce(-${step}, 0) + ${trips} * ${number(ROWS_OF_A_TRIP)})` : sql`0`;
}

/** What a second look may still read of them. */
export function rowsOfDistanceLeft(search: Search, step: SQL): SQL {
  if (walksBy(search) !== "distance") return sql`0`;
  const trips = search.country ? TRIPS_LOOKED_AT * ROWS_OF_A_TRIP : 0;
  return sql`(${number(townsOf(search).length + trips)} + coalesce(${step}, 0))`;
}

/** How many trips were looked at. As many as a call may look at do not say that there are no more. */
export function tripsSeen(search: Search): SQL {
  if (walksBy(search) !== "distance" || !search.country) return sql`0`;
  return sql`count(*) FILTER (WHERE step = ${number(-townsOf(search).length)})`;
}

/**
 * Whoever is on a trip out of the country or region of the search comes last, as in `nearness`. One row a trip, so that the
 * walk goes on behind it; a member has one, as trips never overlap.
 */
function awayArms(search: Search, after: After | null): SQL[] {
  const { country } = search;
  // Without a country the towns are all that there are.
  if (!country) return [];
  const last = number(-townsOf(search).length);
  const from = after
    ? sql`AND (${a.joinedAt}, ${a.memberId}) < (iif(${last} = ${after.step}, ${after.at}, ${number(EVER)}), ${after.id})`
    : sql``;
  return [
    sql`SELECT ${columns(search, last, a.joinedAt, notAway(search))} FROM
      (SELECT * FROM ${a} INDEXED BY trips_away WHERE ${a.homeCountry} = ${code(country)} AND ${a.begun} = 1 ${from}
        ORDER BY ${a.joinedAt} DESC, ${a.memberId} DESC LIMIT ${number(TRIPS_LOOKED_AT)}) a CROSS JOIN ${p} ON ${p.id} = ${a.memberId}`,
  ];
}

/** Trips are those of all pools, and of towns that the walk has passed. */
function notAway(search: Search): SQL[] {
  const { pool, within } = search;
  // Lookups in one value: rows of a list would count as read.
  const among = (cells: readonly number[]) =>
    sql`(${JSON.stringify(Object.fromEntries(cells.map((cell) => [cell, 1])))} ->> CAST(${p.cell} AS TEXT)) IS NOT NULL`;
  const missed = [
    sql`${p.status} <> 'active'`,
    sql`${p.pool} <> ${code(pool)}`,
    sql`(${p.stay} ->> 'from') IS NOT ${a.fromDay}`,
    among(townsOf(search)),
  ];
  if (within) missed.push(sql`NOT ${among(within)}`);
  return missed;
}

function townsOf({ within, around }: Search): number[] {
  return within ? around.filter((cell) => within.includes(cell)) : [...around, 0];
}

/** 0 is a hit, one bit is the only missed filter, -1 is anything else. Checks blocks, visits and passes last. */
function judged(search: Search, rows: SQL): SQL {
  const blocked = search.viewerId ? sql`WHEN NOT (${audience(search).others}) THEN -1` : sql``;
  const turn = search.answered ? sql`, p.turn` : sql``;
  const pairs = filters(search).flatMap(({ missed, paired }, bit) => (paired ? [{ missed, mask: number(2 ** bit) }] : []));
  const paired = pairs.map(({ missed, mask }, i) => {
    const rest = pairs.slice(i + 1).map((other) => sql`AND NOT (${other.missed})`);
    return sql`WHEN ${missed} THEN iif(p.missed = 0 ${sql.join(rest, sql` `)}, ${mask}, -1)`;
  });
  // A limit keeps SQLite from looking up a pair, or a block, for each use of the column.
  const once = pairs.length > 0 || search.viewerId ? sql`LIMIT ${number(EVER)}` : sql``;
  return sql`SELECT p.hit, p.step, p.rank, p.at, ${p.id}, ${p.fictional}${turn},
      CASE WHEN p.missed < 0 OR p.missed & (p.missed - 1) <> 0 THEN -1 ${blocked} ${sql.join(paired, sql` `)} ELSE p.missed END AS seen
    FROM (${rows}) p ${once}`;
}

export function seenOnWalk(search: Search, bounds: Bounds): SQL {
  return judged(search, walk(search, bounds));
}

/** `slots` yields gender, country and slot of candidates; each row is asked for what the bitmaps did not hold. */
export function seenInSlots(search: Search, slots: SQL): SQL {
  const { pool, region } = search;
  const here = [sql`${p.status} = 'active'`];
  if (region) here.push(sql`${p.region} = ${code(region)}`);
  const { step, at } = orderOf(search);
  return judged(
    search,
    sql`SELECT ${columns(search, step, at)} FROM (${slots}) s CROSS JOIN ${p} INDEXED BY profiles_slot
        ON ${p.pool} = ${code(pool)} AND ${p.gender} = s.gender AND ${p.country} = s.country AND ${p.slot} = s.slot
      WHERE ${sql.join(here, sql` AND `)}`,
  );
}

function orderOf(search: Search): { step: SQL; at: SQL } {
  const by = walksBy(search);
  if (by === "activity") return { step: p.hasPhoto, at: p.lastActiveAt };
  return { step: by === "age" ? sql`0` : nearness(search), at: p.createdAt };
}

/** Rank of a profile's town in the list of towns. One parameter: a branch per town passes D1's statement length. */
function nearness(search: Search): SQL {
  const towns = townsOf(search);
  const ranks = Object.fromEntries(towns.map((cell, i) => [cell, -i]));
  return sql`coalesce(${JSON.stringify(ranks)} ->> CAST(${p.cell} AS TEXT), ${number(-towns.length)})`;
}

/** The last row of a walk as one text: step, at and id compare in this order. A walk along chats names the conversation. */
export function lastOf({ answered }: Search): SQL {
  return sql`min(printf('%06d%015d', step + ${number(RANKS)}, at) || ${answered ? sql`turn` : sql`id`})`;
}
export function stepIn(last: SQL): SQL {
  return sql`(CAST(substr(${last}, 1, 6) AS INTEGER) - ${number(RANKS)})`;
}
export function positionIn(last: SQL): SQL {
  return sql`${stepIn(last)} AS step, CAST(substr(${last}, 7, 15) AS INTEGER) AS at,
    substr(${last}, 22) AS id`;
}
