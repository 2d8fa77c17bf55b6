import type { Database } from "#db/client.ts";
import { type Built, prepared } from "#db/raw.ts";
import type { GiftSnapshot } from "#db/schema/gifts.ts";
import type { photoGrants } from "#db/schema/index.ts";
import type { LikeTarget } from "#db/schema/likes.ts";
import type { PhotoRow } from "#worker/people/identity/viewer.ts";
import type { ProfileRow } from "./card.ts";
import { openLike } from "./open-like.sql.ts";
import { type ProfileAnswer, profileQuery, readAlone, readWithPair } from "./profile.sql.ts";
import type { SimilarRow, SimilarTo } from "./similar.sql.ts";

export interface Standing {
  liked: boolean;
  likesMe: boolean;
  match: boolean;
  blockedMe: boolean;
  /** Or unseen (decision 142): the same answer. */
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
  gifts: GiftSnapshot[];
  /** Candidates; empty unless asked for. */
  similar: SimilarRow[];
}

interface FoundFor extends Found {
  standing: Standing;
  newLike: boolean;
}

export type MembersStore = ReturnType<typeof createMembersStore>;

export function createMembersStore(db: Database) {
  const ask = async (query: Built) => (await prepared(db, query).all<ProfileAnswer>()).results;

  return {
    /** Any status; one round trip. */
    async find(id: string, pool: string, similar: SimilarTo | null = null): Promise<Found | null> {
      return readAlone(await ask(profileQuery({ id, pool, viewerId: null, similar })));
    },

    pairQueries: (viewerId: string, id: string, pool: string, similar: SimilarTo | null) => [
      profileQuery({ id, pool, viewerId, similar }),
    ],

    /** One round trip. `prefetched` are rows of `pairQueries`. */
    async findFor(
      viewerId: string,
      id: string,
      pool: string,
      similar: SimilarTo | null = null,
      prefetched: unknown[][] | null = null,
    ): Promise<FoundFor | null> {
      const [rows] = (prefetched ?? [await ask(profileQuery({ id, pool, viewerId, similar }))]) as [ProfileAnswer[]];
      const found = readWithPair(rows);
      if (!found) return null;
      const { profile, photos, gifts, pair, mine } = found;
      // An invisible member's like is not told, also not to conversation partners.
      const theirs = profile.status === "active" ? found.theirs : null;
      const standing: Standing = {
        liked: mine !== null,
        likesMe: theirs !== null,
        match: mine?.match === 1,
        blockedMe: pair.blockedMe === 1,
        blockedByMe: pair.blockedByMe === 1,
        conversation: pair.conversation,
        unlocked: pair.unlocked === 1,
        part: mine?.target ?? null,
        likedPart: theirs?.target ?? null,
        likedKey: theirs?.key ?? null,
        visitedAt: pair.visitedAt,
        photoAccess: pair.photoAccess,
      };
      return { profile, photos, gifts, similar: found.similar, standing, newLike: theirs?.isNew === 1 };
    },

    openLike: (viewerId: string, id: string) => openLike(db, viewerId, id),
  };
}
