import type { Language } from "#locales/languages.ts";
import { decidedPhotos, decidedReports, photoAnswers } from "#worker/accounts/today/news.ts";
import { activeDiscountOf } from "#worker/billing/discounts/built-in.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import { reasonsOf, stoppedKinds } from "#worker/delivery/mail/kinds.ts";
import { profileOf } from "#worker/discovery/members/profile.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import { consentsDue } from "#worker/people/identity/consents-due.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Member, Viewer } from "#worker/people/identity/viewer.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input } from "#worker/platform/call.ts";
import { invalid } from "#worker/platform/errors.ts";
import { termsIn } from "#worker/sites/domains/domains.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { contract, User } from "./user.contract.ts";

interface Deps {
  store: Pick<AccountsStore, "setLanguage">;
  live: Live;
  languagesOf(settings: Settings, country: string): Language[];
}

export function createUser({ store, live, languagesOf }: Deps) {
  return {
    user(ctx: MemberContext): User {
      return userOf(ctx.viewer, ctx);
    },

    /** @throws invalid (unknown_option) */
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

/** `ctx.home` is the member's home domain. */
export function userOf(member: Member & Partial<Pick<Viewer, "push">>, ctx: Context): User {
  const { account, profile, photos, preferences } = member;
  return {
    profile: profileOf(profile, photos, ctx, { owner: true }),
    wanted_name: account.wantedName,
    email: account.email,
    credits: account.credits,
    paid_user: account.paidUser,
    language: account.language as Language,
    status: account.status === "active" ? "active" : "not_confirmed",
    paused: preferences.paused,
    notifications_disabled: reasonsOf(account.notificationsDisabled),
    unsubscribed: stoppedKinds(account.notificationsDisabled),
    signup_date: new Date(account.createdAt).toISOString(),
    activated_at: account.activatedAt === null ? null : new Date(account.activatedAt).toISOString(),
    consents_due: consentsDue(termsIn(ctx.home, profile.country), account),
    age_proof: ctx.age && { when: ctx.age.when, methods: ctx.age.methods, from: ctx.age.from },
    unread_messages: account.unread,
    new_likes: account.newLikes,
    photo_requests: photoRequestsOf(member, ctx),
    news: newsOf(member, ctx),
    push: pushOf(member, ctx),
    active_discount: activeDiscountOf(member, ctx),
  };
}

/** A log-in's answer knows of none: its session is new. */
function pushOf({ push }: Partial<Pick<Viewer, "push">>, { domain }: Pick<Context, "domain">): User["push"] {
  if (!push || !domain.features.push) return "none";
  return push.subscribed ? "subscribed" : push.earned ? "offered" : "none";
}

/** The dot of the bell. */
function newsOf(member: Member, ctx: Context): number {
  const told = [photoAnswers(member, ctx), decidedPhotos(member, ctx.now), decidedReports(member, ctx.now)];
  return told.reduce((sum, { length }) => sum + length, photoRequestsOf(member, ctx));
}

export function photoRequestsOf({ photoRequests }: Member, { domain }: Pick<Context, "domain">): number {
  if (!domain.features.private_photos) return 0;
  return domain.settings.fictional_profiles ? photoRequests.all : photoRequests.real;
}
