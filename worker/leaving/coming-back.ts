import type { Context } from "../context.ts";
import { noEmail, parseEmail } from "../identity/email.ts";
import { addresseeOf, type Member } from "../identity/viewer.ts";
import type { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { newSecret } from "../lib/ids.ts";
import { DAY, MINUTE, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { log } from "../lib/log.ts";
import { announced, type News } from "../live/live.ts";
import { countRecovery } from "../recovery/recovery.ts";
import { logIn } from "../sessions/login.ts";
import { REACTIVATION_DAYS } from "./erasure.ts";
import type { contract } from "./leaving.contract.ts";
import type { LeavingDeps } from "./leaving.ts";

/** The first letter is the purpose of the one-time link. */
const LINK = /^r[A-Za-z0-9_-]{43}$/;

export function createComingBack(deps: LeavingDeps) {
  const { leaving, limits, live, mails, after, later } = deps;

  return {
    /** Reveals nothing to a caller without a link of ours. */
    async reactivationLink(
      ctx: Context,
      { token }: Input<typeof contract.reactivationLink>,
    ): Promise<Output<typeof contract.reactivationLink>> {
      return { state: (await byLink(ctx, token)) ? "open" : "expired" };
    },

    /** Restores the account, confirms its address and logs the caller in: they read the mail. @throws link_expired */
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
      after(tellOthers(member.id));
      return logIn(ctx, member, deps);
    },

    /**
     * Sends one more link and keeps earlier ones valid. The response and limits do not reveal whether the account exists.
     * @throws invalid too_many_requests
     */
    async requestReactivation(
      ctx: Context,
      input: Input<typeof contract.requestReactivation>,
    ): Promise<Output<typeof contract.requestReactivation>> {
      const email = parseEmail(input.email);
      if (!email) throw invalid(noEmail(input.email));
      refuseOver(await limits.hit(...limitOf("reactivationRequests", { network: ctx.network }), ctx.now));
      const member = await leaving.findDeleted(ctx.domain.pool, email, earliest(ctx.now));
      await countRecovery(ctx, { kind: "reactivation", email, accountId: member?.id }, deps);
      const work = async () => void (member && (await sendAgain(ctx, member)));
      later(() => work().catch((error) => log("error", "reactivation mail not stored", { error })));
      return { sent: true };
    },

    newLink,
    tellOthers,
  };

  async function byLink(ctx: Context, token: string): Promise<Member | null> {
    const found = LINK.test(token) ? await leaving.findByLink(await sha256(token), earliest(ctx.now), ctx.now) : null;
    return found?.account.pool === ctx.domain.pool ? found : null;
  }

  async function sendAgain(ctx: Context, member: Member): Promise<void> {
    const { token, mail } = await newLink(ctx, member, (member.account.deletedAt ?? 0) + REACTIVATION_DAYS * DAY);
    if (await leaving.addLink(token, mail, ctx.now - MINUTE)) await mails.dispatch(mail.id);
  }

  /** Not stored yet. */
  async function newLink(ctx: Context, member: Member, until: number) {
    const link = `r${newSecret(32)}`;
    const mail = await mails.reactivation(ctx, {
      ...addresseeOf(member),
      link: `${ctx.origin}/${link}`,
      until,
    });
    const token = {
      hash: await sha256(link),
      kind: "reactivation" as const,
      accountId: member.id,
      createdAt: ctx.now,
      expiresAt: until,
    };
    return { token, mail };
  }

  /** Never fails: caches correct themselves within minutes. */
  async function tellOthers(id: string): Promise<void> {
    try {
      const others = await leaving.acquaintances(id);
      const news: News = { events: [{ type: "profile", profile: id }], changed: ["user", "chats", "likes"] };
      await Promise.all(others.map((other) => live.tell(other, news)));
    } catch (error) {
      log("warn", "leaving not told", { error });
    }
  }
}

function earliest(now: number): number {
  return now - REACTIVATION_DAYS * DAY;
}

/** Checks the form only; the store knows whether it is valid. */
export function isReactivationLink(text: string): boolean {
  return LINK.test(text);
}
