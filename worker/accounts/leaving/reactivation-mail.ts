import type { CountRecovery } from "#worker/accounts/recovery/recovery.ts";
import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { noEmail, parseEmail } from "#worker/people/identity/email.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { newLink } from "#worker/people/links/one-time-link.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { earliestDeletion } from "./erasure.ts";
import type { contract } from "./leaving.contract.ts";
import type { LeavingStore } from "./leaving.store.ts";
import { REACTIVATION_DAYS } from "./leaving.vocabulary.ts";

interface Deps {
  leaving: Pick<LeavingStore, "findDeleted" | "addLink">;
  limits: Limits;
  mails: Pick<Mails, "reactivation" | "dispatch">;
  countRecovery: CountRecovery;
  later(work: () => Promise<unknown>): void;
}

export type NewReactivation = ReturnType<typeof createReactivationMail>["newReactivation"];

export function createReactivationMail({ leaving, limits, mails, countRecovery, later }: Deps) {
  return {
    /** Earlier links stay valid: a stranger must not end them. @throws invalid (invalid_email), too_many_requests */
    async requestReactivation(
      ctx: Context,
      input: Input<typeof contract.requestReactivation>,
    ): Promise<Output<typeof contract.requestReactivation>> {
      const email = parseEmail(input.email);
      if (!email) throw invalid(noEmail(input.email));
      refuseOver(await limits.hit(...limitOf("reactivationRequests", { network: ctx.network }), ctx.now));
      const member = await leaving.findDeleted(ctx.domain.pool, email, earliestDeletion(ctx.now));
      await countRecovery(ctx, { kind: "reactivation", email, accountId: member?.id });
      const work = async () => void (member && (await sendAgain(ctx, member)));
      later(() => work().catch((error) => log("error", "reactivation mail not stored", { error })));
      return { sent: true };
    },

    newReactivation,
  };

  async function sendAgain(ctx: Context, member: Member): Promise<void> {
    const { token, mail } = await newReactivation(ctx, member, (member.account.deletedAt ?? 0) + REACTIVATION_DAYS * DAY);
    if (await leaving.addLink(token, mail, ctx.now - MINUTE)) await mails.dispatch(mail.id);
  }

  async function newReactivation(ctx: MailContext, member: Pick<Member, "id" | "account" | "profile">, until: number) {
    const { link, token } = await newLink("reactivation", member.id, ctx.now, until);
    const mail = await mails.reactivation(ctx, { ...addresseeOf(member), link: `${ctx.origin}/${link}`, until });
    return { token, mail };
  }
}
