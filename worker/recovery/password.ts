import type { MemberContext } from "../context.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import { passwordProblem } from "../identity/new-password.ts";
import { addresseeOf, type Member } from "../identity/viewer.ts";
import { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { type FieldError, invalid } from "../lib/errors.ts";
import { limitOf } from "../lib/limits-table.ts";
import { endingSessions } from "../sessions/ending.ts";
import { newSession } from "../sessions/login.ts";
import { changedMeanwhile, proofProblem } from "../sessions/proof.ts";
import type { contract } from "./recovery.contract.ts";

/** Whoever is asked for a new one because somebody else knows the old one must not keep it. */
export const PASSWORD_SAME = { field: "password", code: "password_same" } as const satisfies FieldError;

/** A new password for somebody who knows the old one. */
export function createPassword(deps: AccountsDeps) {
  const { passwordStore, limits, mails, passwords } = deps;
  return {
    /**
     * Every other session ends and this one gets a new token. Links that were on their way (reset, e-mail change) open
     * nothing any more: whoever asked for them may be the reason for the change. The undo of an e-mail change stays.
     * @throws invalid with every field that is wrong; login_blocked after five wrong old passwords.
     */
    async changePassword(
      ctx: MemberContext,
      input: Input<typeof contract.changePassword>,
    ): Promise<Answer<Output<typeof contract.changePassword>>> {
      const { id, account } = ctx.viewer;
      const typed = { field: "old_password", code: "old_password_wrong", password: input.old_password } as const;
      const old = await proofProblem(ctx, typed, deps);
      if (old !== null && (await isPressedTwice(ctx, input))) return new Answer({ changed: true }, {});
      const wrong = newPasswordProblems(input, ctx.viewer);
      // In the form in which it is hashed, so that no keyboard makes another one of it.
      const same = input.password.normalize("NFKC") === input.old_password.normalize("NFKC");
      if (old) wrong.unshift(old);
      else if (same && !wrong.some(({ field }) => field === "password")) wrong.unshift(PASSWORD_SAME);
      if (wrong.length > 0) throw invalid(...wrong);

      const { token, session } = await newSession(ctx, id);
      const to = await passwords.hash(input.password);
      const mail = await mails.passwordChanged(ctx, addresseeOf(ctx.viewer));
      const change = { accountId: id, from: account.passwordHash, to, session, mail };
      const ended = await endingSessions(deps, id, ctx.now, () => passwordStore.change(change, ctx.now), ctx.viewer.tokenHash);
      if (!ended) throw changedMeanwhile();
      await mails.dispatch(mail.id);
      return new Answer({ changed: true }, { session: { started: token } });
    },
  };

  /** It is the password already, and whoever knows it may hear so: once in a while, or it would be a second guess for each first. */
  async function isPressedTwice({ viewer, now }: MemberContext, input: Input<typeof contract.changePassword>): Promise<boolean> {
    if (input.password !== input.password_repeat) return false;
    if (!(await limits.hit(...limitOf("passwordPressedTwice", { account: viewer.id }), now)).allowed) return false;
    return passwords.verify(viewer.account.passwordHash, input.password);
  }
}

/** What is wrong with a new password and its repetition, field by field. */
export function newPasswordProblems(
  { password, password_repeat }: { password: string; password_repeat: string },
  { account, profile }: Member,
): FieldError[] {
  const problem = passwordProblem(password, profile.name, account.email);
  const wrong = problem ? [problem] : [];
  if (password !== password_repeat) wrong.push({ field: "password_repeat", code: "passwords_differ" });
  return wrong;
}
