import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import { likes, profiles, swipes } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import type { CandidateFilter } from "#worker/discovery/members/candidate-filter.ts";
import { type RawCard, readCard } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import type { WishFilter } from "#worker/discovery/wishes/wish-filter.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import { cardsOf, last, widerOf } from "./deck.sql.ts";

export interface SwipeCardRow extends CardRow {
  about: string;
}

export interface DeckRows {
  cards: SwipeCardRow[];
  /** Undone likes count. */
  likes: number;
  /** Null without a swipe that can be undone. */
  last: string | null;
}

interface WiderRows {
  counts: number[];
  /** False where more than were counted would come. */
  counted: boolean;
  /** The bounds of the deck left nobody out. */
  whole: boolean;
}

interface SwipeRow {
  profile: string;
  liked: boolean;
}

/** What `drop` takes back. */
export interface Made {
  profile: string;
  at: number;
}

export type Outcome =
  | { kind: "added"; made: Made; deck: DeckRows }
  | { kind: "again"; deck: DeckRows }
  | { kind: "limit" }
  | { kind: "unknown" };

interface DeckOf {
  since: number;
  hidden: number;
  size: number;
}

export type SwipeStore = ReturnType<typeof createSwipeStore>;

type RawRow = RawCard & { about: string };

export function createSwipeStore(db: Database) {
  return {
    /** One round trip. Undone profiles come first, then the last active; swipes since `hidden` are left out. */
    async deck(player: CandidateFilter, of: DeckOf): Promise<DeckRows> {
      return readDeck(...(await rowsOf<[RawRow, DeckSums]>(db, deckQueries(player, of))));
    },

    /** How many each choice would bring, in one round trip. */
    async wider(player: CandidateFilter, choices: readonly WishFilter[], hidden: number): Promise<WiderRows> {
      const [rows] = await rowsOf<[Record<string, number>]>(db, [widerOf(player, choices, hidden)]);
      const row = rows[0] ?? {};
      return { counts: choices.map((_, i) => row[`n${i}`] ?? 0), counted: row.counted === 1, whole: row.whole === 1 };
    },

    /** Checks repetition and the daily limit in one statement, and reads the deck after it. Deletes swipes older than `deck.hidden`. */
    async add(
      player: CandidateFilter,
      { profile, liked }: SwipeRow,
      { now, limit, deck }: { now: number; limit: number; deck: DeckOf },
    ): Promise<Outcome> {
      const known = sql`EXISTS (SELECT 1 FROM ${profiles}
        WHERE ${profiles.id} = ${profile} AND ${profiles.pool} = ${player.pool} AND ${profiles.status} = 'active'
        ${player.fictional ? sql`` : sql`AND ${profiles.fictional} = 0`} AND NOT ${isUnseenBy(profile, player.id)})`;
      // A like outranks a pass: a later pass changes nothing, a later like does.
      const again = sql`(EXISTS (SELECT 1 FROM ${swipes} INDEXED BY swipes_profile
          WHERE ${swipes.memberId} = ${player.id} AND ${swipes.profileId} = ${profile} AND ${swipes.undoneAt} IS NULL
            AND ${swipes.liked} >= ${Number(liked)})
        OR EXISTS (SELECT 1 FROM ${likes} WHERE ${likes.likerId} = ${player.id} AND ${likes.likedId} = ${profile}))`;
      const room = liked ? sql`${likesSince(player.id, deck.since)} < ${limit}` : sql`1`;
      // Never the time of another swipe, whatever the clocks of isolates say.
      const at = sql`max(${now}, 1 + coalesce((${last(player.id, sql`${swipes.at}`)}), 0))`;
      const [, made, facts, ...shown] = await rowsOf<[unknown, { at: number }, Facts, RawRow, DeckSums]>(db, [
        sql`DELETE FROM ${swipes} WHERE ${swipes.memberId} = ${player.id} AND ${swipes.at} < ${deck.hidden}`,
        sql`INSERT INTO ${into(swipes, "memberId", "profileId", "liked", "at")}
          SELECT ${player.id}, ${profile}, ${Number(liked)}, ${at} WHERE ${known} AND NOT ${again} AND ${room}
          RETURNING ${swipes.at} AS at`,
        sql`SELECT ${known} AS known, ${again} AS again`,
        // After the insertion: a like that the limit or a stranger refused shows no deck.
        ...deckQueries(player, deck, sql`${known} AND ${again}`),
      ]);
      if (made[0]) return { kind: "added", made: { profile, at: made[0].at }, deck: readDeck(...shown) };
      if (facts[0]?.known !== 1) return { kind: "unknown" };
      return facts[0].again === 1 ? { kind: "again", deck: readDeck(...shown) } : { kind: "limit" };
    },

    async drop(memberId: string, { profile, at }: Made): Promise<void> {
      await prepared(db, sql`DELETE FROM ${swipes} WHERE ${isOne(memberId, profile, sql`${at}`)}`).run();
    },

    /** Null without a swipe, and if the last one is undone already or is not of `profile`. */
    async undo(memberId: string, profile: string | undefined, now: number): Promise<SwipeRow | null> {
      const [rows] = await rowsOf<[{ profile: string; liked: number }]>(db, [
        sql`UPDATE ${swipes} SET ${swipes.undoneAt} = ${now}
          WHERE ${swipes.undoneAt} IS NULL AND ${isOne(memberId, last(memberId, sql`${swipes.profileId}`), last(memberId, sql`${swipes.at}`))}
            ${profile === undefined ? sql`` : sql`AND ${swipes.profileId} = ${profile}`}
          RETURNING ${swipes.profileId} AS profile, ${swipes.liked}`,
      ]);
      return rows[0] ? { profile: rows[0].profile, liked: rows[0].liked === 1 } : null;
    },
  };
}

type Facts = { known: number; again: number };
type DeckSums = { likes: number; last: string | null };

function deckQueries(player: CandidateFilter, { since, hidden, size }: DeckOf, wanted?: SQL): [cards: SQL, sums: SQL] {
  const shown = sql`iif(${swipes.undoneAt} IS NULL, ${swipes.profileId}, NULL)`;
  return [
    cardsOf(player, hidden, size, wanted),
    sql`SELECT ${likesSince(player.id, since)} AS likes, (${last(player.id, shown)}) AS last`,
  ];
}

function readDeck(cards: RawRow[], sums: DeckSums[]): DeckRows {
  return {
    cards: cards.map((row) => ({ ...readCard(row), about: row.about })),
    likes: sums[0]?.likes ?? 0,
    last: sums[0]?.last ?? null,
  };
}

function likesSince(memberId: string, since: number): SQL {
  return sql`(SELECT count(*) FROM ${swipes} INDEXED BY swipes_liked
    WHERE ${swipes.memberId} = ${memberId} AND ${swipes.at} >= ${since} AND ${swipes.liked} = 1)`;
}

function isOne(memberId: string, profile: string | SQL, at: SQL): SQL {
  return sql`${swipes.memberId} = ${memberId} AND ${swipes.profileId} = (${profile}) AND ${swipes.at} = (${at})`;
}
