import type { Context } from "../context.ts";
import { isShownToVisitors } from "../domains/niches.ts";
import type { contract } from "../identity/accounts.contract.ts";
import { type AccountsDeps, userOf } from "../identity/accounts.ts";
import { addresseeOf, type Member } from "../identity/viewer.ts";
import { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError, type FieldError, invalid } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { type Rule, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { log } from "../lib/log.ts";
import { cleanText, nameKey } from "../lib/text.ts";
import { DEFAULTS } from "../notifications/preferences.ts";
import { asMember, logIn, newSession } from "../sessions/login.ts";
import { accountMails, addressMails, createActivation } from "./activation.ts";
import { type Applicant, type Examined, examine } from "./applicant.ts";
import { asking } from "./asking.ts";
import { CONSENT_KINDS } from "./consents.contract.ts";
import { versionsNow } from "./consents.ts";
import { removeDraft } from "./draft.ts";
import { signupAgainLetter } from "./signup-again.ts";
import { isInviteLink, opensDomain } from "./source.ts";

type Outcome = Answer<Output<typeof contract.signup>>;

/** Somebody about whom nothing is wrong, with the hash of the invitation that lets them in, if it takes one. */
type Admitted = Applicant & { invitation: string | null };

/** Making an account. */
export function createSignup(deps: AccountsDeps) {
  const { store, signups, drafts, invites, limits, live, mails, passwords, later, bringBack, keyedHash } = deps;
  const { newActivation } = createActivation(deps);

  return {
    /**
     * Writes account, profile, session, activation link and its mail at once. On a domain that does not reveal
     * accounts the answer, and the work behind it, are the same whether or not the address is known.
     * @throws signup_closed; invalid with every field that is wrong; 429 for an address that got ten links in a day, and for a
     * network that was told of many addresses; nothing is stored then.
     */
    async signup(ctx: Context, input: Input<typeof contract.signup>): Promise<Outcome> {
      const invitation = await invitationOf(ctx, input);
      refuseOver(await limits.hit(...limitOf("signups", { network: ctx.network }), ctx.now));
      const outcome = await asking(ctx, deps, () => admit(ctx, input, invitation));
      if (!ctx.draft) return outcome;
      await removeDraft(drafts, ctx.draft);
      return new Answer(outcome.value, { ...outcome.effects, draft: null });
    },
  };

  async function admit(ctx: Context, input: Input<typeof contract.signup>, invitation: string | null): Promise<Outcome> {
    const examined = examine(ctx, input, deps);
    const { applicant } = examined;
    // A mistake must not come in two stages: what is taken is said together with what is wrong.
    if (!applicant) throw invalid(...examined.problems, ...(await takenOf(ctx, examined)).problems);
    const passwordHash = await passwords.hash(input.password);
    return alreadyOrNew(ctx, input, { ...applicant, invitation }, passwordHash);
  }

  async function alreadyOrNew(
    ctx: Context,
    input: Input<typeof contract.signup>,
    admitted: Admitted,
    hash: string,
  ): Promise<Outcome> {
    // A second round is for the race in which another tab was faster; it finds what that one wrote.
    for (let round = 0; round < 2; round++) {
      const outcome = (await alreadyKnown(ctx, input, admitted)) ?? (await create(ctx, input, admitted, hash));
      if (outcome) return outcome;
    }
    throw new AppError("conflict");
  }

  /**
   * The hash of the invitation that is spent by this sign-up; null where none is, and none is needed.
   * @throws signup_closed where a signed source or an invitation is needed and there is none; invitation_over where its places are taken.
   */
  async function invitationOf(ctx: Context, input: Input<typeof contract.signup>): Promise<string | null> {
    const { settings, id } = ctx.domain;
    const source = input.tracking?.network === undefined ? ctx.source : input.tracking;
    const open = settings.signups === "all" || (await opensDomain(source, ctx.domain, ctx.now, keyedHash));
    const code = input.invite ?? ctx.source.invite ?? "";
    const hash = isInviteLink(code) ? await sha256(code) : null;
    if (hash && (await invites.find(hash, id, ctx.now))) return hash;
    // The same form again finds the account that it made, though its invitation is used up by it.
    if (open || (hash && input.signup_key && (await wasSent(ctx, input.signup_key)))) return null;
    throw new AppError(hash ? "invitation_over" : "signup_closed");
  }

  /** Whether this form was taken before: it made an account, or passed for one that did. */
  async function wasSent(ctx: Context, signupKey: string): Promise<boolean> {
    // Where nothing is revealed it is all the same whether it did.
    if (ctx.domain.settings.reveal_accounts === "yes") return signups.wasMade(ctx.domain.pool, signupKey);
    return !(await limits.check(...heldForm(ctx, signupKey), ctx.now)).allowed;
  }

  /** Whom a name and an address that are well formed belong to, and what of it may be said. */
  async function takenOf(ctx: Context, { name, email }: Pick<Examined, "name" | "email">, signupKey: string | null = null) {
    const clashes = await store.findClashes(ctx.domain.pool, {
      email: email ?? "",
      nameKey: nameKey(name ?? ""),
      signupKey,
    });
    const reveal = ctx.domain.settings.reveal_accounts === "yes";
    const owner = email === null ? undefined : clashes.find((member) => member.account.email === email);
    const problems: FieldError[] = [];
    const held = name !== null && !reveal && !(await limits.check(...heldName(ctx, name), ctx.now)).allowed;
    if (held || (name !== null && clashes.some((member) => member.profile.nameKey === nameKey(name))))
      problems.push({ field: "name", code: "name_taken" });
    const sameForm = clashes.find((member) => signupKey !== null && member.account.signupKey === signupKey);
    if (owner && reveal && !sameForm)
      problems.push({ field: "email", code: owner.account.status === "deleted" ? "account_pending_deletion" : "email_taken" });
    return { owner, sameForm, problems };
  }

  /** The outcome where name, address or form were seen before; null where all are new. */
  async function alreadyKnown(ctx: Context, input: Input<typeof contract.signup>, applicant: Admitted): Promise<Outcome | null> {
    const signupKey = input.signup_key ?? null;
    const reveal = ctx.domain.settings.reveal_accounts === "yes";
    const { owner, sameForm, problems } = await takenOf(ctx, applicant, signupKey);
    if (!reveal && signupKey && !(await limits.check(...heldForm(ctx, signupKey), ctx.now)).allowed) return checkMail();
    if (sameForm) return again(ctx, input, applicant, sameForm);
    if (problems.length > 0) throw invalid(...problems);
    if (!owner) return null;
    return remind(ctx, owner, applicant, signupKey);
  }

  /** The same form sent twice: the account that the first made, if it is the same person's. */
  async function again(
    ctx: Context,
    input: Input<typeof contract.signup>,
    applicant: Applicant,
    member: Member,
  ): Promise<Outcome> {
    const same =
      member.account.email === applicant.email && (await passwords.verify(member.account.passwordHash, input.password));
    if (ctx.domain.settings.reveal_accounts === "no") return checkMail();
    if (!same) throw new AppError("idempotency_conflict");
    // No new device: whoever sent the form is who made the account.
    return logIn(ctx, member, deps, { known: true, any: true });
  }

  /**
   * Tells the owner of a known address by mail, and whoever asks no more than anybody; null is one that got so many mails
   * already that no account is made with it.
   */
  async function remind(ctx: Context, owner: Member | null, applicant: Admitted, signupKey: string | null): Promise<Outcome> {
    const { email, name } = applicant;
    const allowed = await hold(ctx, applicant, owner?.id ?? newId(), signupKey);
    const waits = owner?.account.status === "not_confirmed";
    // As for an address that is new, which this must take as long as.
    const room = owner && (await limits[waits && allowed ? "hit" : "check"](...addressMails(ctx, email), ctx.now));
    // Made for everybody: an answer that came without its work would tell that the address is known. Who waits for the
    // confirmation gets it, for the account as it is: a mail that sends them to the log-in would send them in vain, and one
    // that only confirms might do so for a stranger who was first.
    const nobody = { id: newId(), email, name, language: ctx.language };
    const again = await signupAgainLetter(ctx, owner ? addresseeOf(owner) : nobody, mails);
    const gone = owner?.account.status === "deleted";
    const told = allowed && owner && !gone && (!waits || room?.allowed) ? owner : null;
    const letter = told && (waits ? again : { mail: await mails.alreadyMember(ctx, addresseeOf(told)), token: null });
    // A new account would use its invitation up: so does one that was not made, or its giver could tell the two apart.
    if (!(await signups.remind(letter, applicant.invitation, ctx.domain.id, ctx.now))) throw new AppError("invitation_over");
    if (letter) later(() => mails.dispatch(letter.mail.id));
    else if (gone && allowed)
      later(() => bringBack(ctx, email).catch((error) => log("error", "reactivation mail not stored", { error })));
    return checkMail();
  }

  /**
   * What a sign-up leaves in the counters on a domain that reveals nothing, whether or not it made an account: a new account
   * holds its name and its form from now on, so does one that was not made. The outcome is whether the address may get a mail.
   */
  async function hold(ctx: Context, { email, name }: Applicant, accountId: string, signupKey: string | null): Promise<boolean> {
    await limits.hit(...heldName(ctx, name), ctx.now);
    if (signupKey) await limits.hit(...heldForm(ctx, signupKey), ctx.now);
    const toAddress = await limits.hit(...limitOf("signupReminders", { pool: ctx.domain.pool, email }), ctx.now);
    const toAccount = await limits.hit(...accountMails(accountId), ctx.now);
    return toAddress.allowed && toAccount.allowed;
  }

  async function create(
    ctx: Context,
    input: Input<typeof contract.signup>,
    applicant: Admitted,
    passwordHash: string,
  ): Promise<Outcome | null> {
    const { pool, id: domainId, settings } = ctx.domain;
    const room = await limits.hit(...addressMails(ctx, applicant.email), ctx.now);
    if (!room.allowed && settings.reveal_accounts === "no") return remind(ctx, null, applicant, input.signup_key ?? null);
    refuseOver(room);
    const id = newId();
    const { email, name, language, invitation } = applicant;
    const versions = versionsNow({ settings, country: applicant.country });
    const account = {
      id,
      pool,
      domainId,
      email,
      passwordHash,
      language,
      status: "not_confirmed" as const,
      paidUser: false,
      credits: 0,
      unread: 0,
      newLikes: 0,
      notificationsDisabled: [],
      tracking: applicant.tracking,
      signupMessage: cleanText(input.signup_message ?? "") || null,
      signupProfile: input.signup_profile || null,
      signupIntent: input.signup_profile ? (input.signup_intent ?? null) : null,
      signupKey: input.signup_key ?? null,
      termsVersion: versions.terms,
      termsAcceptedAt: ctx.now,
      sensitiveVersion: versions.sensitive_data,
      sensitiveAcceptedAt: ctx.now,
      createdAt: ctx.now,
      activatedAt: null,
      trafficSource: applicant.invitation ? "invite" : (applicant.tracking.network ?? null),
      reminders: 0,
      deletedAt: null,
    };
    const profile = {
      id,
      pool,
      name,
      nameKey: nameKey(name),
      status: "disabled" as const,
      gender: applicant.gender,
      lookingFor: applicant.lookingFor,
      birthDate: applicant.birthDate,
      country: applicant.country,
      region: applicant.region,
      city: applicant.city,
      sexuality: null,
      hair: null,
      eyes: null,
      body: null,
      relationship: null,
      tattoos: null,
      reason: applicant.reason,
      interests: [],
      about: "",
      fictional: false,
      shownToVisitors: isShownToVisitors(settings),
      mainPhoto: null,
      lastActiveAt: ctx.now,
      createdAt: ctx.now,
    };
    const { token, mail } = await newActivation(ctx, { id, email, name, language });
    const opened = settings.reveal_accounts === "yes" ? await newSession(ctx, id) : null;
    const replaced = opened && ctx.viewer ? ctx.viewer.tokenHash : null;
    if (ctx.viewer && replaced) await live.revoke(ctx.viewer.id, [replaced]);
    const consents = CONSENT_KINDS.map((kind) => ({
      accountId: id,
      kind,
      version: versions[kind],
      language,
      acceptedAt: ctx.now,
    }));
    const rows = { account, profile, token, mail, consents, invitation, session: opened?.session ?? null, replaced };
    const made = await signups.create(rows, ctx.now);
    if (made === "spent") throw new AppError("invitation_over");
    if (made === "taken") return null;
    if (!opened) {
      await hold(ctx, applicant, id, input.signup_key ?? null);
      // As for an address that is known: for some of those there is no mail to hand over.
      later(() => mails.dispatch(mail.id));
      return checkMail();
    }
    await mails.dispatch(mail.id);
    const member: Member = { id, account, profile, photos: [], preferences: DEFAULTS };
    return new Answer(userOf(member, asMember(ctx, member, opened.token, opened.session)), {
      session: { started: opened.token },
    });
  }
}

function heldName(ctx: Context, name: string): Rule {
  return limitOf("heldNames", { pool: ctx.domain.pool, name: nameKey(name) });
}

function heldForm(ctx: Context, signupKey: string): Rule {
  return limitOf("heldForms", { pool: ctx.domain.pool, form: signupKey });
}

function checkMail(): Outcome {
  return new Answer({ check_mail: true }, {});
}
