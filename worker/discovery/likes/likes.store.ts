import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import type { PromptAnswer } from "#db/schema/attributes.ts";
import { accounts, blocks, conversations, likes, notified, photoGrants, photos, profiles } from "#db/schema/index.ts";
import type { LikeTarget } from "#db/schema/likes.ts";
import { aliased, into, listed, readListed, sql } from "#db/sql.ts";
import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { CARD_JSON, type CardValues, readCardValues } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { staysFor } from "#worker/discovery/members/liked.sql.ts";
import { unblocked } from "#worker/discovery/members/shown.sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";

/** `new_matches`: recent matches that have no conversation yet. */
export type LikeList = "received" | "sent" | "matches" | "new_matches";

export interface LikedRow extends CardRow {
  isNew: boolean;
  matchedAt: number | null;
  likedAt: number;
  part: LikeTarget | null;
  partKey: string | null;
}

type DialogRow = CardRow & Pick<LikedRow, "matchedAt">;

export interface Outcome {
  /** False for a repeated like. */
  changed: boolean;
  match: boolean;
  counters: Counters;
}

/** `isNew` is 0 in lists that do not sort by it. */
export interface LikePosition {
  isNew: number;
  at: number;
  id: string;
}

export interface Target {
  name: string;
  status: "disabled" | "active" | "hidden" | "deleted";
  fictional: boolean;
  blockedMe: boolean;
  /** Or unseen (decision 142): the same answer. */
  blockedByMe: boolean;
  liked: boolean;
  match: boolean;
  talk: boolean;
  part: LikeTarget | null;
  prompts: PromptAnswer[];
  hasPhoto: boolean;
}

/** Whom somebody likes, and with which photo. */
interface TargetOf {
  viewerId: string;
  id: string;
  pool: string;
  photo?: string | null;
}

type RawTarget = Pick<Target, "name" | "status"> &
  Record<"fictional" | "blockedMe" | "blockedByMe" | "liked" | "match" | "talk" | "hasPhoto", number> & {
    part: string | null;
    prompts: string;
  };

export type LikesStore = ReturnType<typeof createLikesStore>;

type RawRow = [
  card: CardValues,
  isNew: number,
  matchedAt: LikedRow["matchedAt"],
  likedAt: number,
  part: LikedRow["part"],
  partKey: LikedRow["partKey"],
];

/** In ms: bounds the rows read for a member with many old matches. */
const NEW_MATCH = 30 * 24 * 3600 * 1000;
/** The same for one with many new ones. */
const NEWEST_MATCHES = sql.raw("100");
/** Of the new likes, the newest that the dialog may show. Each page asks once a minute; others stand in the list. */
const ANNOUNCED = sql.raw("20");

const l = aliased(likes, "l");
const p = aliased(profiles, "p");
const g = aliased(photoGrants, "g");

const LIKED_KEY = sql`(SELECT ${photos.key} FROM ${photos}
  WHERE ${photos.id} = json_extract(${l.target}, '$.photo') AND ${photos.status} = 'active')`;

const SENT_PART = sql`iif(${staysFor(l.target, p.prompts)}, ${l.target}, NULL)`;

/** Each list reads its own index backwards: newest first. */
const LISTS = {
  received: { index: "likes_received", own: l.likedId, other: l.likerId, order: [l.isNew, l.createdAt] },
  sent: { index: "likes_sent", own: l.likerId, other: l.likedId, order: [l.createdAt] },
  matches: { index: "likes_matched", own: l.likedId, other: l.likerId, order: [l.matchedAt] },
  new_matches: { index: "likes_matched", own: l.likedId, other: l.likerId, order: [l.matchedAt] },
} as const;

export function createLikesStore(db: Database) {
  return {
    targetQuery,

    /** `prefetched` are rows of `targetQuery`. */
    async target(of: TargetOf, prefetched: unknown[][] | null = null): Promise<Target | null> {
      const [[row]] = (prefetched ?? (await rowsOf(db, [targetQuery(of)]))) as [RawTarget[]];
      if (!row) return null;
      const { name, status, fictional, blockedMe, blockedByMe, liked, match, talk, part, prompts, hasPhoto } = row;
      return {
        name,
        status,
        fictional: fictional === 1,
        blockedMe: blockedMe === 1,
        blockedByMe: blockedByMe === 1,
        liked: liked === 1,
        match: match === 1,
        talk: talk === 1,
        part: readPart(part),
        prompts: JSON.parse(prompts) as PromptAnswer[],
        hasPhoto: hasPhoto === 1,
      };
    },

    /** Null when a block refused the like. A trigger creates the match. */
    async add(viewerId: string, id: string, now: number, part: LikeTarget | null = null): Promise<Outcome | null> {
      const [made, found, counters] = await rowsOf<[unknown, { matchedAt: number | null }, Counters]>(db, [
        sql`INSERT INTO ${into(likes, "likerId", "likedId", "isNew", "createdAt", "target")}
          SELECT ${viewerId}, ${id}, 1, ${now}, ${part && JSON.stringify(part)} WHERE NOT ${blockedBetween(id, viewerId)} AND NOT ${isUnseenBy(id, viewerId)} ON CONFLICT DO NOTHING RETURNING 1`,
        sql`SELECT ${likes.matchedAt} AS matchedAt FROM ${likes}
          WHERE ${likes.likerId} = ${viewerId} AND ${likes.likedId} = ${id}`,
        countersOf(id),
      ]);
      if (!found[0] || !counters[0]) return null;
      return { changed: made.length > 0, match: found[0].matchedAt !== null, counters: counters[0] };
    },

    async setPart(viewerId: string, id: string, part: LikeTarget): Promise<void> {
      await rowsOf(db, [
        sql`UPDATE ${likes} SET ${likes.target} = ${JSON.stringify(part)}
          WHERE ${likes.likerId} = ${viewerId} AND ${likes.likedId} = ${id}`,
      ]);
    },

    /** Marks and returns the oldest of the newest likes in one statement: of several browsers, one gets it. Null if none is visible. */
    async takeForDialog(
      viewerId: string,
      { likes: single, matches, fictional }: { likes: boolean; matches: boolean; fictional: boolean },
      /** In ms between two dialogs; 0 opens each at once. */
      spacing: { likes: number; matches: number },
      now: number,
    ): Promise<DialogRow | null> {
      const [rows] = await rowsOf<[{ matchedAt: number | null; card: string }]>(db, [
        sql`UPDATE ${likes} SET ${likes.announcedAt} = ${now}
          WHERE ${likes.likedId} = ${viewerId} AND ${likes.announcedAt} IS NULL AND ${likes.likerId} = (
            SELECT ${l.likerId} FROM (SELECT * FROM ${likes} INDEXED BY likes_received WHERE ${likes.likedId} = ${viewerId} AND ${likes.isNew} = 1
              ORDER BY ${likes.createdAt} DESC, ${likes.likerId} DESC LIMIT ${ANNOUNCED}) l CROSS JOIN ${p} ON ${p.id} = ${l.likerId}
            WHERE ${l.announcedAt} IS NULL AND ${p.status} = 'active'
              AND iif(${l.matchedAt} IS NULL, ${single ? isTime(viewerId, "like", spacing.likes, now) : sql`0`},
                ${matches ? isTime(viewerId, "match", spacing.matches, now) : sql`0`})
              AND ${shown(fictional)} AND ${unblocked(viewerId)}
            ORDER BY ${l.createdAt}, ${l.likerId} LIMIT 1)
          RETURNING ${likes.matchedAt} AS matchedAt, (SELECT ${CARD_JSON} FROM ${p} WHERE ${p.id} = ${likes.likerId}) AS card`,
      ]);
      const [row] = rows;
      if (!row) return null;
      if (spacing[row.matchedAt === null ? "likes" : "matches"] > 0)
        await prepared(
          db,
          sql`INSERT INTO ${into(notified, "accountId", "kind", "subject", "at")}
            VALUES (${viewerId}, 'dialog', ${row.matchedAt === null ? "like" : "match"}, ${now})
            ON CONFLICT (account_id, kind, subject) DO UPDATE SET at = excluded.at`,
        ).run();
      return { ...readCardValues(JSON.parse(row.card) as CardValues), matchedAt: row.matchedAt };
    },

    /** A trigger ends the match. */
    async remove(viewerId: string, id: string): Promise<Outcome | null> {
      const [gone, counters] = await rowsOf<[{ matchedAt: number | null }, Counters]>(db, [
        sql`DELETE FROM ${likes} WHERE ${likes.likerId} = ${viewerId} AND ${likes.likedId} = ${id}
          RETURNING ${likes.matchedAt} AS matchedAt`,
        countersOf(id),
      ]);
      return counters[0] ? { changed: gone.length > 0, match: false, counters: counters[0] } : null;
    },

    listQueries,

    /** Pages of several lists, without blocked and inactive members. `prefetched` are rows of `listQueries`. */
    async lists(
      viewerId: string,
      wanted: ListPage[],
      shown: ListShown,
      prefetched: unknown[][] | null = null,
    ): Promise<LikedRow[][]> {
      const read = (prefetched ?? (await rowsOf(db, listQueries(viewerId, wanted, shown)))) as { list: string }[][];
      return read.map((rows) =>
        readListed<RawRow>(rows).map(([card, isNew, matchedAt, likedAt, part, partKey]) => ({
          ...readCardValues(card),
          isNew: isNew === 1,
          matchedAt,
          likedAt,
          part,
          partKey,
        })),
      );
    },
  };
}

function targetQuery({ viewerId, id, pool, photo = null }: TargetOf): SQL {
  const [a, b] = viewerId < id ? [viewerId, id] : [id, viewerId];
  return sql`SELECT ${profiles.name}, ${profiles.status}, ${profiles.fictional},
      EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${id} AND ${blocks.blockedId} = ${viewerId}) AS blockedMe,
      EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${viewerId} AND ${blocks.blockedId} = ${id})
        OR ${isUnseenBy(id, viewerId)} AS blockedByMe,
      EXISTS (SELECT 1 FROM ${conversations}
        WHERE ${conversations.memberA} = ${a} AND ${conversations.memberB} = ${b}) AS talk,
      EXISTS (SELECT 1 FROM ${photos} WHERE ${photos.id} = ${photo} AND ${photos.profileId} = ${id}
        AND ${photos.status} = 'active' AND (${photos.visibility} = 'public' OR EXISTS (SELECT 1 FROM ${g}
          WHERE ${g.ownerId} = ${id} AND ${g.memberId} = ${viewerId} AND ${g.status} = 'granted'))) AS hasPhoto,
      ${l.target} AS part, ${profiles.prompts},
      ${l.likedId} IS NOT NULL AS liked, ${l.matchedAt} IS NOT NULL AS "match"
    FROM ${p} LEFT JOIN ${l} ON ${l.likerId} = ${viewerId} AND ${l.likedId} = ${p.id}
    WHERE ${p.id} = ${id} AND ${p.pool} = ${pool}`;
}

function readPart(stored: string | null): LikeTarget | null {
  return stored === null ? null : (JSON.parse(stored) as LikeTarget);
}

function countersOf(id: string) {
  return sql`SELECT ${accounts.unread} AS unread_messages, ${accounts.newLikes} FROM ${accounts} WHERE ${accounts.id} = ${id}`;
}

function shown(fictional: boolean) {
  return fictional ? sql`1` : sql`${p.fictional} = 0`;
}

interface ListPage {
  list: LikeList;
  after: LikePosition | null;
  size: number;
}

interface ListShown {
  fictional: boolean;
  now: number;
}

function listQueries(viewerId: string, wanted: ListPage[], { fictional, now }: ListShown): SQL[] {
  return wanted.map((one) => page(viewerId, { ...one, fictional, now }));
}

function page(viewerId: string, { list, after, size, fictional, now }: ListPage & ListShown) {
  const { index, own, other, order } = LISTS[list];
  const keys = [...order, other];
  const last = list === "received" ? [after?.isNew, after?.at, after?.id] : [after?.at, after?.id];
  const from = after
    ? sql`AND (${sql.join(keys, sql`, `)}) < (${sql.join(
        last.map((value) => sql`${value}`),
        sql`, `,
      )})`
    : sql``;
  const filters = {
    received: sql``,
    sent: sql``,
    matches: sql`AND ${l.matchedAt} IS NOT NULL`,
    new_matches: sql`AND ${l.matchedAt} > ${now - NEW_MATCH} AND NOT EXISTS (SELECT 1 FROM ${conversations}
      WHERE ${conversations.memberA} = min(${l.likerId}, ${l.likedId}) AND ${conversations.memberB} = max(${l.likerId}, ${l.likedId}))`,
  };
  const descending = keys.map((key) => sql`${key} DESC`);
  return listed(sql`SELECT json_array(${CARD_JSON}, ${l.isNew}, ${l.matchedAt}, ${l.createdAt},
      json(${list === "sent" ? SENT_PART : l.target}), ${list === "sent" ? sql`NULL` : LIKED_KEY}) AS item
    FROM ${list === "new_matches" ? newestMatches(viewerId) : sql`${l} INDEXED BY ${sql.raw(index)}`} CROSS JOIN ${p} ON ${p.id} = ${other}
    WHERE ${own} = ${viewerId} ${filters[list]} ${from} AND ${p.status} = 'active'
      AND ${shown(fictional)} AND ${unblocked(viewerId)}
    ORDER BY ${sql.join(descending, sql`, `)} LIMIT ${size}`);
}

/** Those that are looked at for matches without a conversation. */
function newestMatches(viewerId: string): SQL {
  return sql`(SELECT * FROM ${likes} INDEXED BY likes_matched WHERE ${likes.likedId} = ${viewerId} AND ${likes.matchedAt} IS NOT NULL
    ORDER BY ${likes.matchedAt} DESC, ${likes.likerId} DESC LIMIT ${NEWEST_MATCHES}) l`;
}

/** The last dialog of the kind is long enough ago. */
function isTime(viewerId: string, kind: "like" | "match", spacing: number, now: number): SQL {
  if (spacing === 0) return sql`1`;
  return sql`NOT EXISTS (SELECT 1 FROM ${notified} WHERE ${notified.accountId} = ${viewerId} AND ${notified.kind} = 'dialog'
    AND ${notified.subject} = ${kind} AND ${notified.at} > ${now - spacing})`;
}
