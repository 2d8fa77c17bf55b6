import type { Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { noEmail, parseEmail } from "#worker/people/identity/email.ts";
import { cleanName } from "#worker/people/identity/name.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { addresseeOf, type Member } from "#worker/people/identity/viewer.ts";
import { Answer } from "#worker/platform/answer.ts";
import { type FieldError, invalid } from "#worker/platform/errors.ts";
import { hitAll, type Limits, type Rule, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { nameKey } from "#worker/platform/text.ts";
import type { ActivationStore } from "./activation.store.ts";
import { accountMails, addressMails, type NewActivation } from "./activation-mail.ts";
import type { CorrectionStore } from "./correction.store.ts";
import { type Correct, type CorrectAddress, correctionsOf } from "./correction.ts";
import { signupAgainMail } from "./signup-again.ts";
import { hasAddress } from "./without-address.ts";

/** Unconfirmed accounts that one typed name may mean: a taken name became another. */
const CANDIDATES = 2;

interface Deps {
  store: Pick<AccountsStore, "endSession">;
  corrections: Pick<CorrectionStore, "findWaiting">;
  limits: Limits;
  live: Pick<Live, "revoke">;
  passwords: Pick<Passwords, "verify">;
  later(work: () => Promise<unknown>): void;
  mailCorrection: MailCorrection;
}

/** Same answer, limits and work for everybody. Ends the session: only a mail opens an unconfirmed account. */
export function createSecretCorrection({
  store,
  corrections,
  limits,
  live,
  passwords,
  later,
  mailCorrection,
}: Deps): CorrectAddress {
  return async (ctx, input) => {
    const email = parseEmail(input.email);
    const name = cleanName(input.name ?? ctx.viewer?.profile.name ?? "");
    const problems: FieldError[] = [];
    if (name === "") problems.push({ field: "name", code: "required" });
    if (!email) problems.push(noEmail(input.email, "new_email_invalid"));
    if (input.password === "") problems.push({ field: "password", code: "required" });
    if (problems.length > 0 || !email) throw invalid(...problems);

    const guessed = { pool: ctx.domain.pool, name: nameKey(name) };
    const counters: Rule[] = [
      limitOf("quietCorrection", { ...guessed, network: ctx.network }),
      limitOf("quietCorrections", { network: ctx.network }),
      limitOf("quietCorrectionsOfName", guessed),
    ];
    refuseOver(await hitAll(limits, counters, ctx.now));
    const member = await ownerOf(await corrections.findWaiting(ctx.domain.pool, nameKey(name), CANDIDATES), input.password);
    if (member)
      later(() => mailCorrection(ctx, member, email).catch((error) => log("error", "correction not stored", { error })));
    if (!ctx.viewer) return new Answer({ sent: true }, {});
    await live.revoke(ctx.viewer.id, [ctx.viewer.tokenHash]);
    await store.endSession(ctx.viewer.tokenHash, ctx.now);
    return new Answer({ sent: true }, { session: { ended: ctx.device } });
  };

  /** Constant number of password checks. Of two matching accounts, one with an address wins, then the newer one. */
  async function ownerOf(found: readonly Member[], password: string): Promise<Member | undefined> {
    const right: boolean[] = [];
    for (let n = 0; n < CANDIDATES; n++) right.push(await passwords.verify(found[n]?.account.passwordHash ?? null, password));
    const accounts = found.filter((_, n) => right[n]).toSorted((one, other) => other.account.createdAt - one.account.createdAt);
    return accounts.find(({ account }) => hasAddress(account)) ?? accounts[0];
  }
}

interface MailDeps {
  store: Pick<AccountsStore, "findOwner" | "queueMail">;
  activations: Pick<ActivationStore, "replaceToken" | "offerPassword">;
  limits: Limits;
  mails: Pick<Mails, "alreadyMember" | "signupAgain" | "dispatch">;
  newActivation: NewActivation;
  bringBack(ctx: Context, email: string): Promise<void>;
  correct: Correct;
}

type MailCorrection = ReturnType<typeof createMailCorrection>;

/** Runs after the response. Only mails show limits and taken addresses. */
export function createMailCorrection({ store, activations, limits, mails, newActivation, bringBack, correct }: MailDeps) {
  return mailCorrection;

  async function mailCorrection(ctx: Context, member: Member, email: string): Promise<void> {
    if (!(await limits.hit(...correctionsOf(member.id), ctx.now)).allowed) return;
    if (email === member.account.email) return sendAgain(ctx, member, true);
    const owner = await store.findOwner(ctx.domain.pool, { email });
    if (owner?.account.status === "deleted") return bringBack(ctx, email);
    if (!owner && !(await limits.hit(...addressMails(ctx, email), ctx.now)).allowed) return;
    if (!owner) return void (await correct(ctx, member, email));
    if (!(await limits.hit(...limitOf("ownersMails", { pool: ctx.domain.pool, email }), ctx.now)).allowed) return;
    // An unconfirmed owner cannot log in, so `alreadyMember` would not help.
    if (owner.account.status === "not_confirmed") return sendAgain(ctx, owner, false);
    const mail = await mails.alreadyMember(ctx, addresseeOf(owner));
    await store.queueMail(mail);
    await mails.dispatch(mail.id);
  }

  /** `own`: the caller knows the password. Otherwise the address's owner must choose a new one. */
  async function sendAgain(ctx: Context, member: Member, own: boolean): Promise<void> {
    const to = addresseeOf(member);
    if (!(await hitAll(limits, [accountMails(to.id), addressMails(ctx, to.email)], ctx.now)).allowed) return;
    const rows = own ? await newActivation(ctx, to) : null;
    if (rows && (await activations.replaceToken(rows.token, rows.mail))) return mails.dispatch(rows.mail.id);
    const letter = await signupAgainMail(ctx, to, mails);
    if (await activations.offerPassword(letter.token, letter.mail)) await mails.dispatch(letter.mail.id);
  }
}
