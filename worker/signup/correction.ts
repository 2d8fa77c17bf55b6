import type { Context, MemberContext } from "../context.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import { noEmail, parseEmail } from "../identity/email.ts";
import { cleanName } from "../identity/name.ts";
import { addresseeOf, type Member } from "../identity/viewer.ts";
import { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { AppError, type FieldError, invalid } from "../lib/errors.ts";
import { hitAll, type Rule, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { log } from "../lib/log.ts";
import { nameKey } from "../lib/text.ts";
import { announced } from "../live/live.ts";
import { proofProblem } from "../sessions/proof.ts";
import type { contract } from "./activation.contract.ts";
import { accountMails, addressMails, createActivation } from "./activation.ts";
import { asking } from "./asking.ts";
import { signupAgainLetter } from "./signup-again.ts";

type Outcome = Answer<Output<typeof contract.correctAddress>>;

/** A mistyped address put right before it is confirmed. Nobody has proved to own it, so the password is asked for. */
export function createCorrection(deps: AccountsDeps) {
  const { store, activations, corrections, limits, live, mails, passwords, later, bringBack } = deps;
  const { activation, newActivation } = createActivation(deps);

  return {
    /**
     * The old address's links and codes are worthless from then on, and a new mail is on its way. The address there is
     * already only gets its mail again.
     * @throws conflict where the address is confirmed (changing it then is another thing); invalid for a wrong password,
     * and for an address that is none or has an account; 429 after three corrections a day.
     */
    async correctAddress(ctx: Context, input: Input<typeof contract.correctAddress>): Promise<Outcome> {
      if (ctx.domain.settings.reveal_accounts === "no") return quietly(ctx, input);
      if (!ctx.viewer) throw new AppError("authentication_required");
      return openly(ctx as MemberContext, input);
    },
  };

  async function openly(ctx: MemberContext, input: Input<typeof contract.correctAddress>): Promise<Outcome> {
    const { id, account } = ctx.viewer;
    if (account.status !== "not_confirmed") throw new AppError("conflict");
    const email = parseEmail(input.email);
    const typed = { field: "password", code: "password_wrong" as const, password: input.password };
    const proof = await proofProblem(ctx, typed, deps);
    const problems = [...(email ? [] : [noEmail(input.email, "new_email_invalid")]), ...(proof ? [proof] : [])];
    if (problems.length > 0 || !email) throw invalid(...problems);
    if (email === account.email) return new Answer(await activation(ctx), {});

    refuseOver(await limits.hit(...limitOf("correctionQuestions", { account: id }), ctx.now));
    return asking(ctx, deps, async () => {
      const owner = await store.findOwner(ctx.domain.pool, { email });
      if (owner) throw taken(owner.account.status);
      refuseOver(await hitAll(limits, [correctionsOf(id), addressMails(ctx, email)], ctx.now));
      const outcome = await correct(ctx, ctx.viewer, email);
      if (outcome === "taken") throw taken("active");
      if (outcome === "changed") throw new AppError("conflict");
      return new Answer({ sent: true }, {});
    });
  }

  /**
   * For a domain that tells nobody who is a member: the same answer, limits and work for everybody. Nobody stays logged in
   * by it, since an account that is not confirmed is only opened by its mail.
   */
  async function quietly(ctx: Context, input: Input<typeof contract.correctAddress>): Promise<Outcome> {
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
    const member = await store.findLogin(ctx.domain.pool, { nameKey: nameKey(name) });
    const right = await passwords.verify(member?.account.passwordHash ?? null, input.password);
    if (member && right && member.account.status === "not_confirmed")
      later(() => inSecret(ctx, member, email).catch((error) => log("error", "correction not stored", { error })));
    if (!ctx.viewer) return new Answer({ sent: true }, {});
    await live.revoke(ctx.viewer.id, [ctx.viewer.tokenHash]);
    await store.endSession(ctx.viewer.tokenHash, ctx.now);
    return new Answer({ sent: true }, { session: { ended: ctx.device } });
  }

  /** What is too much or not to be had shows only in the mails: an owner of the address learns as much as by a sign-up. */
  async function inSecret(ctx: Context, member: Member, email: string): Promise<void> {
    if (!(await limits.hit(...correctionsOf(member.id), ctx.now)).allowed) return;
    if (email === member.account.email) return sendAgain(ctx, member, true);
    const owner = await store.findOwner(ctx.domain.pool, { email });
    if (owner?.account.status === "deleted") return bringBack(ctx, email);
    if (!owner && !(await limits.hit(...addressMails(ctx, email), ctx.now)).allowed) return;
    if (!owner) return void (await correct(ctx, member, email));
    if (!(await limits.hit(...limitOf("ownersMails", { pool: ctx.domain.pool, email }), ctx.now)).allowed) return;
    // Whose own address waits for its confirmation could do nothing with the news that they are a member.
    if (owner.account.status === "not_confirmed") return sendAgain(ctx, owner, false);
    const mail = await mails.alreadyMember(ctx, addresseeOf(owner));
    await store.queueMail(mail);
    await mails.dispatch(mail.id);
  }

  /**
   * `own` where who asks has the account's password. Another may own the address all the same, and has to choose a password;
   * so has everybody once it was entered by two.
   */
  async function sendAgain(ctx: Context, member: Member, own: boolean): Promise<void> {
    const to = addresseeOf(member);
    if (!(await hitAll(limits, [accountMails(to.id), addressMails(ctx, to.email)], ctx.now)).allowed) return;
    const rows = own ? await newActivation(ctx, to) : null;
    if (rows && (await activations.replaceToken(rows.token, rows.mail))) return mails.dispatch(rows.mail.id);
    const letter = await signupAgainLetter(ctx, to, mails);
    if (await activations.offerPassword(letter.token, letter.mail)) await mails.dispatch(letter.mail.id);
  }

  async function correct(ctx: Context, member: Member, email: string): Promise<"corrected" | "taken" | "changed"> {
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

function correctionsOf(accountId: string): Rule {
  return limitOf("corrections", { account: accountId });
}

function taken(status: string): AppError {
  return invalid({ field: "email", code: status === "deleted" ? "account_pending_deletion" : "email_taken" });
}
