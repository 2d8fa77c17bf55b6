import type { SQL } from "drizzle-orm";
import { ATTRIBUTE_NAMES } from "#db/schema/attribute-table.ts";
import type { Gender } from "#db/schema/attributes.ts";
import { preferences, profiles } from "#db/schema/index.ts";
import { type Aliased, aliased, jsonOf, listed, sql } from "#db/sql.ts";
import { CARD_JSON, type CardValues, readCardValues } from "./card.sql.ts";
import type { CardRow } from "./card.ts";
import { code } from "./search-filters.sql.ts";
import { shownTo } from "./shown.sql.ts";

const p = aliased(profiles, "p");
const w = aliased(profiles, "w");

/** Most recently active profiles looked at, in the region and then in the country. */
const LOOKED_AT = 200;
/** The walks end with this many who fit: those shown and some that the rule leaves out. Wishes leave out more. */
const CANDIDATES = { all: 14, wished: 60 };
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
 * Bounded: two walks of a covering index, which end as soon as enough are found. Same gender, at most five years between them.
 * Visitors get no hint of what a member looks for.
 */
export function similarTo(
  profile: Aliased<typeof profiles>,
  viewerId: SQL | null,
  { fictional, only }: Omit<SimilarTo, "viewerId">,
): SQL<SimilarValues[]> {
  const audience = { viewerId, fictional, wishes: null, own: null };
  const place = sql`${w.pool} = ${profile.pool} AND ${w.gender} = ${profile.gender} AND ${w.country} = ${profile.country}${only ? sql` AND ${profile.gender} <> ${code(only === "male" ? "female" : "male")}` : sql``}`;
  const walk = (index: string, where: SQL) => sql`SELECT * FROM (SELECT ${w.id} AS id, ${w.birthDate} AS born FROM ${w}
      INDEXED BY ${sql.raw(index)} WHERE ${where} AND ${w.status} = 'active'
      AND ${shownTo({ ...audience, mutual: null }, w).columns}
      ORDER BY ${w.hasPhoto} DESC, ${w.lastActiveAt} DESC, ${w.id} DESC LIMIT ${sql.raw(`${LOOKED_AT}`)})`;
  const years = (sign: string) => sql`date(${profile.birthDate}, '${sql.raw(`${sign}${YEARS}`)} years')`;
  const near = sql`SELECT id FROM (
      ${walk("profiles_active_region", sql`${place} AND ${w.region} = ${profile.region}`)}
      UNION ALL ${walk("profiles_active", sql`${place} AND (${profile.region} IS NULL OR ${w.region} IS NOT ${profile.region})`)})
    WHERE born BETWEEN ${years("-")} AND ${years("+")}`;
  const seen = shownTo({ ...audience, mutual: viewerId && { only: only !== null } });
  return sql`(${listed(sql`SELECT json_array(${CARD_JSON}, ${jsonOf(p, READ)}) AS item FROM (${near}) near
    CROSS JOIN ${p} ON ${p.id} = near.id WHERE ${p.id} <> ${profile.id} AND ${seen.columns} AND ${seen.others} LIMIT ${candidates(viewerId)}`)})`;
}

/** SQLite works out a LIMIT before the walk: the viewer's wishes are not read yet. */
function candidates(viewerId: SQL | null): SQL {
  const [all, wished] = [CANDIDATES.all, CANDIDATES.wished].map((most) => sql.raw(`${most}`));
  if (viewerId === null) return all as SQL;
  return sql`iif(EXISTS (SELECT 1 FROM ${preferences} WHERE ${preferences.accountId} = ${viewerId}
    AND ${preferences.wishes} <> '{}'), ${wished}, ${all})`;
}
