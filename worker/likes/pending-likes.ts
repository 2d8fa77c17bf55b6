import type { Context, MemberContext } from "#worker/context.ts";
import type { Member } from "#worker/identity/viewer.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { AppError, invalid } from "#worker/lib/errors.ts";
import { log } from "#worker/lib/log.ts";
import { isShownHere } from "#worker/members/card.ts";
import type { contract as likesContract } from "./likes.contract.ts";
import type { LikesStore } from "./likes.store.ts";
import type { contract } from "./pending-likes.contract.ts";
import type { PendingLikesStore } from "./pending-likes.store.ts";

/** A sign-up shows fewer members. */
const MOST_PENDING = 20;

interface Deps {
  store: PendingLikesStore;
  target: LikesStore["target"];
  like(ctx: MemberContext, input: Input<typeof likesContract.like>): Promise<unknown>;
}

export type PendingLikes = ReturnType<typeof createPendingLikes>;

export function createPendingLikes({ store, target, like }: Deps) {
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
      const found = await target(viewer.id, profile, domain.pool);
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

    /** Call after the confirmation. A refused like is dropped; one that fails stays for the next call. */
    async send(ctx: Context, member: Member): Promise<void> {
      for (const profile of await store.list(member.id)) {
        try {
          await like(asLiker(ctx, member), { profile });
        } catch (error) {
          if (!(error instanceof AppError)) {
            log("warn", "pending like stays", { error });
            continue;
          }
        }
        await store.remove(member.id, profile);
      }
    },
  };
}

/** The confirmation may come from a browser that is not logged in. The rule reads the member's rows only. */
function asLiker(ctx: Context, member: Member): MemberContext {
  return { ...ctx, viewer: { ...member, tokenHash: "", expiresAt: 0, seenAt: 0 } } as MemberContext;
}
