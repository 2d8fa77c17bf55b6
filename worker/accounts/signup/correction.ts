import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import type { Bans } from "#worker/people/bans/bans.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { addresseeOf } from "#worker/people/identity/viewer.ts";
import type { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { invalid } from "#worker/platform/errors.ts";
import type { Rule } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { contract } from "./activation.contract.ts";
import type { NewActivation } from "./activation-mail.ts";
import type { CorrectionStore } from "./correction.store.ts";

export type CorrectAddress = (
  ctx: Context,
  input: Input<typeof contract.correctAddress>,
) => Promise<Answer<Output<typeof contract.correctAddress>>>;

interface Ways {
  revealed: CorrectAddress;
  secret: CorrectAddress;
  bans: Pick<Bans, "addressProblem">;
}

/** Before activation only the password proves ownership. */
export function createCorrection({ revealed, secret, bans }: Ways) {
  return {
    /** Ends the old address's links. @throws authentication_required, conflict, invalid, login_blocked, too_many_requests */
    async correctAddress(ctx: Context, input: Input<typeof contract.correctAddress>) {
      const refused = await bans.addressProblem(ctx, parseEmail(input.email));
      if (refused) throw invalid(refused);
      return (ctx.domain.settings.reveal_accounts === "no" ? secret : revealed)(ctx, input);
    },
  };
}

interface Deps {
  corrections: CorrectionStore;
  live: Live;
  mails: Pick<Mails, "dispatch">;
  newActivation: NewActivation;
}

export type Correct = ReturnType<typeof createCorrect>;

export function createCorrect({ corrections, live, mails, newActivation }: Deps) {
  return correct;

  async function correct(ctx: MailContext, member: Member, email: string): Promise<"corrected" | "taken" | "changed"> {
    const { id, account } = member;
    const rows = await newActivation(ctx, { ...addresseeOf(member), email });
    const outcome = await announced(live, [id], () =>
      corrections.correct({ accountId: id, from: account.email, to: email, ...rows }),
    );
    await live.tell(id, { events: [], changed: outcome === "corrected" ? ["user"] : [] });
    if (outcome === "corrected") await mails.dispatch(rows.mail.id);
    return outcome;
  }
}

export function correctionsOf(accountId: string): Rule {
  return limitOf("corrections", { account: accountId });
}
