import type { SQL } from "drizzle-orm";
import { ATTRIBUTE_NAMES } from "#db/schema/attribute-table.ts";
import type { Gender } from "#db/schema/attributes.ts";
import { profiles } from "#db/schema/index.ts";
import { type Aliased, aliased, jsonOf, listed, sql } from "#db/sql.ts";
import { merged } from "./arms.sql.ts";
import { CARD_JSON, type CardValues, readCardValues } from "./card.sql.ts";
import type { CardRow } from "./card.ts";
import { code } from "./search-filters.sql.ts";
import { shownTo } from "./shown.sql.ts";

const p = aliased(profiles, "p");
const w = aliased(profiles, "w");
const v = aliased(profiles, "v");

/** Most recently active profiles looked at, in the region and then in the country. */
const LOOKED_AT = 200;
/** The walks end with this many who fit: those shown and some that the rule leaves out. Wishes of both sides leave out more. */
const CANDIDATES = { visitor: 14, member: 60 };
const YEARS = 5;

export interface SimilarTo {
  viewerId: string | null;
  fictional: boolean;
  only: Gender | null;
}

const READ = [...ATTRIBUTE_NAMES, "lookingFor", "seenFrom", "seenTo", "seenWithin"] as const;

type Traits = Pick<typeof profiles.$inferSelect, (typeof READ)[number]>;
/** With what the wishes of both sides ask for. The rule compares them: the viewer is unknown when the rows are read. */
export type SimilarRow = CardRow & Traits;
export type SimilarValues = [card: CardValues, traits: Traits];

export function readSimilar([card, traits]: SimilarValues): SimilarRow {
  return { ...readCardValues(card), ...traits };
}

/**
 * Bounded: two walks of a covering index, which end as soon as enough are found. The same search, at most five years between
 * them. Visitors get no hint of what a member looks for.
 */
export function similarTo(
  profile: Aliased<typeof profiles>,
  viewerId: SQL | null,
  { fictional, only }: Omit<SimilarTo, "viewerId">,
): SQL<SimilarValues[]> {
  const audience = { viewerId, fictional, wishes: null, own: null };
  const genders = gendersBeside(profile, viewerId, only);
  const place = sql`${w.pool} = ${profile.pool} AND ${w.country} = ${profile.country}`;
  const arm = (
    index: string,
    where: SQL,
    gender: SQL,
  ) => sql`SELECT ${w.id} AS id, ${w.birthDate} AS born, ${w.hasPhoto} AS photo,
      ${w.lastActiveAt} AS seen FROM ${w} INDEXED BY ${sql.raw(index)} WHERE ${where} AND ${w.gender} = ${gender}
      AND ${w.status} = 'active' AND ${shownTo({ ...audience, mutual: null }, w).columns}`;
  const walk = (index: string, where: SQL) =>
    sql`SELECT id, born FROM (${merged(
      genders.map((gender) => arm(index, where, gender)),
      sql`photo DESC, seen DESC, id DESC`,
      sql.raw(`${LOOKED_AT}`),
    )})`;
  const years = (sign: string) => sql`date(${profile.birthDate}, '${sql.raw(`${sign}${YEARS}`)} years')`;
  const near = sql`SELECT id FROM (
      ${walk("profiles_active_region", sql`${place} AND ${w.region} = ${profile.region}`)}
      UNION ALL ${walk("profiles_active", sql`${place} AND (${profile.region} IS NULL OR ${w.region} IS NOT ${profile.region})`)})
    WHERE born BETWEEN ${years("-")} AND ${years("+")}`;
  const seen = shownTo({ ...audience, mutual: viewerId && { only: only !== null } });
  return sql`(${listed(sql`SELECT json_array(${CARD_JSON}, ${jsonOf(p, READ)}) AS item FROM (${near}) near
    CROSS JOIN ${p} ON ${p.id} = near.id WHERE ${p.id} <> ${profile.id} AND ${seen.columns} AND ${seen.others}
    LIMIT ${sql.raw(`${viewerId === null ? CANDIDATES.visitor : CANDIDATES.member}`)}`)})`;
}

/**
 * The search in which the viewer finds the profile: one of two. Members in both are among them and never alone.
 * Beside somebody in both it is the one that the viewer looks for. Visitors see nobody of both.
 */
function gendersBeside(profile: Aliased<typeof profiles>, viewerId: SQL | null, only: Gender | null): SQL[] {
  if (only !== null) {
    const found = sql`${profile.gender} IN (${code(only)}, 'both')`;
    const both = viewerId === null ? [] : [sql`iif(${found}, 'both', NULL)`];
    return [sql`iif(${found}, ${code(only)}, NULL)`, ...both];
  }
  if (viewerId === null) return [sql`nullif(${profile.gender}, 'both')`];
  const sought = sql`(SELECT ${v.lookingFor} FROM ${v} WHERE ${v.id} = ${viewerId})`;
  const one = sql`iif(${profile.gender} <> 'both', ${profile.gender}, iif(${sought} = 'male', 'male', 'female'))`;
  return [one, sql`iif(${sought} IN (${one}, 'everyone'), 'both', NULL)`];
}
