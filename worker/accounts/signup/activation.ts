import type { StartSession } from "#worker/accounts/sessions/start-session.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { PendingLikes } from "#worker/discovery/likes/pending-likes.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { findLink } from "#worker/people/links/one-time-link.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { equalSecrets } from "#worker/platform/crypto.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { hitAll, type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { sixDigits } from "#worker/platform/typed.ts";
import type { contract } from "./activation.contract.ts";
import type { ActivationStore, LinkRow, TokenRow } from "./activation.store.ts";
import { type ActivationMail, accountMails, addressMails } from "./activation-mail.ts";

interface Deps {
  activations: ActivationStore;
  limits: Limits;
  live: Live;
  mails: Pick<Mails, "dispatch">;
  activationMail: ActivationMail;
  startSession: StartSession;
  sendPendingLikes: PendingLikes["send"];
  after(work: Promise<unknown>): void;
}

export type Activation = ReturnType<typeof createActivation>;

export function createActivation(deps: Deps) {
  const { activations, limits, live, mails, activationMail, startSession, sendPendingLikes, after } = deps;
  return {
    /** Idempotent. @throws link_expired, authentication_required, login_failed, too_many_requests, invalid (required, six_digits, wrong_code) */
    async activate(
      ctx: Context,
      { token, code }: Input<typeof contract.activate>,
    ): Promise<Answer<Output<typeof contract.activate>>> {
      if (token !== undefined) return byLink(ctx, token);
      if (!ctx.viewer) throw new AppError("authentication_required");
      return byCode(ctx as MemberContext, code ?? "");
    },

    /** Discloses nothing without a valid link. */
    async activationLink(
      ctx: Context,
      { token: link }: Input<typeof contract.activationLink>,
    ): Promise<Output<typeof contract.activationLink>> {
      const found = await linkOf(ctx, link);
      const waits = found?.status === "not_confirmed";
      const open = waits && isUsable(found.token, ctx.now);
      return {
        state: open ? "open" : found?.status === "active" ? "confirmed" : "expired",
        mine: found !== null && ctx.viewer?.id === found.token.accountId,
        removable: waits && found.token.usedAt === null,
      };
    },

    /** @throws conflict, too_many_requests */
    async activation(ctx: MemberContext): Promise<Output<typeof contract.activation>> {
      const { id, account } = ctx.viewer;
      if (account.status !== "not_confirmed") throw new AppError("conflict");
      refuseOver(await hitAll(limits, [accountMails(id), addressMails(ctx, account.email)], ctx.now));
      const rows = await activationMail.newActivation(ctx, addresseeOf(ctx.viewer));
      if (!(await activations.replaceToken(rows.token, rows.mail))) throw new AppError("conflict");
      await mails.dispatch(rows.mail.id);
      return { sent: true };
    },
  };

  async function byLink(ctx: Context, link: string): Promise<Answer<Output<typeof contract.activate>>> {
    const found = await linkOf(ctx, link);
    // A repeated request succeeds but starts no session.
    if (found?.status === "active") return new Answer(confirmedAs(ctx, found), {});
    if (found?.status !== "not_confirmed" || !isUsable(found.token, ctx.now)) throw new AppError("link_expired");
    const member = await confirm(ctx, found.token);
    if (!member) return byLostRace(ctx, link);
    // On a secret domain the link starts the first session.
    const opens = !ctx.viewer && ctx.domain.settings.reveal_accounts === "no";
    return new Answer(confirmed(member), opens ? (await startSession(ctx, member)).effects : {});
  }

  async function byLostRace(ctx: Context, link: string): Promise<Answer<Output<typeof contract.activate>>> {
    const found = await linkOf(ctx, link);
    if (found?.status !== "active") throw new AppError("link_expired");
    return new Answer(confirmedAs(ctx, found), {});
  }

  async function linkOf(ctx: Context, link: string): Promise<LinkRow | null> {
    return findLink("activation", link, ctx.domain.pool, activations.findLink);
  }

  async function byCode(ctx: MemberContext, typed: string): Promise<Answer<Output<typeof contract.activate>>> {
    const { id, account } = ctx.viewer;
    if (account.status === "active") return new Answer(confirmed(ctx.viewer), {});
    const found = await activations.findTokenOf(id, ctx.now);
    if (!found) throw new AppError("link_expired");
    const code = sixDigits(typed);
    refuseOver(await limits.hit(...limitOf("activationCode", { account: id, token: found.hash }), ctx.now));
    refuseOver(await limits.hit(...limitOf("activationCodes", { account: id }), ctx.now));
    if (!equalSecrets(found.codeHash ?? "", await activationMail.codeHash(id, code)))
      throw invalid({ field: "code", code: "wrong_code" });
    const member = await confirm(ctx, found);
    if (member) return new Answer(confirmed(member), {});
    // A parallel request used the code.
    const now = await activations.findLink(found.hash);
    if (now?.status !== "active") throw new AppError("link_expired");
    return new Answer(confirmedAs(ctx, now), {});
  }

  async function confirm(ctx: Context, token: TokenRow): Promise<Member | null> {
    const { accountId } = token;
    const member = await announced(live, [accountId], () =>
      activations.activate(token, ctx.domain.settings.signup_credits, ctx.now),
    );
    await live.tell(accountId, { events: [], changed: member ? ["user"] : [] });
    if (member) after(sendPendingLikes({ domain: ctx.domain, now: ctx.now, viewer: member }));
    return member;
  }
}

function confirmed({ account }: Member): Output<typeof contract.activate> {
  return { status: "active", credits: account.credits };
}

function confirmedAs({ viewer }: Context, { token }: LinkRow): Output<typeof contract.activate> {
  return { status: "active", credits: viewer?.id === token.accountId ? viewer.account.credits : null };
}

function isUsable({ usedAt, expiresAt }: TokenRow, now: number): boolean {
  return usedAt === null && expiresAt > now;
}
