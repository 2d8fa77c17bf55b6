import { isShownHere } from "#worker/discovery/members/card.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract as likesContract } from "./likes.contract.ts";
import type { LikesStore } from "./likes.store.ts";
import type { Liking } from "./likes.ts";
import type { contract } from "./pending-likes.contract.ts";
import type { PendingLikesStore } from "./pending-likes.store.ts";

/** A sign-up shows fewer members. */
const MOST_PENDING = 20;
/** Members per sweep; a like takes several subrequests. */
const SENT_AT_ONCE = 4;

interface Deps {
  store: PendingLikesStore;
  target: LikesStore["target"];
  like(ctx: Liking, input: Input<typeof likesContract.like>): Promise<unknown>;
  domainOf(id: string): Promise<Domain | null>;
}

export type PendingLikes = ReturnType<typeof createPendingLikes>;

export function createPendingLikes({ store, target, like, domainOf }: Deps) {
  return {
    async pendingLikes({ viewer }: MemberContext): Promise<Output<typeof contract.pendingLikes>> {
      return { profiles: viewer.account.status === "not_confirmed" ? await store.list(viewer.id) : [] };
    },

    /** @throws blocked conflict invalid not_found */
    async addPendingLike(
      ctx: MemberContext,
      { profile }: Input<typeof contract.addPendingLike>,
    ): Promise<Output<typeof contract.addPendingLike>> {
      const { viewer, domain, now } = ctx;
      if (profile === viewer.id) throw invalid({ field: "profile", code: "to_oneself" });
      if (viewer.account.status !== "not_confirmed") throw new AppError("conflict");
      const found = await target({ viewerId: viewer.id, id: profile, pool: domain.pool });
      if (found?.status !== "active" || !isShownHere(found, ctx) || found.blockedByMe) throw new AppError("not_found");
      if (found.blockedMe) throw new AppError("blocked", { params: { name: found.name } });
      if (!(await store.add(viewer.id, profile, MOST_PENDING, now))) throw new AppError("conflict");
      return { profiles: await store.list(viewer.id) };
    },

    async removePendingLike(
      { viewer }: MemberContext,
      { profile }: Input<typeof contract.removePendingLike>,
    ): Promise<Output<typeof contract.removePendingLike>> {
      await store.remove(viewer.id, profile);
      return { profiles: await store.list(viewer.id) };
    },

    send,

    /** Sends what failed, and the likes of members who confirmed otherwise: by a password reset or a reactivation. */
    async sweep(now: number): Promise<void> {
      for (const viewer of await store.unsent(SENT_AT_ONCE)) {
        const domain = await domainOf(viewer.account.domainId);
        if (domain) await send({ domain, now, viewer });
      }
    },
  };

  /** Never throws. A refused like is dropped; one that fails stays for the sweep. */
  async function send(ctx: Liking): Promise<void> {
    try {
      for (const profile of await store.list(ctx.viewer.id)) await sendOne(ctx, profile);
    } catch (error) {
      log("error", "pending likes stay", { member: ctx.viewer.id, error });
    }
  }

  async function sendOne(ctx: Liking, profile: string): Promise<void> {
    try {
      await like(ctx, { profile });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
    await store.remove(ctx.viewer.id, profile);
  }
}
