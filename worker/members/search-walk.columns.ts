import type { SQL } from "drizzle-orm";
import { profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { CARD_JSON, unblocked } from "./card.columns.ts";
import type { Part, Position, Search, Trait } from "./search-query.ts";
import { isNarrow, number, placeTotal, walksRegion } from "./search-totals.columns.ts";

const p = aliased(profiles, "p");

/** Maximum profiles read per page. */
export const LOOKED_AT = 2000;
/** First chunk; a narrow search reads more only when the page is not full. */
const FIRST_LOOK = 400;
/** Extra rows for a search by place alone, which shows nearly every row. */
const SPARE = 7;

function orderColumn({ sort }: Search): SQL {
  return sort === "newest" ? p.createdAt : p.lastActiveAt;
}

function index(search: Search): SQL {
  const { sort, country } = search;
  if (sort === "newest") return sql.raw(country ? "profiles_newest" : "profiles_newest_anywhere");
  if (!country) return sql.raw("profiles_active_anywhere");
  return sql.raw(walksRegion(search) ? "profiles_active_region" : "profiles_active");
}

/** Each part with the SQL condition that a profile misses it. */
export function filters(search: Search): { part: Part; missed: SQL }[] {
  const { region, bornAfter, bornUntil, traits, interest } = search;
  const all: { part: Part; missed: SQL }[] = [];
  if (region && !walksRegion(search)) all.push({ part: "region", missed: sql`${p.region} IS NOT ${region}` });
  if (bornUntil) all.push({ part: "bornUntil", missed: sql`${p.birthDate} > ${bornUntil}` });
  if (bornAfter) all.push({ part: "bornAfter", missed: sql`${p.birthDate} <= ${bornAfter}` });
  for (const [trait, code] of Object.entries(traits)) {
    all.push({ part: trait as Trait, missed: sql`${p[trait as Trait]} IS NOT ${code}` });
  }
  // Cheaper than json_each, and exact: no code contains a quote.
  if (interest) all.push({ part: "interest", missed: sql`instr(${p.interests}, ${`"${interest}"`}) = 0` });
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
  const place = [sql`${p.status} = 'active'`, sql`${p.pool} = ${pool}`, sql`${p.gender} = ${gender}`];
  if (country) place.push(sql`${p.country} = ${country}`);
  if (walksRegion(search)) place.push(sql`${p.region} = ${region}`);
  if (after) place.push(sql`(${column}, ${p.id}) < (${after})`);
  const never = [viewerId ? sql`${p.id} = ${viewerId}` : sql`${p.shownToVisitors} = 0`];
  if (!fictional) never.push(sql`${p.fictional} = 1`);
  const masks = filters(search).map(({ missed }, bit) => sql`(${missed}) * ${number(1 << bit)}`);
  const mask = masks.length > 0 ? sql.join(masks, sql` + `) : sql`0`;
  return sql`SELECT p.rowid AS hit, ${column} AS at, ${p.id}, ${p.fictional},
      CASE WHEN ${sql.join(never, sql` OR `)} THEN -1 ELSE ${mask} END AS missed
      ${withCards ? sql`, ${CARD_JSON} AS card` : sql``}
    FROM ${p} INDEXED BY ${index(search)} WHERE ${sql.join(place, sql` AND `)}
    ORDER BY ${column} DESC, ${p.id} DESC LIMIT ${limit}`;
}

/** 0 is a hit, one bit is the only missed filter, -1 is anything else. Checks blocks last. */
function judged(search: Search, bounds: Bounds): SQL {
  const blocked = search.viewerId ? sql`WHEN NOT (${unblocked(search.viewerId)}) THEN -1` : sql``;
  return sql`SELECT p.hit, p.at, ${p.id}, ${p.fictional},
      CASE WHEN p.missed < 0 OR p.missed & (p.missed - 1) <> 0 THEN -1 ${blocked} ELSE p.missed END AS seen
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
export function walked(search: Search, { after, size, countAll, extras }: Walk): SQL {
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
      SELECT j.value AS hit FROM (${sql.join(withHits, sql` UNION ALL `)}) h CROSS JOIN json_each(h.hits) j
      LIMIT ${number(wanted)}
    ) h CROSS JOIN ${p} ON p.rowid = h.hit`;
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
      count(*) FILTER (WHERE seen = 0 AND ${profiles.fictional} = 0) AS foundReal,
      json_group_array(${hit}) FILTER (WHERE seen = 0) AS hits,
      coalesce(sum(DISTINCT seen) FILTER (WHERE seen > 0), 0) AS near,
      min(printf('%015d', at) || ${profiles.id}) AS last FROM (${judged(search, bounds)})`;
  const at = sql`CAST(substr(n.last, 1, 15) AS INTEGER)`;
  const id = sql`substr(n.last, 16)`;
  const sums =
    i === 0
      ? sql`n.looked, n.found, n.foundReal, n.near, n.looked < n.asked AS ended, ${at} AS at, ${id} AS id FROM (${own}) n`
      : sql`n.looked + b.looked AS looked, n.found + b.found AS found, n.foundReal + b.foundReal AS foundReal,
          n.near | b.near AS near, n.looked < n.asked OR b.ended AS ended,
          coalesce(${at}, b.at) AS at, coalesce(${id}, b.id) AS id
        FROM (${own}) n CROSS JOIN ${look(i - 1)} b`;
  return sql`${look(i)} AS MATERIALIZED (SELECT n.hits, ${sums})`;
}

/** Looks outside the walked place only after an empty walk, within the remaining read bound. */
export function without(search: Search): SQL[] {
  const wider: [part: "region" | "country", search: Search][] = [];
  if (walksRegion(search)) wider.push(["region", { ...search, region: null }]);
  if (search.country) wider.push(["country", { ...search, country: null, region: null }]);
  return wider.map(([part, one]) => {
    const limit = sql`(SELECT iif(found > 0, 0, (${number(LOOKED_AT)} - looked) / ${number(wider.length)}) FROM done)`;
    const wide = judged(one, { limit, after: null, withCards: false });
    return sql`EXISTS (SELECT 1 FROM (${wide}) WHERE seen = 0) AS ${sql.raw(part)}`;
  });
}
