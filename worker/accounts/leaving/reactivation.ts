import type { StartSession } from "#worker/accounts/sessions/start-session.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { findLink } from "#worker/people/links/one-time-link.ts";
import type { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { AppError } from "#worker/platform/errors.ts";
import { earliestDeletion } from "./erasure.ts";
import type { contract } from "./leaving.contract.ts";
import type { LeavingStore } from "./leaving.store.ts";

interface Deps {
  leaving: Pick<LeavingStore, "findByLink" | "findUsed" | "reopen">;
  live: Live;
  startSession: StartSession;
  announceChange(id: string): Promise<void>;
  after(work: Promise<unknown>): void;
}

export function createReactivation({ leaving, live, startSession, announceChange, after }: Deps) {
  return {
    /** Discloses nothing without a valid link. */
    async reactivationLink(
      ctx: Context,
      { token }: Input<typeof contract.reactivationLink>,
    ): Promise<Output<typeof contract.reactivationLink>> {
      if (await byLink(ctx, token)) return { state: "open" };
      const used = await findLink("reactivation", token, ctx.domain.pool, (hash) => leaving.findUsed(hash, ctx.now));
      return { state: used ? "used" : "expired" };
    },

    /** Also confirms the address. @throws link_expired, login_failed */
    async reactivate(
      ctx: Context,
      { token }: Input<typeof contract.reactivate>,
    ): Promise<Answer<Output<typeof contract.reactivate>>> {
      const found = await byLink(ctx, token);
      if (!found) throw new AppError("link_expired");
      const hash = await sha256(token);
      const credits = ctx.domain.settings.signup_credits;
      const member = await announced(live, [found.id], () => leaving.reopen(hash, found.id, credits, ctx.now));
      await live.tell(found.id, { events: [], changed: ["user", "chats", "likes"] });
      if (!member) throw new AppError("link_expired");
      after(announceChange(member.id));
      return startSession(ctx, member);
    },
  };

  async function byLink(ctx: Context, token: string): Promise<Member | null> {
    const { pool } = ctx.domain;
    return findLink("reactivation", token, pool, (hash) => leaving.findByLink(hash, earliestDeletion(ctx.now), ctx.now));
  }
}
