import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import { likes, profileCounts, profiles, swipes } from "#db/schema/index.ts";
import type { Interest } from "#db/schema/interests.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { CandidateFilter } from "#worker/discovery/members/candidate-filter.ts";
import { CARD_COLUMNS, type RawCard, readCard, unblocked } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";

const c = aliased(profileCounts, "c");
const l = aliased(likes, "l");
const p = aliased(profiles, "p");
const s = aliased(swipes, "s");

export interface SwipeCardRow extends CardRow {
  about: string;
  interests: Interest[];
}

interface DeckRows {
  cards: SwipeCardRow[];
  /** Undone likes count. */
  likes: number;
  /** Null without a swipe that can be undone. */
  last: string | null;
}

interface SwipeRow {
  profile: string;
  liked: boolean;
}

export type Outcome = { kind: "added"; id: number } | { kind: "again" | "limit" | "unknown" };

export type SwipeStore = ReturnType<typeof createSwipeStore>;

const BATCH = 500;

/** Bounds the profiles read in the player's country, and in all others together. */
const NEAR_LOOKED_AT = 3000;
const FAR_LOOKED_AT = 1500;

type RawRow = RawCard & { about: string; interests: string };

export function createSwipeStore(db: Database) {
  return {
    /** One round trip. Undone profiles come first, then the last active; swipes since `hidden` are left out. */
    async deck(
      player: CandidateFilter,
      { since, hidden, size }: { since: number; hidden: number; size: number },
    ): Promise<DeckRows> {
      const [cards, sums] = await rowsOf<[RawRow, { likes: number; last: string | null }]>(db, [
        cardsOf(player, hidden, size),
        sql`SELECT ${likesSince(player.id, since)} AS likes, (${last(player.id, sql`iif(${swipes.undoneAt} IS NULL, ${swipes.profileId}, NULL)`)}) AS last`,
      ]);
      return {
        cards: cards.map((row) => ({ ...readCard(row), about: row.about, interests: JSON.parse(row.interests) as Interest[] })),
        likes: sums[0]?.likes ?? 0,
        last: sums[0]?.last ?? null,
      };
    },

    /** Checks repetition and the daily limit in one statement; deletes swipes older than `forget`. */
    async add(
      player: Pick<CandidateFilter, "id" | "pool" | "fictional">,
      { profile, liked }: SwipeRow,
      { now, since, limit, forget }: { now: number; since: number; limit: number; forget: number },
    ): Promise<Outcome> {
      const known = sql`EXISTS (SELECT 1 FROM ${profiles}
        WHERE ${profiles.id} = ${profile} AND ${profiles.pool} = ${player.pool} AND ${profiles.status} = 'active'
        ${player.fictional ? sql`` : sql`AND ${profiles.fictional} = 0`})`;
      // A like outranks a pass: a later pass changes nothing, a later like does.
      const again = sql`(EXISTS (SELECT 1 FROM ${swipes}
          WHERE ${swipes.memberId} = ${player.id} AND ${swipes.profileId} = ${profile} AND ${swipes.undoneAt} IS NULL
            AND ${swipes.liked} >= ${Number(liked)})
        OR EXISTS (SELECT 1 FROM ${likes} WHERE ${likes.likerId} = ${player.id} AND ${likes.likedId} = ${profile}))`;
      const room = liked ? sql`${likesSince(player.id, since)} < ${limit}` : sql`1`;
      const [, made, facts] = await rowsOf<[unknown, { id: number }, { known: number; again: number }]>(db, [
        sql`DELETE FROM ${swipes} WHERE ${swipes.memberId} = ${player.id} AND ${swipes.at} < ${forget}`,
        sql`INSERT INTO ${into(swipes, "memberId", "profileId", "liked", "at")}
          SELECT ${player.id}, ${profile}, ${Number(liked)}, ${now} WHERE ${known} AND NOT ${again} AND ${room}
          RETURNING ${swipes.id}`,
        sql`SELECT ${known} AS known, ${again} AS again`,
      ]);
      if (made[0]) return { kind: "added", id: made[0].id };
      if (facts[0]?.known !== 1) return { kind: "unknown" };
      return { kind: facts[0].again === 1 ? "again" : "limit" };
    },

    /** One batch. Ids ascend with time: without an old swipe it reads two rows, and needs no index. */
    async forget(before: number): Promise<void> {
      const oldest = sql`SELECT ${swipes.id}, ${swipes.at} FROM ${swipes} ORDER BY ${swipes.id} LIMIT 1`;
      await rowsOf(db, [
        sql`DELETE FROM ${swipes} WHERE ${swipes.at} < ${before}
          AND ${swipes.id} < (SELECT ${swipes.id} + ${BATCH} FROM (${oldest}) WHERE ${swipes.at} < ${before})`,
      ]);
    },

    async drop(id: number): Promise<void> {
      await prepared(db, sql`DELETE FROM ${swipes} WHERE ${swipes.id} = ${id}`).run();
    },

    /** Null without a swipe, and if the last one is undone already or is not of `profile`. */
    async undo(memberId: string, profile: string | undefined, now: number): Promise<SwipeRow | null> {
      const [rows] = await rowsOf<[{ profile: string; liked: number }]>(db, [
        sql`UPDATE ${swipes} SET ${swipes.undoneAt} = ${now}
          WHERE ${swipes.undoneAt} IS NULL AND ${swipes.id} = (${last(memberId, sql`${swipes.id}`)})
            ${profile === undefined ? sql`` : sql`AND ${swipes.profileId} = ${profile}`}
          RETURNING ${swipes.profileId} AS profile, ${swipes.liked}`,
      ]);
      return rows[0] ? { profile: rows[0].profile, liked: rows[0].liked === 1 } : null;
    },
  };
}

function likesSince(memberId: string, since: number): SQL {
  return sql`(SELECT count(*) FROM ${swipes} INDEXED BY swipes_member
    WHERE ${swipes.memberId} = ${memberId} AND ${swipes.at} >= ${since} AND ${swipes.liked} = 1)`;
}

function last(memberId: string, what: SQL): SQL {
  return sql`SELECT ${what} FROM ${swipes} INDEXED BY swipes_member WHERE ${swipes.memberId} = ${memberId}
    ORDER BY ${swipes.at} DESC, ${swipes.id} DESC LIMIT 1`;
}

function cardsOf(player: CandidateFilter, hidden: number, size: number): SQL {
  const { id, country } = player;
  const near = sql`SELECT ${p.id}, 1 AS place, ${p.lastActiveAt} AS active
    FROM (${walk(player, sql`${country}`, sql`${NEAR_LOOKED_AT}`)}) p
    WHERE ${eligible(player, hidden)} LIMIT ${size}`;
  // One walk per country: the player's own would fill a joint one. SQLite evaluates LIMIT first and skips far countries.
  const countries = sql`SELECT DISTINCT ${c.country} FROM ${c} WHERE ${c.pool} = ${player.pool} AND ${c.gender} IN ${player.genders}
    AND ${c.country} NOT IN ('', ${country}) AND ${c.region} = '' AND ${c.total} > 0`;
  const share = sql`(SELECT ${FAR_LOOKED_AT} / max(1, count(*)) + 1 FROM countries)`;
  // Evaluates the rowid list once per country; an IN runs it per profile.
  const far = sql`SELECT ${p.id}, 2 AS place, ${p.lastActiveAt} AS active FROM countries c
      CROSS JOIN json_each((SELECT json_group_array(hit) FROM (
        SELECT p.hit FROM (${walk(player, sql`${c.country}`, share)}) p WHERE ${eligible(player, hidden)} LIMIT ${size}))) hits
      CROSS JOIN ${p} ON p.rowid = hits.value
    ORDER BY ${p.lastActiveAt} DESC, ${p.id} DESC LIMIT (SELECT ${size} - count(*) FROM near)`;
  const back = sql`SELECT ${p.id}, 0 AS place, 0 AS active FROM ${p}
    WHERE ${p.id} = (${last(id, sql`iif(${swipes.undoneAt} IS NULL, NULL, ${swipes.profileId})`)}) AND ${among(player)}
      AND ${eligible(player, hidden)}`;
  return sql`WITH back AS MATERIALIZED (${back}), near AS MATERIALIZED (${near}),
      countries AS MATERIALIZED (${countries}), far AS MATERIALIZED (${far}),
      chosen AS (SELECT ${profiles.id}, min(place) AS place, max(active) AS active
        FROM (SELECT * FROM back UNION ALL SELECT * FROM near UNION ALL SELECT * FROM far) GROUP BY ${profiles.id})
    SELECT ${CARD_COLUMNS}, ${p.about}, ${p.interests} FROM chosen CROSS JOIN ${p} ON ${p.id} = chosen.${profiles.id}
    ORDER BY chosen.place, chosen.active DESC, ${p.id} DESC LIMIT ${size}`;
}

/** Last active first; members with a photo only. Reads the index only. */
function walk(player: CandidateFilter, country: SQL, limit: SQL): SQL {
  // One range for each gender and what it looks for; SQLite merges them in order.
  const arms = player.genders.flatMap((gender) =>
    player.lookingFor.map(
      (lookingFor) => sql`SELECT p.rowid AS hit, ${p.id}, ${p.lastActiveAt}, ${p.fictional} FROM ${p} INDEXED BY profiles_deck
        WHERE ${p.status} = 'active' AND ${p.pool} = ${player.pool} AND ${p.gender} = ${gender} AND ${p.lookingFor} = ${lookingFor}
          AND ${p.country} = ${country} AND ${p.hasPhoto} = 1`,
    ),
  );
  return sql`${sql.join(arms, sql` UNION ALL `)} ORDER BY ${profiles.lastActiveAt} DESC, ${profiles.id} DESC LIMIT ${limit}`;
}

/** Mutual fit. */
function among({ pool, genders, lookingFor }: CandidateFilter): SQL {
  return sql`${p.status} = 'active' AND ${p.pool} = ${pool} AND ${p.gender} IN ${genders} AND ${p.lookingFor} IN ${lookingFor}
    AND ${p.hasPhoto} = 1`;
}

/** Neither blocked, liked nor passed by this player. */
function eligible({ id, fictional }: CandidateFilter, hidden: number): SQL {
  return sql`${p.id} <> ${id} ${fictional ? sql`` : sql`AND ${p.fictional} = 0`}
    AND NOT EXISTS (SELECT 1 FROM ${s} INDEXED BY swipes_pair
      WHERE ${s.memberId} = ${id} AND ${s.profileId} = ${p.id} AND ${s.undoneAt} IS NULL AND ${s.at} >= ${hidden})
    AND NOT EXISTS (SELECT 1 FROM ${l} WHERE ${l.likerId} = ${id} AND ${l.likedId} = ${p.id})
    AND ${unblocked(id)}`;
}
