import { createBlocksStore } from "#worker/blocks/blocks.store.ts";
import { createBlocks } from "#worker/blocks/blocks.ts";
import { regionsOf } from "#worker/domains/regions.ts";
import type { LikesStore } from "#worker/likes/likes.store.ts";
import { createLikes } from "#worker/likes/likes.ts";
import { createMatchStore } from "#worker/match/match.store.ts";
import { createMatch } from "#worker/match/match.ts";
import { createMembersStore } from "#worker/members/members.store.ts";
import { createMembers } from "#worker/members/members.ts";
import { createOwnProfileStore } from "#worker/members/profile-own.store.ts";
import { createOwnProfile } from "#worker/members/profile-own.ts";
import { createSearchStore } from "#worker/members/search.store.ts";
import { createUnlockStore } from "#worker/members/unlock.store.ts";
import { createUnlock } from "#worker/members/unlock.ts";
import { createSwipeStore } from "#worker/swipe/swipe.store.ts";
import { createSwipe } from "#worker/swipe/swipe.ts";
import type { Platform } from "./platform.ts";

export function createMemberServices({ db, cursors, live, limits, keyedHash, after }: Platform, likesStore: LikesStore) {
  const likes = createLikes({ store: likesStore, cursors, live, limits });
  const membersStore = createMembersStore(db);
  return {
    members: createMembers({
      store: membersStore,
      cursors,
      search: createSearchStore(db),
      live,
      limits,
      regionsOf: (country) => regionsOf(country).map(({ code }) => code),
      keyedHash,
    }),
    unlock: createUnlock({ members: membersStore, store: createUnlockStore(db), live, after }),
    ownProfile: createOwnProfile({ store: createOwnProfileStore(db), live, regionsOf }),
    blocks: createBlocks({ store: createBlocksStore(db), cursors, live }),
    likes,
    match: createMatch({ store: createMatchStore(db) }),
    swipe: createSwipe({ store: createSwipeStore(db), like: likes.like, unlike: likes.unlike }),
  };
}
