import type { Language } from "#locales/languages.ts";
import type { Context, MemberContext } from "../context.ts";
import { activeDiscountOf } from "../discounts/discounts.ts";
import type { Region } from "../domains/domains.contract.ts";
import type { Domain, Settings } from "../domains/settings.ts";
import { Answer } from "../lib/answer.ts";
import type { Input } from "../lib/call.ts";
import { invalid } from "../lib/errors.ts";
import type { FairQueue } from "../lib/fair-queue.ts";
import type { Limits } from "../lib/limits.ts";
import type { Live } from "../live/live.ts";
import { reasonsOf, stoppedTypes } from "../mail/kinds.ts";
import type { Mails } from "../mail/mails.ts";
import { profileOf } from "../members/profile.ts";
import type { MailChangeStore } from "../recovery/mail-change.store.ts";
import { createMailChange } from "../recovery/mail-change.ts";
import { createMailUndo } from "../recovery/mail-undo.ts";
import type { PasswordStore } from "../recovery/password.store.ts";
import { createPassword } from "../recovery/password.ts";
import type { ResetStore } from "../recovery/reset.store.ts";
import { createReset } from "../recovery/reset.ts";
import { createLogin } from "../sessions/login.ts";
import type { LoginLimits } from "../sessions/login-limits.ts";
import type { SessionsStore } from "../sessions/sessions.store.ts";
import type { ActivationStore } from "../signup/activation.store.ts";
import { createActivation } from "../signup/activation.ts";
import type { ConsentsStore } from "../signup/consents.store.ts";
import { consentsDue, createConsents } from "../signup/consents.ts";
import type { CorrectionStore } from "../signup/correction.store.ts";
import { createCorrection } from "../signup/correction.ts";
import type { DraftStore } from "../signup/draft.store.ts";
import { createDrafts } from "../signup/draft.ts";
import { createIntentions, type Wanted } from "../signup/intention.ts";
import type { InvitesStore } from "../signup/invites.store.ts";
import { createInvites } from "../signup/invites.ts";
import type { SignupStore } from "../signup/signup.store.ts";
import { createSignup } from "../signup/signup.ts";
import type { contract, User } from "./accounts.contract.ts";
import type { AccountsStore } from "./accounts.store.ts";
import type { Member } from "./viewer.ts";

export interface AccountsDeps {
  store: AccountsStore;
  signups: SignupStore;
  activations: ActivationStore;
  corrections: CorrectionStore;
  resets: ResetStore;
  sessions: Pick<SessionsStore, "open">;
  passwordStore: PasswordStore;
  mailChanges: MailChangeStore;
  drafts: DraftStore;
  invites: InvitesStore;
  consents: ConsentsStore;
  /** Another member as far as whoever wants something of them has to know. */
  target(viewerId: string, id: string, pool: string): Promise<Wanted | null>;
  limits: Limits;
  live: Live;
  passwords: {
    hash(password: string): Promise<string>;
    /** False, after the same work, where there is no hash to compare with. */
    verify(phc: string | null, password: string): Promise<boolean>;
  };
  loginLimits: LoginLimits;
  /** Whose password is looked at next. */
  passwordQueue: FairQueue;
  /** A keyed hash for codes too short to be stored under a plain one. */
  keyedHash(text: string): Promise<string>;
  mails: Mails;
  /** Goes on after the answer has left. */
  after(work: Promise<unknown>): void;
  /** Begins only once the answer has left, so that not even its time tells whether there was any. */
  later(work: () => Promise<unknown>): void;
  /** Sends whoever deleted the account of this address the link that brings it back, within limits of its own. */
  bringBack(ctx: Context, email: string): Promise<void>;
  /** The domain of an account that visits another of its pool. */
  domainOf(id: string): Promise<Domain | null>;
  regionsOf(country: string): Region[];
  languagesOf(settings: Settings, country: string): Language[];
}

/** Signing up, confirming, logging in and out, and who one is. */
export function createAccounts(deps: AccountsDeps) {
  const { store, live, languagesOf } = deps;
  return {
    ...createSignup(deps),
    ...createLogin(deps),
    ...createActivation(deps),
    ...createCorrection(deps),
    ...createReset(deps),
    ...createPassword(deps),
    ...createMailChange(deps),
    ...createMailUndo(deps),
    ...createDrafts(deps),
    ...createInvites(deps),
    ...createConsents(deps),
    ...createIntentions(deps),

    user(ctx: MemberContext): User {
      return userOf(ctx.viewer, ctx);
    },

    /** @throws invalid for a language that the domain does not offer in this country. */
    async updateUser(ctx: MemberContext, { language }: Input<typeof contract.updateUser>): Promise<Answer<User>> {
      if (!languagesOf(ctx.domain.settings, ctx.country).includes(language))
        throw invalid({ field: "language", code: "unknown_option" });
      await live.expect(ctx.viewer.id);
      await store.setLanguage(ctx.viewer.id, language);
      await live.tell(ctx.viewer.id, { events: [], changed: ["user"] });
      const account = { ...ctx.viewer.account, language };
      return new Answer(userOf({ ...ctx.viewer, account }, ctx), { locale: language });
    },
  };
}

/** A member as their own browser knows them, in a context whose home is theirs. */
export function userOf(member: Member, ctx: Context): User {
  const { account, profile, photos, preferences } = member;
  return {
    profile: profileOf(profile, photos, ctx, { owner: true }),
    email: account.email,
    credits: account.credits,
    paid_user: account.paidUser,
    language: account.language as Language,
    status: account.status === "active" ? "active" : "not_confirmed",
    paused: preferences.paused,
    notifications_disabled: reasonsOf(account.notificationsDisabled),
    unsubscribed: stoppedTypes(account.notificationsDisabled),
    signup_date: new Date(account.createdAt).toISOString(),
    active_discount: activeDiscountOf(member, ctx),
    activated_at: account.activatedAt === null ? null : new Date(account.activatedAt).toISOString(),
    consents_due: consentsDue({ settings: ctx.home.settings, country: profile.country }, account),
    unread_messages: account.unread,
    new_likes: account.newLikes,
  };
}
