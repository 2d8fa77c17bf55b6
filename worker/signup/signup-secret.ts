import type { Context } from "#worker/context.ts";
import { BANNED_UNTIL } from "#worker/exclusions/exclusions.vocabulary.ts";
import type { AccountsStore } from "#worker/identity/accounts.store.ts";
import type { Passwords } from "#worker/identity/passwords.ts";
import { addresseeOf, type Member } from "#worker/identity/viewer.ts";
import { Answer } from "#worker/lib/answer.ts";
import type { Input } from "#worker/lib/call.ts";
import { AppError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { Limits, Rule } from "#worker/lib/limits.ts";
import { limitOf } from "#worker/lib/limits-table.ts";
import { log } from "#worker/lib/log.ts";
import type { Mails } from "#worker/mail/mails.ts";
import { accountMails, addressMails, type NewActivation } from "./activation-mail.ts";
import { heldName, isHeld, ownNames, variantsOf } from "./free-name.ts";
import { newMember } from "./new-member.ts";
import type { contract } from "./signup.contract.ts";
import type { SignupStore } from "./signup.store.ts";
import { signupAgainMail } from "./signup-again.ts";
import { type Admitted, findClashes, type Outcome, type SignupPolicy } from "./signup-policy.ts";

interface Deps {
  store: Pick<AccountsStore, "findClashes">;
  signups: Pick<SignupStore, "remind" | "create">;
  limits: Limits;
  mails: Pick<Mails, "alreadyMember" | "signupAgain" | "signupExcluded" | "dispatch">;
  passwords: Pick<Passwords, "verify">;
  newActivation: NewActivation;
  later(work: () => Promise<unknown>): void;
  bringBack(ctx: Context, email: string): Promise<void>;
}

/** Same answer after the same work; only a mail tells whether the address has an account. */
export function createSecretSignup(deps: Deps): SignupPolicy {
  const { store, signups, limits, mails, passwords, newActivation, later, bringBack } = deps;
  return {
    async takenProblems() {
      return [];
    },

    /** True also for a form that made no account. */
    async wasSent(ctx, signupKey) {
      return isHeld(ctx, limits, heldForm(ctx, signupKey));
    },

    async attempt(ctx, input, admitted, until) {
      const { name, email } = admitted;
      const signupKey = input.signup_key ?? null;
      const names = [name, ...variantsOf(name, email, ownNames(ctx))];
      const { owner, sameForm, isTaken } = await findClashes(ctx, store, { names, email }, signupKey);
      const held = await isHeld(ctx, limits, heldName(ctx, name));
      if (signupKey && (await isHeld(ctx, limits, heldForm(ctx, signupKey)))) return checkMail();
      if (sameForm) {
        // The same work as on a revealed domain; the result stays secret.
        if (sameForm.account.email === email) await passwords.verify(sameForm.account.passwordHash, input.password);
        return checkMail();
      }
      if (owner) return remind(ctx, owner, admitted, signupKey, until);
      if (until !== null) return shutOut(ctx, admitted, signupKey, until);
      const free = names.find((one) => !isTaken(one) && !(held && one === name));
      return create(ctx, input, admitted, free ?? names[1] ?? name);
    },
  };

  async function shutOut(ctx: Context, admitted: Admitted, signupKey: string | null, until: number): Promise<Outcome> {
    const room = await limits.hit(...addressMails(ctx, admitted.email), ctx.now);
    return remind(ctx, null, admitted, signupKey, room.allowed && until < BANNED_UNTIL ? until : null);
  }

  /** `name`: a free one in place of the wanted. */
  async function create(
    ctx: Context,
    input: Input<typeof contract.signup>,
    admitted: Admitted,
    name: string,
  ): Promise<Outcome | null> {
    const signupKey = input.signup_key ?? null;
    const { email, language, country } = admitted;
    const room = await limits.hit(...addressMails(ctx, email), ctx.now);
    if (!room.allowed) return remind(ctx, null, admitted, signupKey);
    const id = newId();
    const { token, mail } = await newActivation(ctx, { id, email, name, language, country });
    const wanted = name === admitted.name ? null : admitted.name;
    const rows = { ...newMember(ctx, id, input, { ...admitted, name }, wanted), token, mail, session: null, replaced: null };
    const made = await signups.create(rows);
    if (made === "spent") throw new AppError("invitation_over");
    if (made === "taken") return null;
    await hold(ctx, admitted, id, signupKey);
    // After the response, as for a known address, which may get no mail.
    later(() => mails.dispatch(mail.id));
    return checkMail();
  }

  /** `owner` is null for an address without an account. `until` (ms): its owner is shut out, and the mail says only that. */
  async function remind(
    ctx: Context,
    owner: Member | null,
    admitted: Admitted,
    signupKey: string | null,
    until: number | null = null,
  ): Promise<Outcome> {
    const { email, name } = admitted;
    const allowed = await hold(ctx, admitted, owner?.id ?? newId(), signupKey);
    const waits = owner?.account.status === "not_confirmed";
    // The same limit work as for a new address.
    const room = owner && (await limits[waits && allowed ? "hit" : "check"](...addressMails(ctx, email), ctx.now));
    // Rendered in every case: missing work would disclose the account.
    const nobody = { id: newId(), email, name, language: ctx.language, country: admitted.country };
    const again = await signupAgainMail(ctx, owner ? addresseeOf(owner) : nobody, mails);
    const gone = owner?.account.status === "deleted";
    const told = allowed && owner && !gone && (!waits || room?.allowed) ? owner : null;
    const reminder = told && (waits ? again : { mail: await mails.alreadyMember(ctx, addresseeOf(told)), token: null });
    const addressee = owner ? addresseeOf(owner) : { ...nobody, id: null };
    const out = until !== null && allowed && { mail: await mails.signupExcluded(ctx, { ...addressee, until }), token: null };
    const letter = until === null ? reminder : out || null;
    // Uses the invitation up as a new account would, or its giver could tell the difference.
    if (!(await signups.remind(letter, admitted.invitation, ctx.domain.id, ctx.now))) throw new AppError("invitation_over");
    if (letter) later(() => mails.dispatch(letter.mail.id));
    else if (gone && allowed && until === null)
      later(() => bringBack(ctx, email).catch((error) => log("error", "reactivation mail not stored", { error })));
    return checkMail();
  }

  /** Reserves name and form even without an account. True if the address may get a mail. */
  async function hold(ctx: Context, { email, name }: Admitted, accountId: string, signupKey: string | null): Promise<boolean> {
    await limits.hit(...heldName(ctx, name), ctx.now);
    if (signupKey) await limits.hit(...heldForm(ctx, signupKey), ctx.now);
    const toAddress = await limits.hit(...limitOf("signupReminders", { pool: ctx.domain.pool, email }), ctx.now);
    const toAccount = await limits.hit(...accountMails(accountId), ctx.now);
    return toAddress.allowed && toAccount.allowed;
  }
}

function heldForm(ctx: Context, signupKey: string): Rule {
  return limitOf("heldForms", { pool: ctx.domain.pool, form: signupKey });
}

function checkMail(): Outcome {
  return new Answer({ check_mail: true }, {});
}
