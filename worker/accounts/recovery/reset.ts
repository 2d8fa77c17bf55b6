import type { EndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import type { LoginLimits } from "#worker/accounts/sessions/login-limits.ts";
import { confirmationCounter } from "#worker/accounts/sessions/password-confirmation.ts";
import type { StartSession } from "#worker/accounts/sessions/start-session.ts";
import type { User } from "#worker/accounts/user/user.contract.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { addresseeOf } from "#worker/people/identity/viewer.ts";
import { findLink } from "#worker/people/links/one-time-link.ts";
import type { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { newPasswordProblems, PASSWORD_SAME } from "./password.ts";
import type { contract } from "./recovery.contract.ts";
import type { ResetStore } from "./reset.store.ts";

interface Deps {
  resets: Pick<ResetStore, "findByLink" | "findUsed" | "find" | "setPassword">;
  limits: Pick<Limits, "clear">;
  loginLimits: Pick<LoginLimits, "lift">;
  mails: Pick<Mails, "passwordChanged" | "dispatch">;
  passwords: Pick<Passwords, "hash" | "verify">;
  endSessions: EndSessions;
  startSession: StartSession;
  after(work: Promise<unknown>): void;
}

export function createReset({ resets, limits, loginLimits, mails, passwords, endSessions, startSession, after }: Deps) {
  return {
    /** Discloses nothing without a valid link. */
    async resetLink(ctx: Context, { token }: Input<typeof contract.resetLink>): Promise<Output<typeof contract.resetLink>> {
      const member = await byLink(ctx, token);
      if (member) return { state: "open", email: member.account.email };
      const used = await findLink("reset", token, ctx.domain.pool, (hash) => resets.findUsed(hash, ctx.now));
      return { state: used ? "used" : "expired", email: null };
    },

    /** Also confirms the address. Mails unless an undo or repeated sign-up sent the link. @throws link_expired, invalid */
    async resetPassword(ctx: Context, input: Input<typeof contract.resetPassword>): Promise<Answer<User>> {
      const member = await byLink(ctx, input.token);
      if (!member) throw new AppError("link_expired");
      const wrong = newPasswordProblems(input, member);
      if (wrong.length > 0) throw invalid(...wrong);
      // No oracle: a wrong guess becomes the new password and uses up the link.
      if (member.requested && (await passwords.verify(member.account.passwordHash, input.password))) throw invalid(PASSWORD_SAME);
      const passwordHash = await passwords.hash(input.password);
      const mail = member.requested ? await mails.passwordChanged(ctx, addresseeOf(member)) : null;

      const ended = await endSessions(member.id, ctx.now, async () =>
        resets.setPassword(
          await sha256(input.token),
          { accountId: member.id, passwordHash, credits: ctx.domain.settings.signup_credits, mail },
          ctx.now,
        ),
      );
      if (!ended) throw new AppError("link_expired");
      if (mail) after(mails.dispatch(mail.id));
      // Failed tries before the reset no longer block this device and network.
      await Promise.all([loginLimits.lift(ctx, member), limits.clear(confirmationCounter(member.id))]);
      const confirmed = await resets.find(member.id);
      return startSession(ctx, confirmed ?? member);
    },
  };

  async function byLink(ctx: Context, token: string) {
    return findLink("reset", token, ctx.domain.pool, (hash) => resets.findByLink(hash, ctx.now));
  }
}
