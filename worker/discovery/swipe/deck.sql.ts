import type { SQL } from "drizzle-orm";
import { likes, profileCounts, profiles, swipes } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { merged } from "#worker/discovery/members/arms.sql.ts";
import type { CandidateFilter } from "#worker/discovery/members/candidate-filter.ts";
import { CARD_COLUMNS } from "#worker/discovery/members/card.sql.ts";
import { number } from "#worker/discovery/members/search-filters.sql.ts";
import { audienceOf, columnsRead, shownTo, wished } from "#worker/discovery/members/shown.sql.ts";
import type { WishFilter } from "#worker/discovery/wishes/wish-filter.ts";

const c = aliased(profileCounts, "c");
const l = aliased(likes, "l");
const p = aliased(profiles, "p");
const s = aliased(swipes, "s");

/** Bounds the profiles read in the player's country, and in all others together. */
const NEAR_LOOKED_AT = 3000;
const FAR_LOOKED_AT = 1500;
/** Of one country, for the number of a wider choice. */
const COUNTED = 120;

/** The player's last swipe. */
export function last(memberId: string, what: SQL): SQL {
  return sql`SELECT ${what} FROM ${swipes} WHERE ${swipes.memberId} = ${memberId}
    ORDER BY ${swipes.at} DESC LIMIT 1`;
}

/** Looks at nobody where `wanted` is false: SQLite evaluates a LIMIT first. */
export function cardsOf(player: CandidateFilter, hidden: number, size: number, wanted: SQL = sql`1`): SQL {
  const { id, country } = player;
  const fits = sql`${shownTo(audienceOf(player)).columns} AND ${eligible(player, hidden)}`;
  const near = sql`SELECT ${p.id}, 1 AS place, ${p.lastActiveAt} AS active
    FROM (${walk(player, sql`${country}`, sql`(SELECT ${number(NEAR_LOOKED_AT)} * wanted FROM wanted)`)}) p WHERE ${fits} LIMIT ${size}`;
  // Evaluates the rowid list once per country; an IN runs it per profile.
  const far = sql`SELECT ${p.id}, 2 AS place, ${p.lastActiveAt} AS active FROM countries c
      CROSS JOIN json_each((SELECT json_group_array(hit) FROM (
        SELECT p.hit FROM (${walk(player, sql`${c.country}`, SHARE)}) p WHERE ${fits} LIMIT ${size}))) hits
      CROSS JOIN ${p} ON p.rowid = hits.value
    ORDER BY ${p.lastActiveAt} DESC, ${p.id} DESC LIMIT (SELECT (${size} - count(*)) * (SELECT wanted FROM wanted) FROM near)`;
  // Whom the player took back is shown again, whatever the wishes are now.
  const back = sql`SELECT ${p.id}, 0 AS place, 0 AS active FROM ${p}
    WHERE ${p.id} = (${last(id, sql`iif(${swipes.undoneAt} IS NULL, NULL, ${swipes.profileId})`)})
      AND ${p.status} = 'active' AND ${p.pool} = ${player.pool} AND ${p.hasPhoto} = 1
      AND ${shownTo({ ...audienceOf(player), wishes: null }).columns} AND ${eligible(player, hidden)}`;
  return sql`WITH wanted AS MATERIALIZED (SELECT ${wanted} AS wanted), back AS MATERIALIZED (${back}), near AS MATERIALIZED (${near}),
      countries AS MATERIALIZED (${countriesBut(player)}), far AS MATERIALIZED (${far}),
      chosen AS (SELECT ${profiles.id}, min(place) AS place, max(active) AS active
        FROM (SELECT * FROM back UNION ALL SELECT * FROM near UNION ALL SELECT * FROM far) GROUP BY ${profiles.id})
    SELECT ${CARD_COLUMNS}, ${p.about} FROM chosen CROSS JOIN ${p} ON ${p.id} = chosen.${profiles.id}
    ORDER BY chosen.place, chosen.active DESC, ${p.id} DESC LIMIT ${size}`;
}

/**
 * For each choice (`n0`, `n1` …) how many it would bring; one walk for all. `found` tells how many were counted at most,
 * `whole` whether the bounds left nobody out.
 */
export function widerOf(player: CandidateFilter, choices: readonly WishFilter[], hidden: number): SQL {
  const fits = choices.map((choice) => sql`(${sql.join([sql`1`, ...wished(choice)], sql` AND `)})`);
  const bits = sql.join(
    fits.map((fit, i) => sql`${fit} * ${number(2 ** i)}`),
    sql` + `,
  );
  const all = { ...player, wishes: widestOf(choices) };
  const open = shownTo({ ...audienceOf(player), wishes: null }).columns;
  const seen = (country: SQL, bound: SQL) => sql`SELECT ${bits} AS bits FROM (${walk(all, country, bound)}) p
    WHERE ${open} AND (${sql.join(fits, sql` OR `)}) AND ${eligible(player, hidden)} LIMIT ${number(COUNTED)}`;
  const counts = choices.map((_, i) => sql`count(*) FILTER (WHERE bits & ${number(2 ** i)}) AS ${sql.raw(`n${i}`)}`);
  const total = (where: SQL) => sql`(SELECT sum(${c.withPhoto}) FROM ${c} WHERE ${c.pool} = ${player.pool}
    AND ${c.gender} IN ${player.genders} AND ${c.region} = '' AND ${where})`;
  return sql`WITH countries AS MATERIALIZED (${countriesBut(player)}),
      seen AS MATERIALIZED (SELECT bits, 0 AS away FROM (${seen(sql`${player.country}`, number(NEAR_LOOKED_AT))})
        UNION ALL SELECT bits.value, 1 FROM countries c
          CROSS JOIN json_each((SELECT json_group_array(bits) FROM (${seen(sql`${c.country}`, SHARE)}))) bits)
    SELECT ${sql.join(counts, sql`, `)}, count(*) FILTER (WHERE away = 0) < ${number(COUNTED)}
      AND count(*) FILTER (WHERE away = 1) < ${number(COUNTED)} AS counted,
      coalesce(${total(sql`${c.country} = ${player.country}`)}, 0) <= ${number(NEAR_LOOKED_AT)}
        AND NOT EXISTS (SELECT 1 FROM countries o WHERE ${total(sql`${c.country} = o.country`)} > ${SHARE}) AS whole
    FROM seen`;
}

/** Names the columns that any of them reads. */
function widestOf(choices: readonly WishFilter[]): WishFilter {
  return {
    bornAfter: choices.find(({ bornAfter }) => bornAfter !== null)?.bornAfter ?? null,
    bornUntil: choices.find(({ bornUntil }) => bornUntil !== null)?.bornUntil ?? null,
    within: choices.find(({ within }) => within !== null)?.within ?? null,
    traits: Object.assign({}, ...choices.map(({ traits }) => traits)) as WishFilter["traits"],
  };
}

/** One walk per country: the player's own would fill a joint one. SQLite evaluates LIMIT first and skips far countries. */
function countriesBut({ pool, genders, country }: CandidateFilter): SQL {
  return sql`SELECT DISTINCT ${c.country} FROM ${c} WHERE ${c.pool} = ${pool} AND ${c.gender} IN ${genders}
    AND ${c.country} NOT IN ('', ${country}) AND ${c.region} = '' AND ${c.total} > 0`;
}

const SHARE = sql`(SELECT ${number(FAR_LOOKED_AT)} / max(1, count(*)) + 1 FROM countries)`;

/** Last active first; members with a photo only. Reads the index, and the profile for wishes. */
function walk(player: CandidateFilter, country: SQL, limit: SQL): SQL {
  // One range for each gender and what it looks for; SQLite merges them in order.
  const arms = player.genders.flatMap((gender) =>
    player.lookingFor.map(
      (
        lookingFor,
      ) => sql`SELECT p.rowid AS hit, ${p.lastActiveAt}, ${columnsRead(audienceOf(player))} FROM ${p} INDEXED BY profiles_deck
        WHERE ${p.status} = 'active' AND ${p.pool} = ${player.pool} AND ${p.gender} = ${gender} AND ${p.lookingFor} = ${lookingFor}
          AND ${p.country} = ${country} AND ${p.hasPhoto} = 1`,
    ),
  );
  return merged(arms, sql`${profiles.lastActiveAt} DESC, ${profiles.id} DESC`, limit);
}

/** Neither blocked, liked nor passed by this player. */
function eligible(player: CandidateFilter, hidden: number): SQL {
  const { id } = player;
  return sql`NOT EXISTS (SELECT 1 FROM ${s}
      WHERE ${s.memberId} = ${id} AND ${s.profileId} = ${p.id} AND ${s.undoneAt} IS NULL AND ${s.at} >= ${hidden})
    AND NOT EXISTS (SELECT 1 FROM ${l} WHERE ${l.likerId} = ${id} AND ${l.likedId} = ${p.id})
    AND ${shownTo(audienceOf(player)).others}`;
}
