import { isHere } from "#db/schema/attributes.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { noEmail, parseEmail } from "#worker/people/identity/email.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { newLink } from "#worker/people/links/one-time-link.ts";
import { resetLinkFields } from "#worker/people/links/reset-link.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { contract } from "./recovery.contract.ts";
import type { CountRecovery } from "./recovery.ts";
import type { ResetStore } from "./reset.store.ts";

interface Deps {
  store: Pick<AccountsStore, "findOwner">;
  resets: Pick<ResetStore, "replaceLink">;
  limits: Limits;
  countRecovery: CountRecovery;
  mails: Pick<Mails, "passwordReset" | "dispatch">;
  later(work: () => Promise<unknown>): void;
  bringBack(ctx: Context, email: string): Promise<void>;
  keyedHash(text: string): Promise<string>;
}

export function createResetRequest({ store, resets, limits, countRecovery, mails, later, bringBack, keyedHash }: Deps) {
  return {
    /** Secret domains treat unknown addresses alike. @throws invalid, too_many_resets, too_many_requests */
    async requestReset(ctx: Context, input: Input<typeof contract.requestReset>): Promise<Output<typeof contract.requestReset>> {
      const email = parseEmail(input.email);
      if (!email) throw invalid(noEmail(input.email));
      refuseOver(await limits.hit(...limitOf("resetRequests", { network: ctx.network }), ctx.now));
      const reveal = ctx.domain.settings.reveal_accounts === "yes";
      const member = await store.findOwner(ctx.domain.pool, { email });
      if (!member && reveal) throw invalid({ field: "email", code: "email_unknown" });
      const asker = await countRecovery(ctx, { kind: "reset", email, accountId: member?.id, code: "too_many_resets" });
      const gone = member !== null && !isHere(member.account.status);
      const mail = async () => (gone ? bringBack(ctx, email) : member ? send(ctx, member, asker) : undefined);
      if (reveal) await mail();
      else later(() => mail().catch((error) => log("error", "reset mail not stored", { error })));
      if (reveal && gone) throw invalid({ field: "email", code: "account_pending_deletion" });
      return { sent: true };
    },
  };

  async function send(ctx: Context, member: Member, asker: string): Promise<void> {
    // Replaces only this asker's link: a stranger must not end the owner's.
    const data = await keyedHash(`reset asker\n${asker}`);
    const { link, token } = await newLink("reset", member.id, ctx.now);
    const mail = await mails.passwordReset(ctx, { ...addresseeOf(member), ...resetLinkFields(ctx, link) });
    if (await resets.replaceLink({ ...token, data }, mail)) await mails.dispatch(mail.id);
  }
}
