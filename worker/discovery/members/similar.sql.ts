import type { SQL } from "drizzle-orm";
import type { Gender } from "#db/schema/attributes.ts";
import { profiles } from "#db/schema/index.ts";
import { type Aliased, aliased, listed, sql } from "#db/sql.ts";
import { CARD_JSON, type CardValues, unblocked } from "./card.sql.ts";
import { code } from "./search-filters.sql.ts";

const p = aliased(profiles, "p");
const v = aliased(profiles, "v");
const w = aliased(profiles, "w");

/** Most recently active profiles looked at, in the region and then in the country. */
const LOOKED_AT = 200;
const CANDIDATES = 60;
const YEARS = 5;

export interface SimilarTo {
  viewerId: string | null;
  fictional: boolean;
  only: Gender | null;
}

/** Bounded: two walks of a covering index. Same gender, at most five years between them. Visitors get no hint of what a member looks for. */
export function similarTo(
  profile: Aliased<typeof profiles>,
  viewerId: SQL | null,
  { fictional, only }: Omit<SimilarTo, "viewerId">,
): SQL<CardValues[]> {
  const place = sql`${w.pool} = ${profile.pool} AND ${w.gender} = ${profile.gender} AND ${w.country} = ${profile.country}${only ? sql` AND ${profile.gender} = ${code(only)}` : sql``}`;
  const walk = (index: string, where: SQL) => sql`SELECT * FROM (SELECT ${w.id} AS id, ${w.birthDate} AS born FROM ${w}
      INDEXED BY ${sql.raw(index)} WHERE ${where} AND ${w.status} = 'active'
      ${viewerId ? sql`` : sql`AND ${w.shownToVisitors} = 1`} ${fictional ? sql`` : sql`AND ${w.fictional} = 0`}
      ORDER BY ${w.hasPhoto} DESC, ${w.lastActiveAt} DESC, ${w.id} DESC LIMIT ${sql.raw(`${LOOKED_AT}`)})`;
  const years = (sign: string) => sql`date(${profile.birthDate}, '${sql.raw(`${sign}${YEARS}`)} years')`;
  const near = sql`SELECT id FROM (
      ${walk("profiles_active_region", sql`${place} AND ${w.region} = ${profile.region}`)}
      UNION ALL ${walk("profiles_active", place)})
    WHERE born BETWEEN ${years("-")} AND ${years("+")}`;
  const interest = viewerId ? mutual(viewerId, only !== null) : sql`true`;
  return sql`(${listed(sql`SELECT ${CARD_JSON} AS item FROM (${near}) near CROSS JOIN ${p} ON ${p.id} = near.id
    WHERE ${p.id} <> ${profile.id} AND ${interest} LIMIT ${sql.raw(`${CANDIDATES}`)}`)})`;
}

/** On a site for one gender all look for that one. */
function mutual(viewerId: SQL, isForOne: boolean): SQL {
  const own = (column: SQL) => sql`(SELECT ${column} FROM ${v} WHERE ${v.id} = ${viewerId})`;
  return sql`${p.lookingFor} IN (${own(v.gender)}, 'everyone') ${isForOne ? sql`` : sql`AND ${own(v.lookingFor)} IN (${p.gender}, 'everyone')`}
    AND ${p.id} <> ${viewerId} AND ${unblocked(viewerId)}`;
}
