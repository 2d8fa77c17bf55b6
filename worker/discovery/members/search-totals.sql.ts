import type { SQL } from "drizzle-orm";
import { SHOWN_IN } from "#db/schema/attributes.ts";
import { blocks, profileCounts, profiles, unseen } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import { code, codes, isNarrow, number, walksBy, walksRegion } from "./search-filters.sql.ts";
import { countedChats } from "./search-pairs.sql.ts";
import type { Search } from "./search-query.ts";

const c = aliased(profileCounts, "c");
const p = aliased(profiles, "p");

export const MOST = 1000;
/** Above this many blocks each way, or members whom the viewer does not see, a total is an estimate. */
export const MOST_BLOCKS = 75;
/** Above this total, 1,000 remain after any of them. */
export const ALWAYS_MORE = MOST + 3 * MOST_BLOCKS + 1;

/** All active profiles of the walked place. */
export function placeTotal(search: Search): SQL {
  // A walk by distance meets all genders.
  const genders = walksBy(search) === "distance" ? SHOWN_IN : search.genders;
  return counter({ ...search, genders, region: walksRegion(search) ? search.region : null }, "total");
}

type Counter = "total" | "real" | "open" | "openReal" | "withPhoto";

function counter({ pool, genders, country, region }: Search, column: Counter): SQL {
  return sql`coalesce((SELECT sum(${c[column]}) FROM ${c}
    WHERE ${c.pool} = ${code(pool)} AND ${c.gender} IN (${codes(genders)}) AND ${c.country} = ${code(country ?? "")}
      AND ${c.region} = ${code(region ?? "")}), 0)`;
}

/** No counter holds what the walk covers: towns within a distance, or members active since a time. */
export function isUncounted(search: Search): boolean {
  if (search.answered) return false;
  return search.activeAfter !== null || (search.within !== null && walksBy(search) === "distance");
}

/** Profiles that a walk's density represents. */
function estimated(search: Search): SQL {
  if (search.answered) return countedChats(search);
  const by = walksBy(search);
  // The towns are those of the region, and hold all genders.
  if (by === "distance") return counter({ ...search, genders: SHOWN_IN }, "total");
  // By activity, members with a photo come first.
  const column = search.photo && by === "activity" ? "withPhoto" : "total";
  return counter({ ...search, region: walksRegion(search) ? search.region : null }, column);
}

/** Counters that triggers maintain, and the number of profiles that this viewer does not see. */
export function totals(search: Search): SQL[] {
  const { pool, genders, country, region, viewerId, fictional } = search;
  const real = viewerId ? "real" : "openReal";
  const visible = fictional ? (viewerId ? "total" : "open") : real;
  const columns = [
    sql`${estimated(search)} AS walkable, ${counter(search, visible)} AS visible, ${counter(search, real)} AS visibleReal`,
  ];
  if (!viewerId || isNarrow(search)) return [...columns, sql`0 AS hidden, 0 AS hiddenReal`];
  const here = [sql`${p.status} = 'active'`, sql`${p.pool} = ${code(pool)}`, sql`${p.gender} IN (${codes(genders)})`];
  if (country) here.push(sql`${p.country} = ${code(country)}`);
  if (region) here.push(sql`${p.region} = ${code(region)}`);
  const most = sql`(SELECT iif(${counter(search, visible)} > ${number(ALWAYS_MORE)}, 0, ${number(MOST_BLOCKS)}))`;
  const { blockerId, blockedId } = blocks;
  const listing = { owner: sql`n.${unseen.ownerId}`, viewer: sql`n.${unseen.viewerId}` };
  // UNION, not UNION ALL: two members may have blocked each other.
  const hidden = (also: SQL) => sql`(SELECT count(*) FROM (
      SELECT ${viewerId} AS id
      UNION SELECT ${blockedId} FROM (SELECT ${blockedId} FROM ${blocks} WHERE ${blockerId} = ${viewerId} LIMIT ${most})
      UNION SELECT ${blockerId} FROM (SELECT ${blockerId} FROM ${blocks} WHERE ${blockedId} = ${viewerId} LIMIT ${most})
      UNION SELECT ${listing.owner} FROM (SELECT ${unseen.viewerId}, ${unseen.ownerId} FROM ${unseen}
          WHERE ${unseen.viewerId} = ${viewerId} LIMIT ${most}) n WHERE ${isUnseenBy(listing.owner, listing.viewer)}
    ) hidden CROSS JOIN ${p} ON ${p.id} = hidden.id WHERE ${sql.join(here, sql` AND `)} ${also})`;
  const hiddenReal = hidden(sql`AND ${p.fictional} = 0`);
  return [...columns, sql`${fictional ? hidden(sql``) : hiddenReal} AS hidden, ${hiddenReal} AS hiddenReal`];
}
