import type { CallInput, CallOutput } from "../calls.ts";
import type { Context } from "../context.ts";
import { termsVersion } from "../domains/domains.ts";
import { Answer } from "../lib/answer.ts";
import { AppError, type FieldError, invalid } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { DAY, HOUR, refuseOver } from "../lib/limits.ts";
import { cleanText, nameKey } from "../lib/text.ts";
import { type AccountsDeps, userOf } from "./accounts.ts";
import { createActivation } from "./activation.ts";
import { type Applicant, checkApplicant } from "./applicant.ts";
import { asMember, logIn, newSession } from "./login.ts";
import { DEFAULTS } from "../notifications/preferences.ts";
import type { Member } from "./viewer.ts";

type Outcome = Answer<CallOutput<"signup">>;

/** Coarse shields of one network: a household or an office stays far below them. */
const SIGNUPS = [{ limit: 100, windowMs: HOUR }];
const KNOWN_ADDRESSES = [{ limit: 20, windowMs: HOUR }];
/** Mails to an address that somebody tries to sign up with: that of the account it makes, and three to who has one. */
const REMINDERS = [{ limit: 4, windowMs: DAY }];

/** How long a sign-up that made no account, without saying so, holds its name and its form: as long as an account that is never confirmed. */
const HELD = [{ limit: 1, windowMs: 14 * DAY }];

/** The version of the text under which data about sex life and orientation are consented to (locales, signup.sensitive). */
const SENSITIVE_VERSION = "2026-11-01";

/** Making an account. */
export function createSignup(deps: AccountsDeps) {
  const { store, signups, limits, live, mails, passwords } = deps;
  const { newActivation } = createActivation(deps);

  return {
    /**
     * Writes account, profile, session, activation link and its mail at once. On a domain that does not reveal
     * accounts the answer, and the work behind it, are the same whether or not the address is known.
     * @throws signup_closed; invalid with every field that is wrong; nothing is stored then.
     */
    async signup(ctx: Context, input: CallInput<"signup">): Promise<Outcome> {
      const { settings, trafficSources } = ctx.domain;
      if (settings.signups === "with_trafficsource" && !trafficSources.includes(input.tracking?.network ?? "")) {
        throw new AppError("signup_closed");
      }
      const applicant = checkApplicant(ctx, input, deps);
      refuseOver(await limits.hit(`signup ${ctx.network}`, SIGNUPS, ctx.now));
      const passwordHash = await passwords.hash(input.password);
      // A second round is for the race in which another tab was faster; it finds what that one wrote.
      for (let round = 0; round < 2; round++) {
        const known = await alreadyKnown(ctx, input, applicant);
        if (known) return known;
        const made = await create(ctx, input, applicant, passwordHash);
        if (made) return made;
      }
      throw new AppError("conflict");
    },
  };

  /** The outcome where name, address or form were seen before; null where all are new. */
  async function alreadyKnown(ctx: Context, input: CallInput<"signup">, applicant: Applicant): Promise<Outcome | null> {
    const { email, name } = applicant;
    const signupKey = input.signup_key ?? null;
    const clashes = await store.findClashes(ctx.domain.pool, { email, nameKey: nameKey(name), signupKey });
    const reveal = ctx.domain.settings.reveal_accounts === "yes";
    if (!reveal && signupKey && !(await limits.check(heldForm(ctx, signupKey), HELD, ctx.now)).allowed) return checkMail();
    const sameForm = clashes.find((member) => signupKey !== null && member.account.signupKey === signupKey);
    if (sameForm) return again(ctx, input, applicant, sameForm);

    const owner = clashes.find((member) => member.account.email === email);
    const held = !reveal && !(await limits.check(heldName(ctx, name), HELD, ctx.now)).allowed;
    const nameTaken = held || clashes.some((member) => member.profile.nameKey === nameKey(name));
    const problems: FieldError[] = nameTaken ? [{ field: "name", code: "name_taken" }] : [];
    if (owner && reveal) {
      refuseOver(await limits.hit(`signup known ${ctx.network}`, KNOWN_ADDRESSES, ctx.now));
      problems.push({ field: "email", code: owner.account.status === "deleted" ? "account_pending_deletion" : "email_taken" });
    }
    if (problems.length > 0) throw invalid(...problems);
    if (!owner) return null;
    return remind(ctx, owner, applicant, signupKey);
  }

  /** The same form sent twice: the account that the first made, if it is the same person's. */
  async function again(ctx: Context, input: CallInput<"signup">, applicant: Applicant, member: Member): Promise<Outcome> {
    const same =
      member.account.email === applicant.email && (await passwords.verify(member.account.passwordHash, input.password));
    if (ctx.domain.settings.reveal_accounts === "no") return checkMail();
    if (!same) throw new AppError("idempotency_conflict");
    // No new device: whoever sent the form is who made the account.
    return logIn(ctx, member, deps, { known: true, any: true });
  }

  /** Tells the owner of a known address by mail, and whoever asks no more than anybody. */
  async function remind(ctx: Context, owner: Member, applicant: Applicant, signupKey: string | null): Promise<Outcome> {
    const { allowed } = await hold(ctx, applicant, signupKey);
    // Nobody gets it. An answer that came without its work would tell that the address is known.
    await newActivation(ctx, { id: owner.id, email: owner.account.email, name: applicant.name, language: ctx.language });
    if (allowed && owner.account.status !== "deleted") {
      const { id, account, profile } = owner;
      const mail = await mails.alreadyMember(ctx, { id, email: account.email, name: profile.name, language: account.language });
      await store.queueMail(mail);
      await mails.dispatch(mail.id);
    }
    return checkMail();
  }

  /**
   * What a sign-up leaves in the counters on a domain that reveals nothing, whether or not it made an account: a new account
   * holds its name and its form from now on, so does one that was not made. The outcome is that of the mails to the address.
   */
  async function hold(ctx: Context, { email, name }: Applicant, signupKey: string | null) {
    await limits.hit(heldName(ctx, name), HELD, ctx.now);
    if (signupKey) await limits.hit(heldForm(ctx, signupKey), HELD, ctx.now);
    return limits.hit(`signup reminder ${ctx.domain.pool} ${email}`, REMINDERS, ctx.now);
  }

  async function create(
    ctx: Context,
    input: CallInput<"signup">,
    applicant: Applicant,
    passwordHash: string,
  ): Promise<Outcome | null> {
    const { pool, id: domainId, settings } = ctx.domain;
    const id = newId();
    const { email, name } = applicant;
    const account = {
      id,
      pool,
      domainId,
      email,
      passwordHash,
      language: input.language,
      status: "not_confirmed" as const,
      paidUser: false,
      credits: 0,
      unread: 0,
      newLikes: 0,
      notificationsDisabled: [],
      tracking: applicant.tracking,
      signupMessage: cleanText(input.signup_message ?? "") || null,
      signupProfile: input.signup_profile || null,
      signupKey: input.signup_key ?? null,
      termsVersion: termsVersion(settings, ctx.country),
      termsAcceptedAt: ctx.now,
      sensitiveVersion: SENSITIVE_VERSION,
      sensitiveAcceptedAt: ctx.now,
      createdAt: ctx.now,
      activatedAt: null,
      trafficSource: null,
      reminders: 0,
      deletedAt: null,
    };
    const profile = {
      id,
      pool,
      name,
      nameKey: nameKey(name),
      status: "disabled" as const,
      gender: input.gender,
      lookingFor: input.looking_for,
      birthDate: applicant.birthDate,
      country: input.country,
      region: applicant.region,
      city: applicant.city,
      sexuality: null,
      hair: null,
      eyes: null,
      body: null,
      relationship: null,
      tattoos: null,
      reason: input.reason ?? null,
      interests: [],
      about: "",
      fictional: false,
      mainPhoto: null,
      lastActiveAt: ctx.now,
      createdAt: ctx.now,
    };
    const { token, mail } = await newActivation(ctx, { id, email, name, language: input.language });
    const opened = settings.reveal_accounts === "yes" ? await newSession(ctx, id) : null;
    const replaced = opened && ctx.viewer ? ctx.viewer.tokenHash : null;
    if (ctx.viewer && replaced) await live.revoke(ctx.viewer.id, replaced);
    const rows = { account, profile, token, mail, session: opened?.session ?? null, replaced };
    if ((await signups.create(rows, ctx.now)) === "taken") return null;
    await mails.dispatch(mail.id);
    if (!opened) {
      await hold(ctx, applicant, input.signup_key ?? null);
      return checkMail();
    }
    const member: Member = { id, account, profile, photos: [], preferences: DEFAULTS };
    return new Answer(userOf(member, asMember(ctx, member, opened.token, opened.session)), {
      session: { started: opened.token },
    });
  }
}

function heldName(ctx: Context, name: string): string {
  return `signup held name ${ctx.domain.pool} ${nameKey(name)}`;
}

function heldForm(ctx: Context, signupKey: string): string {
  return `signup held form ${ctx.domain.pool} ${signupKey}`;
}

function checkMail(): Outcome {
  return new Answer({ check_mail: true }, {});
}
