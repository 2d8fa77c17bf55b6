import { type Placeholder, placeholder, type SQL } from "drizzle-orm";
import { type Built, built, filledIn } from "#db/raw.ts";
import { profiles } from "#db/schema/index.ts";
import { aliased, listed, sql } from "#db/sql.ts";
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

const kept = new Map<string, Built>();

/** A list of CARD_JSON. The text depends on who asks and on fictional profiles alone. */
export function similarTo({ profile, pool, viewer, fictional }: SimilarTo): Built {
  const name = JSON.stringify([viewer !== null, fictional]);
  const statement = kept.get(name) ?? built(similar(viewer !== null, fictional));
  kept.set(name, statement);
  return filledIn(statement, { profile, pool, viewerId: viewer?.id ?? null });
}

const [profile, pool, viewerId] = [placeholder("profile"), placeholder("pool"), placeholder("viewerId")];

/** Bounded: two walks of a covering index. Same gender, at most five years between them. Visitors get no hint of what a member looks for. */
function similar(forMember: boolean, fictional: boolean): SQL {
  const one = (column: SQL, id: Placeholder) => sql`(SELECT ${column} FROM ${t} WHERE ${t.id} = ${id})`;
  const of = (column: SQL) => one(column, profile);
  const place = sql`${w.pool} = ${pool} AND ${w.gender} = ${of(t.gender)} AND ${w.country} = ${of(t.country)}`;
  const walk = (index: string, where: SQL) => sql`SELECT * FROM (SELECT ${w.id} AS id, ${w.birthDate} AS born FROM ${w}
      INDEXED BY ${sql.raw(index)} WHERE ${where} AND ${w.status} = 'active'
      ${forMember ? sql`` : sql`AND ${w.shownToVisitors} = 1`} ${fictional ? sql`` : sql`AND ${w.fictional} = 0`}
      ORDER BY ${w.hasPhoto} DESC, ${w.lastActiveAt} DESC, ${w.id} DESC LIMIT ${LOOKED_AT})`;
  const born = of(t.birthDate);
  const years = (sign: string) => sql`date(${born}, ${`${sign}${YEARS} years`})`;
  const interest = forMember
    ? sql`${p.lookingFor} IN (${one(t.gender, viewerId)}, 'everyone')
        AND ${one(t.lookingFor, viewerId)} IN (${p.gender}, 'everyone')
        AND ${p.id} <> ${viewerId} AND ${unblocked(viewerId)}`
    : sql`true`;
  const near = sql`SELECT id FROM (
      ${walk("profiles_active_region", sql`${place} AND ${w.region} = ${of(t.region)}`)}
      UNION ALL ${walk("profiles_active", place)})
    WHERE born BETWEEN ${years("-")} AND ${years("+")}`;
  return listed(sql`SELECT ${CARD_JSON} AS item FROM (${near}) near CROSS JOIN ${p} ON ${p.id} = near.id
    WHERE ${p.id} <> ${profile} AND ${interest} LIMIT ${CANDIDATES}`);
}
