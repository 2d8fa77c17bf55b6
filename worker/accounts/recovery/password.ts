import type { EndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import { type ConfirmPassword, changedMeanwhile } from "#worker/accounts/sessions/password-confirmation.ts";
import type { NewSessionOf } from "#worker/accounts/sessions/start-session.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { passwordProblem } from "#worker/people/identity/new-password.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { type FieldError, invalid } from "#worker/platform/errors.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { PasswordStore } from "./password.store.ts";
import type { contract } from "./recovery.contract.ts";

/** Another person may know the old password. */
export const PASSWORD_SAME = { field: "password", code: "password_same" } as const satisfies FieldError;

interface Deps {
  passwordStore: PasswordStore;
  limits: Limits;
  mails: Pick<Mails, "passwordChanged" | "dispatch">;
  passwords: Pick<Passwords, "hash" | "verify">;
  confirmPassword: ConfirmPassword;
  endSessions: EndSessions;
  newSession: NewSessionOf;
}

export function createPassword({ passwordStore, limits, mails, passwords, confirmPassword, endSessions, newSession }: Deps) {
  return {
    /** Ends other sessions and open links, but no e-mail undo. @throws invalid, login_blocked, conflict */
    async changePassword(
      ctx: MemberContext,
      input: Input<typeof contract.changePassword>,
    ): Promise<Answer<Output<typeof contract.changePassword>>> {
      const { id, account } = ctx.viewer;
      const typed = { field: "old_password", code: "old_password_wrong", password: input.old_password } as const;
      const old = await confirmPassword(ctx, typed);
      if (old !== null && (await countDoubleSubmit(ctx, input))) return new Answer({ changed: true }, {});
      const wrong = newPasswordProblems(input, ctx.viewer);
      // NFKC is the form that is hashed.
      const same = input.password.normalize("NFKC") === input.old_password.normalize("NFKC");
      if (old) wrong.unshift(old);
      else if (same && !wrong.some(({ field }) => field === "password")) wrong.unshift(PASSWORD_SAME);
      if (wrong.length > 0) throw invalid(...wrong);

      const { token, session } = await newSession(ctx, id);
      const to = await passwords.hash(input.password);
      const mail = await mails.passwordChanged(ctx, addresseeOf(ctx.viewer));
      const change = { accountId: id, from: account.passwordHash, to, former: ctx.viewer.tokenHash, session, mail };
      const ended = await endSessions(id, ctx.now, () => passwordStore.change(change, ctx.now), ctx.viewer.tokenHash);
      if (!ended) throw changedMeanwhile();
      await mails.dispatch(mail.id);
      return new Answer({ changed: true }, { session: { started: token } });
    },
  };

  /** True for the same form twice. Counted: an unlimited check would allow a second guess per try. */
  async function countDoubleSubmit(
    { viewer, now }: MemberContext,
    input: Input<typeof contract.changePassword>,
  ): Promise<boolean> {
    if (input.password !== input.password_repeat) return false;
    if (!(await limits.hit(...limitOf("passwordPressedTwice", { account: viewer.id }), now)).allowed) return false;
    return passwords.verify(viewer.account.passwordHash, input.password);
  }
}

export function newPasswordProblems(
  { password, password_repeat }: { password: string; password_repeat: string },
  { account, profile }: Member,
): FieldError[] {
  const problem = passwordProblem(password, profile.name, account.email);
  const wrong = problem ? [problem] : [];
  if (password !== password_repeat) wrong.push({ field: "password_repeat", code: "passwords_differ" });
  return wrong;
}
