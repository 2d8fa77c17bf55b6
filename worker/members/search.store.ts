import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared } from "#db/raw.ts";
import type { Gender, Interest } from "#db/schema/attributes.ts";
import { CARD_JSON, type RawCard, readCard, unblocked } from "./card.columns.ts";
import type { CardRow } from "./card.ts";

export type Trait = "sexuality" | "hair" | "eyes" | "body" | "relationship" | "tattoos" | "reason";
export type Sort = "last_active" | "newest";

/** Null means no limit. */
export interface Search {
  pool: string;
  /** Excludes this member and blocks in both directions. Null for a visitor. */
  viewerId: string | null;
  gender: Gender;
  country: string | null;
  region: string | null;
  /** ISO date of birth, exclusive. */
  bornAfter: string | null;
  /** Inclusive. */
  bornUntil: string | null;
  traits: Partial<Record<Trait, string>>;
  interest: Interest | null;
  sort: Sort;
  fictional: boolean;
}

/** A part that can be removed from a search. */
export type Part = Trait | "bornAfter" | "bornUntil" | "interest" | "region" | "country";

/** Keyset position: sort key and id. */
export interface Position {
  at: number;
  id: string;
}

export interface Total {
  /** 1,001 means more than 1,000. */
  count: number;
  /** Non-fictional results; 1,001 means more than 1,000. */
  real: number;
  /** False for an estimate. */
  exact: boolean;
}

export interface Page {
  rows: CardRow[];
  /** Null on the last page. */
  next: Position | null;
  /** Number of profiles read when that ended the page early; else null. */
  short: number | null;
}

export interface FirstPage extends Page {
  total: Total;
  /** For an empty page: each part whose removal alone finds a profile. */
  emptiedBy: Part[];
}

export const MOST = 1000;
/** Maximum profiles read per page. */
export const LOOKED_AT = 2000;
/** First chunk; a narrow search reads more only when the page is not full. */
const FIRST_LOOK = 400;
/** Extra rows for a search by place alone, which shows nearly every row. */
const SPARE = 7;
/** Above this many blocks each way a total is an estimate. */
const MOST_BLOCKS = 75;
/** Above this total, 1,000 remain after any blocks. */
const ALWAYS_MORE = MOST + 2 * MOST_BLOCKS + 1;

export type SearchStore = ReturnType<typeof createSearchStore>;

/**
 * One bounded index walk per search: the cost ignores member count and match rate. A bit mask marks missed filters: 0 is a
 * hit. Decisions 0004 and 0023.
 */
export function createSearchStore(db: Database) {
  /** One row, one round trip. */
  async function ask<T>(query: SQL): Promise<T & Answer> {
    const { results } = await prepared(db, query).all<T & Answer>();
    return results[0] as T & Answer;
  }

  return {
    /** One round trip. */
    async firstPage(search: Search, size: number): Promise<FirstPage> {
      const extras = [...totals(search), ...without(search)];
      const answer = await ask<Extras>(walked(search, { after: null, size, countAll: isNarrow(search), extras }));
      const page = pageOf(answer, search, size);
      return { ...page, total: totalOf(answer, search), emptiedBy: page.rows.length > 0 ? [] : emptiedBy(answer, search) };
    },

    /** One round trip. */
    async nextPage(search: Search, after: Position, size: number): Promise<Page> {
      return pageOf(await ask(walked(search, { after, size, countAll: false, extras: [] })), search, size);
    },
  };
}

interface Answer {
  firstCards: string;
  cards: string;
  /** Profiles read, profiles that match, and whether the walk reached its end. */
  looked: number;
  found: number;
  /** Non-fictional matches. */
  foundReal: number;
  ended: number;
  /** Bit mask of filters that were missed alone. */
  near: number;
  at: number | null;
  id: string | null;
}

interface Extras {
  /** All active profiles of the walked place. */
  walkable: number;
  /** Profiles of the requested place that this viewer may see. */
  visible: number;
  visibleReal: number;
  /** Profiles that blocks hide from the viewer. */
  hidden: number;
  hiddenReal: number;
  region?: number;
  country?: number;
}

function pageOf({ firstCards, cards, looked, ended, at, id }: Answer, { sort }: Search, size: number): Page {
  const found = [firstCards, cards].flatMap((json) => JSON.parse(json) as RawCard[]).map(readCard);
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  if (last && found.length > size) {
    return { rows, next: { at: sort === "newest" ? last.createdAt : last.lastActiveAt, id: last.id }, short: null };
  }
  const next = ended || at === null || id === null ? null : { at, id };
  return { rows, next, short: next && looked };
}

/** Exact for a kept counter or a complete walk; otherwise extrapolated. */
function totalOf(answer: Answer & Extras, search: Search): Total {
  const { looked, found, foundReal, ended, walkable, visible, visibleReal, hidden, hiddenReal } = answer;
  const most = (count: number) => Math.min(Math.max(count, 0), MOST + 1);
  if (!isNarrow(search)) {
    const exact = visible > ALWAYS_MORE || hidden < MOST_BLOCKS;
    return { count: most(visible - hidden), real: most(visibleReal - hiddenReal), exact };
  }
  if (ended || found > MOST) return { count: most(found), real: most(foundReal), exact: true };
  const estimate = (seen: number) => most(Math.max(seen, Math.round((seen / Math.max(looked, 1)) * walkable)));
  return { count: estimate(found), real: estimate(foundReal), exact: false };
}

function emptiedBy(answer: Answer & Extras, search: Search): Part[] {
  const near = filters(search).flatMap(({ part }, bit) => (answer.near & (1 << bit) ? [part] : []));
  return [...near, ...(answer.region ? ["region" as const] : []), ...(answer.country ? ["country" as const] : [])];
}

/** No kept counter exists for a narrow search. */
function isNarrow({ bornAfter, bornUntil, traits, interest }: Search): boolean {
  return Boolean(bornAfter || bornUntil || interest || Object.keys(traits).length > 0);
}

/** No index sorts a region by creation: the walk covers the country and filters the region. */
function walksRegion({ sort, country, region }: Search): boolean {
  return region !== null && country !== null && sort === "last_active";
}

function orderColumn({ sort }: Search): SQL {
  return sort === "newest" ? sql.raw("p.created_at") : sql.raw("p.last_active_at");
}

function index(search: Search): SQL {
  const { sort, country } = search;
  if (sort === "newest") return sql.raw(country ? "profiles_newest" : "profiles_newest_anywhere");
  if (!country) return sql.raw("profiles_active_anywhere");
  return sql.raw(walksRegion(search) ? "profiles_active_region" : "profiles_active");
}

/** Each part with the SQL condition that a profile misses it. */
function filters(search: Search): { part: Part; missed: SQL }[] {
  const { region, bornAfter, bornUntil, traits, interest } = search;
  const all: { part: Part; missed: SQL }[] = [];
  if (region && !walksRegion(search)) all.push({ part: "region", missed: sql`p.region IS NOT ${region}` });
  if (bornUntil) all.push({ part: "bornUntil", missed: sql`p.birth_date > ${bornUntil}` });
  if (bornAfter) all.push({ part: "bornAfter", missed: sql`p.birth_date <= ${bornAfter}` });
  for (const [trait, code] of Object.entries(traits)) {
    all.push({ part: trait as Trait, missed: sql`${sql.raw(`p.${trait}`)} IS NOT ${code}` });
  }
  // Cheaper than json_each, and exact: no code contains a quote.
  if (interest) all.push({ part: "interest", missed: sql`instr(p.interests, ${`"${interest}"`}) = 0` });
  return all;
}

interface Bounds {
  limit: SQL;
  /** Exclusive start of the walk. */
  after: SQL | null;
  /** Reads cards during the walk: cheaper for a short walk that shows nearly every row. */
  withCards: boolean;
}

/** Yields each profile's mask of missed filters; negative for profiles never shown. */
function walk(search: Search, { limit, after, withCards }: Bounds): SQL {
  const { pool, gender, country, region, viewerId, fictional } = search;
  const column = orderColumn(search);
  const place = [sql`p.status = 'active'`, sql`p.pool = ${pool}`, sql`p.gender = ${gender}`];
  if (country) place.push(sql`p.country = ${country}`);
  if (walksRegion(search)) place.push(sql`p.region = ${region}`);
  if (after) place.push(sql`(${column}, p.id) < (${after})`);
  const never = [viewerId ? sql`p.id = ${viewerId}` : sql`p.shown_to_visitors = 0`];
  if (!fictional) never.push(sql`p.fictional = 1`);
  const mask = filters(search).map(({ missed }, bit) => sql`(${missed}) * ${number(1 << bit)}`);
  return sql`SELECT p.rowid AS hit, ${column} AS at, p.id,
      p.fictional, CASE WHEN ${sql.join(never, sql` OR `)} THEN -1 ELSE ${mask.length > 0 ? sql.join(mask, sql` + `) : sql`0`} END AS missed
      ${withCards ? sql`, ${CARD_JSON} AS card` : sql``}
    FROM profiles p INDEXED BY ${index(search)} WHERE ${sql.join(place, sql` AND `)}
    ORDER BY ${column} DESC, p.id DESC LIMIT ${limit}`;
}

/** 0 is a hit, one bit is the only missed filter, -1 is anything else. Checks blocks last. */
function judged(search: Search, bounds: Bounds): SQL {
  const blocked = search.viewerId ? sql`WHEN NOT (${unblocked(search.viewerId)}) THEN -1` : sql``;
  return sql`SELECT p.hit, p.at, p.id, p.fictional, CASE WHEN p.missed < 0 OR p.missed & (p.missed - 1) <> 0 THEN -1 ${blocked} ELSE p.missed END AS seen
      ${bounds.withCards ? sql`, p.card` : sql``} FROM (${walk(search, bounds)}) p`;
}

interface Walk {
  after: Position | null;
  size: number;
  /** Reads a place completely when it fits in one walk. */
  countAll: boolean;
  /** Extra columns; they may read the table `done`. */
  extras: SQL[];
}

/** One statement, one row: `size` cards and one more when a next page exists. */
function walked(search: Search, { after, size, countAll, extras }: Walk): SQL {
  const wanted = size + 1;
  const byPlace = !isNarrow(search) && filters(search).length === 0;
  const looks = byPlace ? [wanted + SPARE, FIRST_LOOK, LOOKED_AT] : [FIRST_LOOK, LOOKED_AT];
  const chunks = looks.map((upTo, i) => {
    if (i === 0) {
      const from = after && sql`${after.at}, ${after.id}`;
      return chunk(search, i, { limit: number(upTo), after: from, withCards: byPlace });
    }
    const enough = sql`found >= ${number(wanted)}`;
    const all = countAll ? sql`AND ${placeTotal(search)} > ${number(LOOKED_AT)}` : sql``;
    const limit = sql`(SELECT iif(ended OR ${enough} ${all}, 0, ${number(upTo - (looks[i - 1] ?? 0))}) FROM ${look(i - 1)})`;
    return chunk(search, i, { limit, after: sql`SELECT at, id FROM ${look(i - 1)}`, withCards: false });
  });
  const withHits = looks.flatMap((_, i) => (byPlace && i === 0 ? [] : [sql`SELECT hits FROM ${look(i)}`]));
  const later = sql`SELECT json_group_array(${CARD_JSON}) FROM (
      SELECT j.value AS hit FROM (${sql.join(withHits, sql` UNION ALL `)}) h CROSS JOIN json_each(h.hits) j LIMIT ${number(wanted)}
    ) h CROSS JOIN profiles p ON p.rowid = h.hit`;
  const columns = [
    sql`${byPlace ? sql`(SELECT hits FROM ${look(0)})` : sql`'[]'`} AS firstCards, (${later}) AS cards`,
    sql`done.looked, done.found, done.foundReal, done.ended, done.near, done.at, done.id`,
    ...extras,
  ];
  return sql`WITH ${sql.join(chunks, sql`, `)}, done AS MATERIALIZED (SELECT * FROM ${look(looks.length - 1)})
    SELECT ${sql.join(columns, sql`, `)} FROM done`;
}

function look(i: number): SQL {
  return sql.raw(`look${i}`);
}

/** Running totals up to this chunk. Aggregates keep the walk's order. `at` and `id` of the last row compare as one text. */
function chunk(search: Search, i: number, bounds: Bounds): SQL {
  const hit = bounds.withCards ? sql`json(card)` : sql`hit`;
  const own = sql`SELECT ${bounds.limit} AS asked, count(*) AS looked, count(*) FILTER (WHERE seen = 0) AS found,
      count(*) FILTER (WHERE seen = 0 AND fictional = 0) AS foundReal, json_group_array(${hit}) FILTER (WHERE seen = 0) AS hits, coalesce(sum(DISTINCT seen) FILTER (WHERE seen > 0), 0) AS near,
      min(printf('%015d', at) || id) AS last FROM (${judged(search, bounds)})`;
  const at = sql`CAST(substr(n.last, 1, 15) AS INTEGER)`;
  const id = sql`substr(n.last, 16)`;
  const sums =
    i === 0
      ? sql`n.looked, n.found, n.foundReal, n.near, n.looked < n.asked AS ended, ${at} AS at, ${id} AS id FROM (${own}) n`
      : sql`n.looked + b.looked AS looked, n.found + b.found AS found, n.foundReal + b.foundReal AS foundReal, n.near | b.near AS near,
          n.looked < n.asked OR b.ended AS ended, coalesce(${at}, b.at) AS at, coalesce(${id}, b.id) AS id
        FROM (${own}) n CROSS JOIN ${look(i - 1)} b`;
  return sql`${look(i)} AS MATERIALIZED (SELECT n.hits, ${sums})`;
}

function placeTotal(search: Search): SQL {
  return kept(walksRegion(search) ? search : { ...search, region: null }, "total");
}

function kept({ pool, gender, country, region }: Search, column: "total" | "real" | "open" | "open_real"): SQL {
  return sql`coalesce((SELECT ${sql.raw(`c.${column}`)} FROM profile_counts c
    WHERE c.pool = ${pool} AND c.gender = ${gender} AND c.country = ${country ?? ""} AND c.region = ${region ?? ""}), 0)`;
}

/** Inlines a constant: D1 allows 100 parameters per statement. */
function number(constant: number): SQL {
  return sql.raw(String(constant));
}

/** Trigger-kept counters and the number this viewer does not see. */
function totals(search: Search): SQL[] {
  const { pool, gender, country, region, viewerId, fictional } = search;
  const real = viewerId ? "real" : "open_real";
  const visible = fictional ? (viewerId ? "total" : "open") : real;
  const columns = [
    sql`${placeTotal(search)} AS walkable, ${kept(search, visible)} AS visible, ${kept(search, real)} AS visibleReal`,
  ];
  if (!viewerId || isNarrow(search)) return [...columns, sql`0 AS hidden, 0 AS hiddenReal`];
  const here = [sql`p.status = 'active'`, sql`p.pool = ${pool}`, sql`p.gender = ${gender}`];
  if (country) here.push(sql`p.country = ${country}`);
  if (region) here.push(sql`p.region = ${region}`);
  const most = sql`(SELECT iif(${kept(search, visible)} > ${number(ALWAYS_MORE)}, 0, ${number(MOST_BLOCKS)}))`;
  // UNION, not UNION ALL: two members may have blocked each other.
  const hidden = (also: SQL) => sql`(SELECT count(*) FROM (
      SELECT ${viewerId} AS id
      UNION SELECT blocked_id FROM (SELECT blocked_id FROM blocks WHERE blocker_id = ${viewerId} LIMIT ${most})
      UNION SELECT blocker_id FROM (SELECT blocker_id FROM blocks WHERE blocked_id = ${viewerId} LIMIT ${most})
    ) hidden CROSS JOIN profiles p ON p.id = hidden.id WHERE ${sql.join(here, sql` AND `)} ${also})`;
  const hiddenReal = hidden(sql`AND p.fictional = 0`);
  return [...columns, sql`${fictional ? hidden(sql``) : hiddenReal} AS hidden, ${hiddenReal} AS hiddenReal`];
}

/** Looks outside the walked place only after an empty walk, within the remaining read bound. */
function without(search: Search): SQL[] {
  const wider: [part: "region" | "country", search: Search][] = [];
  if (walksRegion(search)) wider.push(["region", { ...search, region: null }]);
  if (search.country) wider.push(["country", { ...search, country: null, region: null }]);
  return wider.map(([part, one]) => {
    const limit = sql`(SELECT iif(found > 0, 0, (${number(LOOKED_AT)} - looked) / ${number(wider.length)}) FROM done)`;
    return sql`EXISTS (SELECT 1 FROM (${judged(one, { limit, after: null, withCards: false })}) WHERE seen = 0) AS ${sql.raw(part)}`;
  });
}
