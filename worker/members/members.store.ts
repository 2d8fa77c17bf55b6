import { and, asc, desc, eq, or } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import type { GiftSnapshot } from "#db/schema/gifts.ts";
import { accounts, blocks, conversations, gifts, likes, photos, photoUnlocks, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import type { PhotoRow } from "#worker/identity/viewer.ts";
import type { Counters } from "#worker/live/live.protocol.ts";
import type { ProfileRow } from "./card.ts";

export interface Standing {
  liked: boolean;
  likesMe: boolean;
  match: boolean;
  blockedMe: boolean;
  blockedByMe: boolean;
  conversation: string | null;
  /** The viewer has paid for all public photos. */
  unlocked: boolean;
}

export interface Found {
  profile: ProfileRow;
  photos: PhotoRow[];
  /** Received gifts that the member shows, newest first. */
  gifts: { gift: GiftSnapshot }[];
}

/** Newest received gifts among which the shown ones are looked for. */
const RECENT_GIFTS = 200;

export type MembersStore = ReturnType<typeof createMembersStore>;

export function createMembersStore(db: Database) {
  const profileOf = (id: string, pool: string) =>
    db
      .select()
      .from(profiles)
      .where(and(eq(profiles.id, id), eq(profiles.pool, pool)));
  const photosOf = (id: string) =>
    db
      .select({ id: photos.id, key: photos.key, position: photos.position, status: photos.status, visibility: photos.visibility })
      .from(photos)
      .where(eq(photos.profileId, id))
      .orderBy(asc(photos.position));

  const giftsOf = (id: string) => {
    const recent = db
      .select({ gift: gifts.gift, shown: gifts.shown })
      .from(gifts)
      .where(eq(gifts.receiverId, id))
      .orderBy(desc(gifts.createdAt))
      .limit(RECENT_GIFTS)
      .as("recent");
    return db.select({ gift: recent.gift }).from(recent).where(eq(recent.shown, true));
  };

  return {
    /** Any status; one round trip. */
    async find(id: string, pool: string): Promise<Found | null> {
      const [[profile], pictures, given] = await db.batch([profileOf(id, pool), photosOf(id), giftsOf(id)]);
      return profile ? { profile, photos: pictures, gifts: given } : null;
    },

    /** One round trip. `open` clears a new like and returns the viewer's counters. */
    async findFor(viewerId: string, id: string, pool: string, open: boolean) {
      const pair = and(eq(likes.likerId, viewerId), eq(likes.likedId, id));
      const back = and(eq(likes.likerId, id), eq(likes.likedId, viewerId));
      const [memberA, memberB] = viewerId < id ? [viewerId, id] : [id, viewerId];
      const reads = [
        profileOf(id, pool),
        photosOf(id),
        db.select({ likerId: likes.likerId, matchedAt: likes.matchedAt }).from(likes).where(or(pair, back)),
        db
          .select({ blockerId: blocks.blockerId })
          .from(blocks)
          .where(
            or(
              and(eq(blocks.blockerId, viewerId), eq(blocks.blockedId, id)),
              and(eq(blocks.blockerId, id), eq(blocks.blockedId, viewerId)),
            ),
          ),
        db
          .select({ id: conversations.id })
          .from(conversations)
          .where(and(eq(conversations.memberA, memberA), eq(conversations.memberB, memberB))),
        db
          .select({ price: photoUnlocks.price })
          .from(photoUnlocks)
          .where(and(eq(photoUnlocks.accountId, viewerId), eq(photoUnlocks.profileId, id))),
        giftsOf(id),
      ] as const;
      const shown = sql`EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.id} = ${id} AND ${profiles.status} = 'active')`;
      const opening = [
        // An invisible profile keeps its like new.
        db
          .update(likes)
          .set({ isNew: false })
          .where(and(back, eq(likes.isNew, true), shown)),
        db
          .select({ unread_messages: accounts.unread, new_likes: accounts.newLikes })
          .from(accounts)
          .where(eq(accounts.id, viewerId)),
      ] as const;
      const [[profile], pictures, between, blocked, [conversation], unlocks, given, , counters] = open
        ? await db.batch([...reads, ...opening])
        : [...(await db.batch(reads)), undefined, undefined];
      if (!profile) return null;
      const mine = between.find((like) => like.likerId === viewerId);
      const theirs = between.find((like) => like.likerId === id);
      const standing: Standing = {
        liked: mine !== undefined,
        likesMe: theirs !== undefined,
        match: Boolean(mine?.matchedAt),
        blockedMe: blocked.some((block) => block.blockerId === id),
        blockedByMe: blocked.some((block) => block.blockerId === viewerId),
        conversation: conversation?.id ?? null,
        unlocked: unlocks.length > 0,
      };
      return { profile, photos: pictures, gifts: given, standing, counters: (counters?.[0] as Counters | undefined) ?? null };
    },
  };
}
