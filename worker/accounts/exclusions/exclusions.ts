import type { EndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import { type ConfirmPassword, changedMeanwhile } from "#worker/accounts/sessions/password-confirmation.ts";
import { excluded } from "#worker/billing/payments/order-refusal.ts";
import { BANNED_UNTIL, monthsLater, PAUSE_DAYS, TERMS } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import { identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY } from "#worker/platform/durations.ts";
import { type AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import type { contract } from "./exclusions.contract.ts";
import type { ExclusionsStore } from "./exclusions.store.ts";

interface Deps {
  store: ExclusionsStore;
  keyedHash(text: string): Promise<string>;
  confirmPassword: ConfirmPassword;
  endSessions: EndSessions;
}

export function createExclusions({ store, keyedHash, confirmPassword, endSessions }: Deps) {
  return {
    async exclusion(ctx: MemberContext): Promise<Output<typeof contract.exclusion>> {
      return pauseOf(await store.until(ctx.domain.pool, await identityHashesOf(keyedHash, ctx.viewer), "purchases", ctx.now));
    },

    async pausePurchases(ctx: MemberContext): Promise<Output<typeof contract.pausePurchases>> {
      return pauseOf(await store.pause(await rowOf(ctx, ctx.now + PAUSE_DAYS * DAY), ctx.now));
    },

    /** @throws invalid, login_blocked, conflict */
    async exclude(
      ctx: MemberContext,
      { months, password }: Input<typeof contract.exclude>,
    ): Promise<Answer<Output<typeof contract.exclude>>> {
      const wrong = await confirmPassword(ctx, { field: "password", code: "password_wrong", password });
      if (wrong) throw invalid(wrong);
      const row = await rowOf(ctx, monthsLater(ctx.now, TERMS[months]));
      const { id, account } = ctx.viewer;
      const ended = await endSessions(id, ctx.now, () => store.exclude(row, account.passwordHash, ctx.now));
      if (!ended) throw changedMeanwhile();
      return new Answer({ until: new Date(row.until).toISOString() }, { session: { ended: null } });
    },
  };

  async function rowOf(ctx: MemberContext, until: number) {
    const hashes = await identityHashesOf(keyedHash, ctx.viewer);
    return { id: newId(), pool: ctx.domain.pool, accountId: ctx.viewer.id, hashes, until };
  }
}

export type Admission = ReturnType<typeof createAdmission>;

interface AdmissionDeps extends Pick<Deps, "keyedHash"> {
  store: Pick<ExclusionsStore, "until">;
  closedAccount(ctx: Context, memberId: string): Promise<AppError | null>;
}

/** For log-in and sign-up: whether the account or the address is shut out. */
export function createAdmission({ store, keyedHash, closedAccount }: AdmissionDeps) {
  /** In ms; null without an exclusion. One trip, whatever the answer. */
  async function exclusionEnd(ctx: Context, who: { id: string; account: { email: string } }): Promise<number | null> {
    return store.until(ctx.domain.pool, await identityHashesOf(keyedHash, who), "access", ctx.now);
  }
  return {
    exclusionEnd,
    /** After the caller proved to own the account: a ban names its reason. @throws excluded, banned */
    async admit(ctx: Context, who: { id: string; account: { email: string } }): Promise<void> {
      const until = await exclusionEnd(ctx, who);
      if (until === null) return;
      throw (until >= BANNED_UNTIL && (await closedAccount(ctx, who.id))) || excluded(ctx, until);
    },
  };
}

function pauseOf(until: number | null): Output<typeof contract.exclusion> {
  return { purchases_until: until === null ? null : new Date(until).toISOString() };
}
