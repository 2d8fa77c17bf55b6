import type { Mails } from "#worker/delivery/mail/mails.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { Answer } from "#worker/platform/answer.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { accountMails, addressMails, type NewActivation } from "./activation-mail.ts";
import { ownNames, variantsOf } from "./free-name.ts";
import { newMember } from "./new-member.ts";
import type { Letter, SignupStore } from "./signup.store.ts";
import { signupAgainMail } from "./signup-again.ts";
import { type Admitted, findClashes, type Outcome, type SignupPolicy } from "./signup-policy.ts";
import { noAddress } from "./without-address.ts";

interface Deps {
  store: Pick<AccountsStore, "findClashes">;
  signups: Pick<SignupStore, "wasMade" | "create">;
  limits: Limits;
  mails: Pick<Mails, "alreadyMember" | "signupAgain" | "signupExcluded" | "dispatch">;
  newActivation: NewActivation;
  later(work: () => Promise<unknown>): void;
  bringBack(ctx: Context, email: string): Promise<void>;
}

interface Answered {
  /** The address becomes the account's. */
  isFree: boolean;
  letter: Letter | null;
  bringsBack?: boolean;
}

/** Same answer after the same work; only a mail tells whether the address has an account. */
export function createSecretSignup(deps: Deps): SignupPolicy {
  const { store, signups, limits, mails, newActivation, later, bringBack } = deps;
  return {
    async takenProblems() {
      return [];
    },

    async wasSent({ domain }, signupKey) {
      return signups.wasMade(domain.pool, signupKey);
    },

    /** A known address makes an account too, without one: what follows a sign-up must not tell. Decision 81. */
    async attempt(ctx, input, admitted, until) {
      const { email } = admitted;
      const names = [admitted.name, ...variantsOf(admitted.name, email, ownNames(ctx))];
      const { owner, sameForm, isTaken } = await findClashes(ctx, store, { names, email }, input.signup_key ?? null);
      if (sameForm) return checkMail();
      const name = names.find((one) => !isTaken(one)) ?? names[1] ?? admitted.name;
      const id = newId();
      const { isFree, letter, bringsBack } = await answer(ctx, { ...admitted, name }, { id, owner, until });
      const data = { ...admitted, name, email: isFree ? email : noAddress(id) };
      const rows = newMember(ctx, id, input, data, name === admitted.name ? null : admitted.name);
      const made = await signups.create({ ...rows, letter, session: null, replaced: null });
      if (made === "spent") throw new AppError("invitation_over");
      if (made === "taken") return null;
      // After the response: a known address may get no mail.
      if (letter) later(() => mails.dispatch(letter.mail.id));
      else if (bringsBack)
        later(() => bringBack(ctx, email).catch((error) => log("error", "reactivation mail not stored", { error })));
      return checkMail();
    },
  };

  /** `owner`: of the address. `until` (ms): they are shut out, and the mail says only that. */
  async function answer(
    ctx: Context,
    { email, name, language, country }: Admitted,
    { id, owner, until }: { id: string; owner: Member | undefined; until: number | null },
  ): Promise<Answered> {
    const toAddress = await limits.hit(...limitOf("signupReminders", { pool: ctx.domain.pool, email }), ctx.now);
    const toAccount = await limits.hit(...accountMails(owner?.id ?? id), ctx.now);
    const allowed = toAddress.allowed && toAccount.allowed;
    const waits = owner?.account.status === "not_confirmed";
    // The same limit work for every address.
    const room = await limits[!owner || (waits && allowed) ? "hit" : "check"](...addressMails(ctx, email), ctx.now);
    if (!owner && until === null && room.allowed)
      return { isFree: true, letter: await newActivation(ctx, { id, email, name, language, country }) };
    // Rendered in every case: missing work would disclose the account.
    const nobody = { id: newId(), email, name, language: ctx.language, country };
    const again = await signupAgainMail(ctx, owner ? addresseeOf(owner) : nobody, mails);
    const known = { isFree: false, letter: null };
    if (!allowed) return known;
    if (until !== null) {
      if (!owner && (!room.allowed || until >= BANNED_UNTIL)) return known;
      const addressee = owner ? addresseeOf(owner) : { ...nobody, id: null };
      return { ...known, letter: { mail: await mails.signupExcluded(ctx, { ...addressee, until }), token: null } };
    }
    if (!owner) return known;
    if (owner.account.status === "deleted") return { ...known, bringsBack: true };
    if (waits) return { ...known, letter: room.allowed ? again : null };
    return { ...known, letter: { mail: await mails.alreadyMember(ctx, addresseeOf(owner)), token: null } };
  }
}

function checkMail(): Outcome {
  return new Answer({ check_mail: true }, {});
}
