import { asMember, type NewSessionOf, type StartSession } from "#worker/accounts/sessions/start-session.ts";
import { userOf } from "#worker/accounts/user/user.ts";
import { excluded } from "#worker/billing/payments/order-refusal.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { DEFAULTS } from "#worker/people/preferences/preferences.vocabulary.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input } from "#worker/platform/call.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { addressMails, type NewActivation } from "./activation-mail.ts";
import { newMember } from "./new-member.ts";
import type { contract } from "./signup.contract.ts";
import type { SignupStore } from "./signup.store.ts";
import { type Admitted, type Clashes, findClashes, NAME_TAKEN, type Outcome, type SignupPolicy } from "./signup-policy.ts";

interface Deps {
  store: Pick<AccountsStore, "findClashes">;
  signups: Pick<SignupStore, "wasMade" | "create">;
  limits: Limits;
  live: Pick<Live, "revoke">;
  mails: Pick<Mails, "dispatch">;
  passwords: Pick<Passwords, "verify">;
  newActivation: NewActivation;
  startSession: StartSession;
  newSession: NewSessionOf;
}

export function createRevealedSignup(deps: Deps): SignupPolicy {
  const { store, signups, limits, live, mails, passwords, newActivation, startSession, newSession } = deps;
  return {
    async takenProblems(ctx, { name, email }) {
      return problemsOf(await findClashes(ctx, store, { names: name === null ? [] : [name], email }), name);
    },

    async wasSent({ domain }, signupKey) {
      return signups.wasMade(domain.pool, signupKey);
    },

    async attempt(ctx, input, admitted, until) {
      const { name, email } = admitted;
      const clashes = await findClashes(ctx, store, { names: [name], email }, input.signup_key ?? null);
      if (clashes.sameForm) return repeated(ctx, input, clashes.sameForm, email);
      const problems = problemsOf(clashes, name);
      if (problems.length > 0) throw invalid(...problems);
      if (until !== null) throw excluded(ctx, until);
      return create(ctx, input, admitted);
    },
  };

  async function create(ctx: Context, input: Input<typeof contract.signup>, admitted: Admitted): Promise<Outcome | null> {
    refuseOver(await limits.hit(...addressMails(ctx, admitted.email), ctx.now));
    const id = newId();
    const { email, name, language } = admitted;
    const letter = await newActivation(ctx, { id, email, name, language, country: admitted.country });
    const { token, session } = await newSession(ctx, id);
    const replaced = ctx.viewer?.tokenHash ?? null;
    if (ctx.viewer && replaced) await live.revoke(ctx.viewer.id, [replaced]);
    const made = await signups.create({ ...newMember(ctx, id, input, admitted), letter, session, replaced });
    if (made === "spent") throw new AppError("invitation_over");
    if (made === "taken") return null;
    await mails.dispatch(letter.mail.id);
    const member: Member = {
      id,
      ...made,
      photos: [],
      photoRequests: { all: 0, real: 0 },
      photoAnswers: [],
      reportsDecided: [],
      preferences: { ...DEFAULTS, wishes: admitted.wishes },
      offerUsed: false,
    };
    return new Answer(userOf(member, asMember(ctx, member, token, session)), { session: { started: token } });
  }

  /** A repeated form needs the same address and password. */
  async function repeated(ctx: Context, input: Input<typeof contract.signup>, member: Member, email: string): Promise<Outcome> {
    const same = member.account.email === email && (await passwords.verify(member.account.passwordHash, input.password));
    if (!same) throw new AppError("idempotency_conflict");
    // Not a new device: the same browser made the account.
    return startSession(ctx, member, { known: true, any: true });
  }
}

function problemsOf({ owner, sameForm, isTaken }: Clashes, name: string | null): FieldError[] {
  const problems: FieldError[] = name !== null && isTaken(name) ? [NAME_TAKEN] : [];
  if (owner && !sameForm)
    problems.push({ field: "email", code: owner.account.status === "deleted" ? "account_pending_deletion" : "email_taken" });
  return problems;
}
