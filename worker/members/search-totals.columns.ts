import type { SQL } from "drizzle-orm";
import { blocks, profileCounts, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { Search } from "./search-query.ts";

const c = aliased(profileCounts, "c");
const p = aliased(profiles, "p");

export const MOST = 1000;
/** Above this many blocks each way a total is an estimate. */
export const MOST_BLOCKS = 75;
/** Above this total, 1,000 remain after any blocks. */
export const ALWAYS_MORE = MOST + 2 * MOST_BLOCKS + 1;

/** No kept counter exists for a narrow search. */
export function isNarrow({ bornAfter, bornUntil, traits, interest }: Search): boolean {
  return Boolean(bornAfter || bornUntil || interest || Object.keys(traits).length > 0);
}

/** No index sorts a region by creation: the walk covers the country and filters the region. */
export function walksRegion({ sort, country, region }: Search): boolean {
  return region !== null && country !== null && sort === "last_active";
}

/** Inlines a constant: D1 allows 100 parameters per statement. */
export function number(constant: number): SQL {
  return sql.raw(String(constant));
}

/** All active profiles of the walked place. */
export function placeTotal(search: Search): SQL {
  return kept(walksRegion(search) ? search : { ...search, region: null }, "total");
}

function kept({ pool, gender, country, region }: Search, column: "total" | "real" | "open" | "openReal"): SQL {
  return sql`coalesce((SELECT ${c[column]} FROM ${c}
    WHERE ${c.pool} = ${pool} AND ${c.gender} = ${gender} AND ${c.country} = ${country ?? ""}
      AND ${c.region} = ${region ?? ""}), 0)`;
}

/** Trigger-kept counters and the number this viewer does not see. */
export function totals(search: Search): SQL[] {
  const { pool, gender, country, region, viewerId, fictional } = search;
  const real = viewerId ? "real" : "openReal";
  const visible = fictional ? (viewerId ? "total" : "open") : real;
  const columns = [
    sql`${placeTotal(search)} AS walkable, ${kept(search, visible)} AS visible, ${kept(search, real)} AS visibleReal`,
  ];
  if (!viewerId || isNarrow(search)) return [...columns, sql`0 AS hidden, 0 AS hiddenReal`];
  const here = [sql`${p.status} = 'active'`, sql`${p.pool} = ${pool}`, sql`${p.gender} = ${gender}`];
  if (country) here.push(sql`${p.country} = ${country}`);
  if (region) here.push(sql`${p.region} = ${region}`);
  const most = sql`(SELECT iif(${kept(search, visible)} > ${number(ALWAYS_MORE)}, 0, ${number(MOST_BLOCKS)}))`;
  const { blockerId, blockedId } = blocks;
  // UNION, not UNION ALL: two members may have blocked each other.
  const hidden = (also: SQL) => sql`(SELECT count(*) FROM (
      SELECT ${viewerId} AS id
      UNION SELECT ${blockedId} FROM (SELECT ${blockedId} FROM ${blocks} WHERE ${blockerId} = ${viewerId} LIMIT ${most})
      UNION SELECT ${blockerId} FROM (SELECT ${blockerId} FROM ${blocks} WHERE ${blockedId} = ${viewerId} LIMIT ${most})
    ) hidden CROSS JOIN ${p} ON ${p.id} = hidden.id WHERE ${sql.join(here, sql` AND `)} ${also})`;
  const hiddenReal = hidden(sql`AND ${p.fictional} = 0`);
  return [...columns, sql`${fictional ? hidden(sql``) : hiddenReal} AS hidden, ${hiddenReal} AS hiddenReal`];
}
