import { createBlocksStore } from "../blocks/blocks.store.ts";
import { createBlocks } from "../blocks/blocks.ts";
import { regionsOf } from "../domains/regions.ts";
import type { LikesStore } from "../likes/likes.store.ts";
import { createLikes } from "../likes/likes.ts";
import { createMatchStore } from "../match/match.store.ts";
import { createMatch } from "../match/match.ts";
import { createMembersStore } from "../members/members.store.ts";
import { createMembers } from "../members/members.ts";
import { createOwnProfileStore } from "../members/profile-own.store.ts";
import { createOwnProfile } from "../members/profile-own.ts";
import { createSearchStore } from "../members/search.store.ts";
import { createSwipeStore } from "../swipe/swipe.store.ts";
import { createSwipe } from "../swipe/swipe.ts";
import type { Platform } from "./platform.ts";

export function createMemberServices({ db, live, limits, keyedHash }: Platform, likesStore: LikesStore) {
  const likes = createLikes({ store: likesStore, live, limits });
  return {
    members: createMembers({
      store: createMembersStore(db),
      search: createSearchStore(db),
      live,
      limits,
      regionsOf: (country) => regionsOf(country).map(({ code }) => code),
      keyedHash,
    }),
    ownProfile: createOwnProfile({ store: createOwnProfileStore(db), live, regionsOf }),
    blocks: createBlocks({ store: createBlocksStore(db), live }),
    likes,
    match: createMatch({ store: createMatchStore(db) }),
    swipe: createSwipe({ store: createSwipeStore(db), like: likes.like, unlike: likes.unlike }),
  };
}
