import type { SQL } from "drizzle-orm";
import { profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { CARD_JSON, unblocked } from "./card.sql.ts";

const p = aliased(profiles, "p");
const t = aliased(profiles, "t");
const w = aliased(profiles, "w");

/** Most recently active profiles looked at, in the region and then in the country. */
const LOOKED_AT = 200;
const CANDIDATES = 60;
const YEARS = 5;

/** The viewer's interest must be mutual; null for a visitor. */
export interface SimilarTo {
  profile: string;
  pool: string;
  viewer: { id: string } | null;
  fictional: boolean;
}

/** Bounded: two walks of a covering index. Same gender, at most five years between them. Visitors get no hint of what a member looks for. */
export function similarTo({ profile, pool, viewer, fictional }: SimilarTo): { card: SQL.Aliased<string>; from: SQL; where: SQL } {
  const one = (column: SQL, id: string) => sql`(SELECT ${column} FROM ${t} WHERE ${t.id} = ${id})`;
  const of = (column: SQL) => one(column, profile);
  const place = sql`${w.pool} = ${pool} AND ${w.gender} = ${of(t.gender)} AND ${w.country} = ${of(t.country)}`;
  const walk = (index: string, where: SQL) => sql`SELECT * FROM (SELECT ${w.id} AS id, ${w.birthDate} AS born FROM ${w}
      INDEXED BY ${sql.raw(index)} WHERE ${where} AND ${w.status} = 'active'
      ${viewer ? sql`` : sql`AND ${w.shownToVisitors} = 1`} ${fictional ? sql`` : sql`AND ${w.fictional} = 0`}
      ORDER BY ${w.hasPhoto} DESC, ${w.lastActiveAt} DESC, ${w.id} DESC LIMIT ${LOOKED_AT})`;
  const born = of(t.birthDate);
  const years = (sign: string) => sql`date(${born}, ${`${sign}${YEARS} years`})`;
  const interest = viewer
    ? sql`${p.lookingFor} IN (${one(t.gender, viewer.id)}, 'everyone')
        AND ${one(t.lookingFor, viewer.id)} IN (${p.gender}, 'everyone')
        AND ${p.id} <> ${viewer.id} AND ${unblocked(viewer.id)}`
    : sql`true`;
  return {
    card: sql<string>`${CARD_JSON}`.as("card"),
    from: sql`(SELECT id FROM (
        ${walk("profiles_active_region", sql`${place} AND ${w.region} = ${of(t.region)}`)}
        UNION ALL ${walk("profiles_active", place)})
      WHERE born BETWEEN ${years("-")} AND ${years("+")}) near CROSS JOIN ${p} ON ${p.id} = near.id`,
    where: sql`${p.id} <> ${profile} AND ${interest} LIMIT ${CANDIDATES}`,
  };
}
