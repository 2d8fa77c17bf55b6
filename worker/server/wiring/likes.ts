import { createLikesStore } from "#worker/discovery/likes/likes.store.ts";
import { createLikes } from "#worker/discovery/likes/likes.ts";
import { createPendingLikesStore } from "#worker/discovery/likes/pending-likes.store.ts";
import { createPendingLikes } from "#worker/discovery/likes/pending-likes.ts";
import type { Platform } from "./platform.ts";

export type LikeServices = ReturnType<typeof createLikeServices>;

export function createLikeServices({ db, cursors, live, limits, domainsStore }: Platform) {
  const store = createLikesStore(db);
  const likes = createLikes({ store, cursors, live, limits });
  const pendingLikes = createPendingLikes({
    store: createPendingLikesStore(db),
    target: store.target,
    like: likes.like,
    domainOf: domainsStore.findById,
  });
  return { likes, pendingLikes, target: store.target };
}
