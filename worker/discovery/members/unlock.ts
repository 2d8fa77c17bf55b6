import { spendRefusal } from "#worker/billing/wallet/spend.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { isFree } from "#worker/sites/domains/fictional.vocabulary.ts";
import type { Found, MembersStore } from "./members.store.ts";
import { seenBy } from "./members.ts";
import type { contract } from "./unlock.contract.ts";
import type { UnlockStore } from "./unlock.store.ts";

type FoundFor = NonNullable<Awaited<ReturnType<MembersStore["findFor"]>>>;

interface Deps {
  members: Pick<MembersStore, "findFor">;
  store: UnlockStore;
  live: Live;
  after(work: Promise<unknown>): void;
}

export function createUnlock({ members, store, live, after }: Deps) {
  /** @throws not_found blocked */
  async function look(ctx: MemberContext, profile: string): Promise<{ found: FoundFor; isOpen: boolean }> {
    const { id, account } = ctx.viewer;
    const { pool, settings } = ctx.domain;
    const found = seenBy(ctx, await members.findFor(id, profile, pool));
    const free = isFree(found.profile, settings);
    const isOpen = free || account.paidUser || found.standing.unlocked || lockedOf(found, settings.free_view_photos) <= 0;
    return { found, isOpen };
  }

  return {
    /** Nothing is left to pay for. @throws not_found blocked */
    async arePhotosOpen(ctx: MemberContext, profile: string): Promise<boolean> {
      return profile === ctx.viewer.id || (await look(ctx, profile)).isOpen;
    },

    /** Idempotent. @throws invalid, and the codes of the contract */
    async unlockPhotos(
      ctx: MemberContext,
      { profile, fictional_known: known }: Input<typeof contract.unlockPhotos>,
    ): Promise<Output<typeof contract.unlockPhotos>> {
      const { id, account } = ctx.viewer;
      const { features, settings } = ctx.domain;
      if (!features.unlock) throw new AppError("forbidden");
      if (profile === id) throw invalid({ field: "profile", code: "to_oneself" });
      const { found, isOpen } = await look(ctx, profile);
      const { free_view_photos: freePhotos, photo_credits: price } = settings;
      if (isOpen) return { unlocked: true, price: 0, credits: account.credits };
      if (found.profile.fictional && price > 0 && !known) throw new AppError("fictional_unconfirmed");
      try {
        const outcome = await announced(live, [id], () =>
          store.unlock({ account: id, profile, price, freePhotos, now: ctx.now }),
        );
        after(live.tell(id, { events: [], changed: outcome?.paid ? ["user"] : [] }));
        if (!outcome) throw new AppError("conflict", { retryAfter: 1 });
        return { unlocked: true, price: outcome.paid ? price : 0, credits: outcome.credits };
      } catch (error) {
        const violation = violationOf(error);
        const refusal = violation && spendRefusal(violation);
        throw refusal ? new AppError(refusal) : error;
      }
    },
  };
}

function lockedOf({ photos }: Pick<Found, "photos">, free: number): number {
  return photos.filter(({ status, visibility }) => status === "active" && visibility === "public").length - free;
}
