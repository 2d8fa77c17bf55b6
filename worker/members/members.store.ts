import { and, asc, desc, eq, or, type Placeholder, placeholder } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { batched, filled } from "#db/raw.ts";
import type { GiftSnapshot } from "#db/schema/gifts.ts";
import { blocks, conversations, gifts, likes, photoGrants, photos, photoUnlocks, profiles, visits } from "#db/schema/index.ts";
import type { LikeTarget } from "#db/schema/likes.ts";
import { readListed, sql } from "#db/sql.ts";
import type { PhotoRow } from "#worker/identity/viewer.ts";
import { PHOTO_KEYS } from "#worker/photos/photos.sql.ts";
import { type CardValues, readCardValues } from "./card.sql.ts";
import type { CardRow, ProfileRow } from "./card.ts";
import { openLike } from "./open-like.sql.ts";
import { type SimilarTo, similarTo } from "./similar.sql.ts";

type PhotoColumns = Pick<typeof photos, (typeof PHOTO_KEYS)[number]>;
const PHOTO_COLUMNS = Object.fromEntries(PHOTO_KEYS.map((key) => [key, photos[key]])) as PhotoColumns;

export interface Standing {
  liked: boolean;
  likesMe: boolean;
  match: boolean;
  blockedMe: boolean;
  blockedByMe: boolean;
  conversation: string | null;
  part: LikeTarget | null;
  likedPart: LikeTarget | null;
  likedKey: string | null;
  /** Time of the viewer's last visit in ms. */
  visitedAt: number | null;
  unlocked: boolean;
  photoAccess: (typeof photoGrants.$inferSelect)["status"] | null;
}

export interface Found {
  profile: ProfileRow;
  photos: PhotoRow[];
  gifts: { gift: GiftSnapshot }[];
  /** Candidates; empty unless asked for. */
  similar: CardRow[];
}

interface FoundFor extends Found {
  standing: Standing;
  /** Their like of the viewer, not opened yet. */
  newLike: boolean;
}

/** Newest received gifts among which the shown ones are looked for. */
const RECENT_GIFTS = 200;

const likedKey = sql<string | null>`(SELECT ${photos.key} FROM ${photos}
  WHERE ${photos.id} = json_extract(${likes.target}, '$.photo') AND ${photos.status} = 'active')`.as("liked_key");

type Value = string | Placeholder;

export type MembersStore = ReturnType<typeof createMembersStore>;

export function createMembersStore(db: Database) {
  const profileOf = (id: Value, pool: Value) =>
    db
      .select()
      .from(profiles)
      .where(and(eq(profiles.id, id), eq(profiles.pool, pool)));
  const photosOf = (id: Value) =>
    db.select(PHOTO_COLUMNS).from(photos).where(eq(photos.profileId, id)).orderBy(asc(photos.position));

  const giftsOf = (id: Value) => {
    const recent = db
      .select({ gift: gifts.gift, shown: gifts.shown })
      .from(gifts)
      .where(eq(gifts.receiverId, id))
      .orderBy(desc(gifts.createdAt))
      .limit(RECENT_GIFTS)
      .as("recent");
    return db.select({ gift: recent.gift }).from(recent).where(eq(recent.shown, true));
  };

  const similarOf = (wanted: SimilarTo) => batched<{ list: string }>(db, similarTo(wanted));

  const [id, viewerId] = [placeholder("id"), placeholder("viewerId")];
  const ofPair = [
    db
      .select({ likerId: likes.likerId, isNew: likes.isNew, matchedAt: likes.matchedAt, target: likes.target, key: likedKey })
      .from(likes)
      .where(or(and(eq(likes.likerId, viewerId), eq(likes.likedId, id)), and(eq(likes.likerId, id), eq(likes.likedId, viewerId))))
      .prepare(),
    db
      .select({ blockerId: blocks.blockerId })
      .from(blocks)
      .where(
        or(
          and(eq(blocks.blockerId, viewerId), eq(blocks.blockedId, id)),
          and(eq(blocks.blockerId, id), eq(blocks.blockedId, viewerId)),
        ),
      )
      .prepare(),
    db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.memberA, placeholder("memberA")), eq(conversations.memberB, placeholder("memberB"))))
      .prepare(),
    db
      .select({ price: photoUnlocks.price })
      .from(photoUnlocks)
      .where(and(eq(photoUnlocks.accountId, viewerId), eq(photoUnlocks.profileId, id)))
      .prepare(),
    db
      .select({ status: photoGrants.status })
      .from(photoGrants)
      .where(and(eq(photoGrants.ownerId, id), eq(photoGrants.memberId, viewerId)))
      .prepare(),
    db
      .select({ at: visits.at })
      .from(visits)
      .where(and(eq(visits.visitedId, id), eq(visits.visitorId, viewerId)))
      .prepare(),
  ] as const;
  const profileAlone = profileOf(id, placeholder("pool")).prepare();
  const photosAlone = photosOf(id).prepare();
  const giftsAlone = giftsOf(id).prepare();

  function readsFor(viewerId: string, id: string, pool: string) {
    const [memberA, memberB] = viewerId < id ? [viewerId, id] : [id, viewerId];
    const values = { viewerId, id, pool, memberA, memberB };
    const [between, blocked, conversation, unlocks, grant, visit] = ofPair;
    return [
      filled(profileAlone, values),
      filled(photosAlone, values),
      filled(between, values),
      filled(blocked, values),
      filled(conversation, values),
      filled(unlocks, values),
      filled(grant, values),
      filled(giftsAlone, values),
      filled(visit, values),
    ] as const;
  }

  function pairQueries(viewerId: string, id: string, pool: string, similar: SimilarTo | null) {
    const extra = similar ? [similarOf(similar)] : [];
    return [...readsFor(viewerId, id, pool), ...extra] as unknown as ReturnType<typeof readsFor>;
  }

  const readPair = (...of: Parameters<typeof pairQueries>) => db.batch(pairQueries(...of));

  return {
    /** Any status; one round trip. */
    async find(id: string, pool: string, similar: SimilarTo | null = null): Promise<Found | null> {
      const [[profile], pictures, given, near] = await db.batch([
        profileOf(id, pool),
        photosOf(id),
        giftsOf(id),
        ...(similar ? [similarOf(similar)] : []),
      ]);
      return profile ? { profile, photos: pictures, gifts: given, similar: cardsOf(near) } : null;
    },

    pairQueries,

    /** One round trip. `early` are rows of `pairQueries`. */
    async findFor(
      viewerId: string,
      id: string,
      pool: string,
      similar: SimilarTo | null = null,
      early: unknown[][] | null = null,
    ): Promise<FoundFor | null> {
      const results = (early ?? (await readPair(viewerId, id, pool, similar))) as Awaited<ReturnType<typeof readPair>>;
      const [[profile], pictures, between, blocked, [conversation], unlocks, [grant], given, [visit]] = results;
      const near = similar ? (results.at(-1) as unknown as { list: string }[]) : undefined;
      if (!profile) return null;
      const mine = between.find((like) => like.likerId === viewerId);
      // An invisible member's like is not told, also not to conversation partners.
      const theirs = profile.status === "active" ? between.find((like) => like.likerId === id) : undefined;
      const standing: Standing = {
        liked: mine !== undefined,
        likesMe: theirs !== undefined,
        match: Boolean(mine?.matchedAt),
        blockedMe: blocked.some((block) => block.blockerId === id),
        blockedByMe: blocked.some((block) => block.blockerId === viewerId),
        conversation: conversation?.id ?? null,
        unlocked: unlocks.length > 0,
        part: mine?.target ?? null,
        likedPart: theirs?.target ?? null,
        likedKey: theirs?.key ?? null,
        visitedAt: visit?.at ?? null,
        photoAccess: grant?.status ?? null,
      };
      return { profile, photos: pictures, gifts: given, similar: cardsOf(near), standing, newLike: theirs?.isNew === true };
    },

    openLike: (viewerId: string, id: string) => openLike(db, viewerId, id),
  };
}

function cardsOf(rows: { list: string }[] | undefined): CardRow[] {
  return readListed<CardValues>(rows).map(readCardValues);
}
