import { createLikesStore } from "#worker/likes/likes.store.ts";
import { createLikes } from "#worker/likes/likes.ts";
import { createPendingLikesStore } from "#worker/likes/pending-likes.store.ts";
import { createPendingLikes } from "#worker/likes/pending-likes.ts";
import type { Platform } from "./platform.ts";

export type LikeServices = ReturnType<typeof createLikeServices>;

export function createLikeServices({ db, cursors, live, limits }: Platform) {
  const store = createLikesStore(db);
  const likes = createLikes({ store, cursors, live, limits });
  const { send: sendPendingLikes, ...pendingLikes } = createPendingLikes({
    store: createPendingLikesStore(db),
    target: store.target,
    like: likes.like,
  });
  return { likes, pendingLikes, target: store.target, sendPendingLikes };
}
