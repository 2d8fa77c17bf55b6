import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { Counters } from "../live/live.protocol.ts";
import { CARD_COLUMNS, CARD_JSON, type RawCard, readCard, unblocked } from "../members/card.columns.ts";
import type { CardRow } from "../members/card.ts";

export type LikeList = "received" | "sent" | "matches";

/** A like in one of the viewer's lists, with the other member's card. */
export interface LikedRow extends CardRow {
  isNew: boolean;
  matchedAt: number | null;
  likedAt: number;
}

/** A like that the viewer is told of. */
type AnnouncedRow = CardRow & Pick<LikedRow, "matchedAt">;

/** What one like changed. */
export interface Outcome {
  /** False where everything was so before. */
  changed: boolean;
  match: boolean;
  /** The liked member's sums afterwards. */
  counters: Counters;
}

/** The last row shown: `new` is 1 or 0, and 0 in lists that do not sort by it. */
export interface LikePosition {
  isNew: number;
  at: number;
  id: string;
}

/** Somebody who could be liked, as far as a refusal has to know. */
export interface Target {
  name: string;
  status: "disabled" | "active" | "hidden" | "deleted";
  fictional: boolean;
  blockedMe: boolean;
  blockedByMe: boolean;
  liked: boolean;
  match: boolean;
  /** There is a conversation of the two. */
  talk: boolean;
}

export type LikesStore = ReturnType<typeof createLikesStore>;

type RawRow = RawCard & Omit<LikedRow, keyof CardRow | "isNew"> & { isNew: number };

/** Where each list finds its likes: its index has its order, newest last. */
const LISTS = {
  received: { index: "likes_received", own: "liked_id", other: "liker_id", order: ["is_new", "created_at"] },
  sent: { index: "likes_sent", own: "liker_id", other: "liked_id", order: ["created_at"] },
  matches: { index: "likes_matched", own: "liked_id", other: "liker_id", order: ["matched_at"] },
} as const;

export function createLikesStore(db: Database) {
  return {
    async target(viewerId: string, id: string, pool: string): Promise<Target | null> {
      type Raw = Pick<Target, "name" | "status"> &
        Record<"fictional" | "blockedMe" | "blockedByMe" | "liked" | "match" | "talk", number>;
      const [a, b] = viewerId < id ? [viewerId, id] : [id, viewerId];
      const row = await db.get<Raw | undefined>(sql`SELECT name, status, fictional,
          EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${id} AND blocked_id = ${viewerId}) AS blockedMe,
          EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${viewerId} AND blocked_id = ${id}) AS blockedByMe,
          EXISTS (SELECT 1 FROM conversations WHERE member_a = ${a} AND member_b = ${b}) AS talk,
          l.liked_id IS NOT NULL AS liked, l.matched_at IS NOT NULL AS "match"
        FROM profiles p LEFT JOIN likes l ON l.liker_id = ${viewerId} AND l.liked_id = p.id WHERE p.id = ${id} AND p.pool = ${pool}`);
      if (!row) return null;
      const { name, status, fictional, blockedMe, blockedByMe, liked, match, talk } = row;
      return {
        name,
        status,
        fictional: fictional === 1,
        blockedMe: blockedMe === 1,
        blockedByMe: blockedByMe === 1,
        liked: liked === 1,
        match: match === 1,
        talk: talk === 1,
      };
    },

    /** Likes, if there is no like yet and no block came in between; the trigger makes the match. Null where it was refused. */
    async add(viewerId: string, id: string, now: number): Promise<Outcome | null> {
      const [made, likes, counters] = await rowsOf<[unknown, { matchedAt: number | null }, Counters]>(db, [
        sql`INSERT INTO likes (liker_id, liked_id, is_new, created_at)
          SELECT ${viewerId}, ${id}, 1, ${now} WHERE NOT EXISTS (
            SELECT 1 FROM blocks WHERE (blocker_id = ${id} AND blocked_id = ${viewerId}) OR (blocker_id = ${viewerId} AND blocked_id = ${id})
          ) ON CONFLICT DO NOTHING RETURNING 1`,
        sql`SELECT matched_at AS matchedAt FROM likes WHERE liker_id = ${viewerId} AND liked_id = ${id}`,
        countersOf(id),
      ]);
      if (!likes[0] || !counters[0]) return null;
      return { changed: made.length > 0, match: likes[0].matchedAt !== null, counters: counters[0] };
    },

    /**
     * Takes the oldest new like that was not announced yet and marks it so, in one statement: of several browsers that
     * ask at once one gets it. Null where there is none, or only of members who are not to be seen, or of a kind not wanted.
     */
    async announce(
      viewerId: string,
      { likes, matches, fictional }: { likes: boolean; matches: boolean; fictional: boolean },
      now: number,
    ): Promise<AnnouncedRow | null> {
      const [rows] = await rowsOf<[{ matchedAt: number | null; card: string }]>(db, [
        sql`UPDATE likes SET announced_at = ${now}
          WHERE liked_id = ${viewerId} AND announced_at IS NULL AND liker_id = (
            SELECT l.liker_id FROM likes l INDEXED BY likes_unannounced CROSS JOIN profiles p ON p.id = l.liker_id
            WHERE l.liked_id = ${viewerId} AND l.announced_at IS NULL AND l.is_new = 1 AND p.status = 'active'
              AND iif(l.matched_at IS NULL, ${Number(likes)}, ${Number(matches)}) AND ${shown(fictional)} AND ${unblocked(viewerId)}
            ORDER BY l.created_at, l.liker_id LIMIT 1)
          RETURNING matched_at AS matchedAt, (SELECT ${CARD_JSON} FROM profiles p WHERE p.id = liker_id) AS card`,
      ]);
      const [row] = rows;
      if (!row) return null;
      return { ...readCard(JSON.parse(row.card) as RawCard), matchedAt: row.matchedAt };
    },

    /** Takes a like back; the trigger ends the match. */
    async remove(viewerId: string, id: string): Promise<Outcome | null> {
      const [gone, counters] = await rowsOf<[{ matchedAt: number | null }, Counters]>(db, [
        sql`DELETE FROM likes WHERE liker_id = ${viewerId} AND liked_id = ${id} RETURNING matched_at AS matchedAt`,
        countersOf(id),
      ]);
      return counters[0] ? { changed: gone.length > 0, match: false, counters: counters[0] } : null;
    },

    /** Pages of several lists in one round trip, in the order asked for; blocked and inactive members are left out, and fictional ones unless asked for. */
    async lists(
      viewerId: string,
      wanted: { list: LikeList; after: LikePosition | null; size: number }[],
      fictional: boolean,
    ): Promise<LikedRow[][]> {
      const pages = await rowsOf<RawRow[]>(
        db,
        wanted.map(({ list, after, size }) => page(viewerId, { list, after, size, fictional })),
      );
      return pages.map((rows) =>
        rows.map((row) => ({ ...readCard(row), isNew: row.isNew === 1, matchedAt: row.matchedAt, likedAt: row.likedAt })),
      );
    },
  };
}

function countersOf(id: string) {
  return sql`SELECT unread AS unread_messages, new_likes FROM accounts WHERE id = ${id}`;
}

/** Whether the profile `p` is shown where fictional ones are, or are not. */
function shown(fictional: boolean) {
  return fictional ? sql`1` : sql`p.fictional = 0`;
}

interface PageOf {
  list: LikeList;
  after: LikePosition | null;
  size: number;
  fictional: boolean;
}

function page(viewerId: string, { list, after, size, fictional }: PageOf) {
  const { index, own, other, order } = LISTS[list];
  const keys = [...order, other].map((column) => `l.${column}`);
  const last = list === "received" ? [after?.isNew, after?.at, after?.id] : [after?.at, after?.id];
  const from = after
    ? sql`AND (${sql.raw(keys.join(", "))}) < (${sql.join(
        last.map((value) => sql`${value}`),
        sql`, `,
      )})`
    : sql``;
  const matched = list === "matches" ? sql`AND l.matched_at IS NOT NULL` : sql``;
  return sql`SELECT ${CARD_COLUMNS}, l.is_new AS isNew, l.matched_at AS matchedAt, l.created_at AS likedAt
    FROM likes l INDEXED BY ${sql.raw(index)} CROSS JOIN profiles p ON p.id = ${sql.raw(`l.${other}`)}
    WHERE ${sql.raw(`l.${own}`)} = ${viewerId} ${matched} ${from} AND p.status = 'active'
      AND ${shown(fictional)} AND ${unblocked(viewerId)}
    ORDER BY ${sql.raw(keys.map((key) => `${key} DESC`).join(", "))} LIMIT ${size}`;
}
