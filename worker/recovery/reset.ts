import { isHere } from "#db/schema/accounts.ts";
import type { Context } from "../context.ts";
import type { contract, User } from "../identity/accounts.contract.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import { noEmail, parseEmail } from "../identity/email.ts";
import { addresseeOf, type Member } from "../identity/viewer.ts";
import type { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { newSecret } from "../lib/ids.ts";
import { MINUTE, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { log } from "../lib/log.ts";
import { endingSessions } from "../sessions/ending.ts";
import { logIn } from "../sessions/login.ts";
import { proofCounter } from "../sessions/proof.ts";
import { newPasswordProblems, PASSWORD_SAME } from "./password.ts";
import { countRecovery } from "./recovery.ts";

/** How long the link of a reset mail is good for. */
export const RESET_MINUTES = 60;

/** The first letter of a one-time link says what it is for. */
const LINK = /^r[A-Za-z0-9_-]{43}$/;

/** A new password for whoever reads the account's mail. */
export function createReset(deps: AccountsDeps) {
  const { store, resets, limits, loginLimits, mails, passwords, after, later, bringBack, keyedHash } = deps;

  return {
    /**
     * Sends a link to the address; for a deleted account the one that brings it back. On a domain that does not reveal
     * accounts the answer, its time and its limits are the same whether or not the address is known.
     * @throws invalid for no address, and `email_unknown` or `account_pending_deletion` where the domain tells;
     * `too_many_resets` after three mails a day for who asks, or ten for all strangers.
     */
    async requestReset(ctx: Context, input: Input<typeof contract.requestReset>): Promise<Output<typeof contract.requestReset>> {
      const email = parseEmail(input.email);
      if (!email) throw invalid(noEmail(input.email));
      refuseOver(await limits.hit(...limitOf("resetRequests", { network: ctx.network }), ctx.now));
      const reveal = ctx.domain.settings.reveal_accounts === "yes";
      const member = await store.findOwner(ctx.domain.pool, { email });
      if (!member && reveal) throw invalid({ field: "email", code: "email_unknown" });
      const asker = await countRecovery(ctx, { kind: "reset", email, accountId: member?.id, code: "too_many_resets" }, deps);
      const gone = member !== null && !isHere(member.account.status);
      const mail = async () => (gone ? bringBack(ctx, email) : member ? send(ctx, member, asker) : undefined);
      if (reveal) await mail();
      else later(() => mail().catch((error) => log("error", "reset mail not stored", { error })));
      if (reveal && gone) throw invalid({ field: "email", code: "account_pending_deletion" });
      return { sent: true };
    },

    /** What a link that somebody opens is good for. Tells who has no link of ours nothing. */
    async resetLink(ctx: Context, { token }: Input<typeof contract.resetLink>): Promise<Output<typeof contract.resetLink>> {
      const member = await byLink(ctx, token);
      return { state: member ? "open" : "expired", email: member?.account.email ?? null };
    },

    /**
     * Every session and passkey of the account ends, and a session begins in this browser, whose owner has read the mail:
     * that confirms the address too, where it was not yet. Whoever asked for the link is told by mail, as after a change; the
     * link of an undo or of a second sign-up sets a first password, and no mail says that one was changed.
     * @throws link_expired where the link was used, replaced, ran out or never was; invalid for a password that is not to be had.
     */
    async resetPassword(ctx: Context, input: Input<typeof contract.resetPassword>): Promise<Answer<User>> {
      const member = await byLink(ctx, input.token);
      if (!member) throw new AppError("link_expired");
      const wrong = newPasswordProblems(input, member);
      if (wrong.length > 0) throw invalid(...wrong);
      // A guess at the old one that is wrong becomes the password and uses the link up: nobody finds it out like this.
      if (member.asked && (await passwords.verify(member.account.passwordHash, input.password))) throw invalid(PASSWORD_SAME);
      const passwordHash = await passwords.hash(input.password);
      const mail = member.asked ? await mails.passwordChanged(ctx, addresseeOf(member)) : null;

      const ended = await endingSessions(deps, member.id, ctx.now, async () =>
        resets.setPassword(
          await sha256(input.token),
          { accountId: member.id, passwordHash, credits: ctx.domain.settings.signup_credits, mail },
          ctx.now,
        ),
      );
      if (!ended) throw new AppError("link_expired");
      if (mail) after(mails.dispatch(mail.id));
      // Whoever forgot the password has tried some: that is over for this device and network.
      await Promise.all([loginLimits.lift(ctx, member), limits.clear(proofCounter(member.id))]);
      const confirmed = await resets.find(member.id);
      return logIn(ctx, confirmed ?? member, deps);
    },
  };

  /** Whose link it is, where it is good here and now. */
  async function byLink(ctx: Context, token: string) {
    const member = LINK.test(token) ? await resets.findByLink(await sha256(token), ctx.now) : null;
    return member?.account.pool === ctx.domain.pool ? member : null;
  }

  async function send(ctx: Context, member: Member, asker: string): Promise<void> {
    // Only the link that the same asker had before is over: a stranger's request must not end the one just mailed to the owner.
    const data = await keyedHash(`reset asker\n${asker}`);
    const { link, token } = await newResetToken(member.id, ctx.now);
    const mail = await mails.passwordReset(ctx, {
      ...addresseeOf(member),
      link: `${ctx.origin}/reset-password/do?token=${link}`,
      minutes: RESET_MINUTES,
    });
    if (await resets.replaceLink({ ...token, data }, mail)) await mails.dispatch(mail.id);
  }
}

/** A fresh link by which the account's password is chosen, not stored yet. */
export async function newResetToken(accountId: string, now: number) {
  const link = `r${newSecret(32)}`;
  const token = {
    hash: await sha256(link),
    kind: "reset" as const,
    accountId,
    createdAt: now,
    expiresAt: now + RESET_MINUTES * MINUTE,
  };
  return { link, token };
}
