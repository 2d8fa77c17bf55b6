import type { ConfirmPassword } from "#worker/accounts/sessions/password-confirmation.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { limitDisclosure } from "#worker/people/identity/disclosure.ts";
import { noEmail, parseEmail } from "#worker/people/identity/email.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { hitAll, type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { contract } from "./activation.contract.ts";
import type { Activation } from "./activation.ts";
import { addressMails } from "./activation-mail.ts";
import { type Correct, type CorrectAddress, correctionsOf } from "./correction.ts";

interface Deps {
  store: Pick<AccountsStore, "findOwner">;
  limits: Limits;
  confirmPassword: ConfirmPassword;
  resend: Activation["activation"];
  correct: Correct;
}

/** Refusals tell that an address is taken. */
export function createRevealedCorrection({ store, limits, confirmPassword, resend, correct }: Deps): CorrectAddress {
  return async (ctx, input) => {
    if (!isMember(ctx)) throw new AppError("authentication_required");
    return correctAddress(ctx, input);
  };

  async function correctAddress(
    ctx: MemberContext,
    input: Input<typeof contract.correctAddress>,
  ): Promise<Answer<Output<typeof contract.correctAddress>>> {
    const { id, account } = ctx.viewer;
    if (account.status !== "not_confirmed") throw new AppError("conflict");
    const email = parseEmail(input.email);
    const typed = { field: "password", code: "password_wrong" as const, password: input.password };
    const wrongPassword = await confirmPassword(ctx, typed);
    const problems = [...(email ? [] : [noEmail(input.email, "new_email_invalid")]), ...(wrongPassword ? [wrongPassword] : [])];
    if (problems.length > 0 || !email) throw invalid(...problems);
    if (email === account.email) return new Answer(await resend(ctx), {});

    refuseOver(await limits.hit(...limitOf("correctionQuestions", { account: id }), ctx.now));
    return limitDisclosure(ctx, { limits }, async () => {
      const owner = await store.findOwner(ctx.domain.pool, { email });
      if (owner) throw taken(owner.account.status);
      refuseOver(await hitAll(limits, [correctionsOf(id), addressMails(ctx, email)], ctx.now));
      const outcome = await correct(ctx, ctx.viewer, email);
      if (outcome === "taken") throw taken("active");
      if (outcome === "changed") throw new AppError("conflict");
      return new Answer({ sent: true }, {});
    });
  }
}

function isMember(ctx: Context): ctx is MemberContext {
  return ctx.viewer !== null;
}

function taken(status: string): AppError {
  return invalid({ field: "email", code: status === "deleted" ? "account_pending_deletion" : "email_taken" });
}
