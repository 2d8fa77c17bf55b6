import { waitUntil } from "cloudflare:workers";
import { connect } from "#db/client.ts";
import { createIdempotencyStore } from "../api/idempotency.store.ts";
import { reportSecret } from "../api/report-secret.ts";
import { createBlocksStore } from "../blocks/blocks.store.ts";
import { createBlocks } from "../blocks/blocks.ts";
import { createChatStore } from "../chat/chat.store.ts";
import { createChat } from "../chat/chat.ts";
import { createComplaintsStore } from "../complaints/complaints.store.ts";
import { createComplaints } from "../complaints/complaints.ts";
import { createDiscounts } from "../discounts/discounts.ts";
import { createDomainsStore } from "../domains/domains.store.ts";
import { createDomains } from "../domains/domains.ts";
import { originOf } from "../domains/origin.ts";
import { regionsOf } from "../domains/regions.ts";
import type { Domain } from "../domains/settings.ts";
import { domainLanguage, languagesFor } from "../edge/language.ts";
import { createAccountsStore } from "../identity/accounts.store.ts";
import { type AccountsDeps, createAccounts } from "../identity/accounts.ts";
import { createArchives } from "../leaving/archives.ts";
import { createErasureStore } from "../leaving/erasure.store.ts";
import { createErasure } from "../leaving/erasure.ts";
import { createExportStore } from "../leaving/export.store.ts";
import { createExports } from "../leaving/export.ts";
import { createLeavingStore } from "../leaving/leaving.store.ts";
import { createLeaving } from "../leaving/leaving.ts";
import { createCallLimits, UNLIMITED } from "../lib/call-limits.ts";
import { createClockStore } from "../lib/clock.store.ts";
import { hmac, sha256 } from "../lib/crypto.ts";
import { createFairQueue } from "../lib/fair-queue.ts";
import { createLimits } from "../lib/limits.ts";
import { hashPassword, passwordCost, verifyPassword } from "../lib/password.ts";
import { webauthn } from "../lib/webauthn.ts";
import { createLikesStore } from "../likes/likes.store.ts";
import { createLikes } from "../likes/likes.ts";
import { callInbox, createLive } from "../live/objects.ts";
import { createMailStore } from "../mail/mail.store.ts";
import { createMail } from "../mail/mail.ts";
import { createMails } from "../mail/mails.ts";
import { createNewsStore } from "../mail/news.store.ts";
import { createNews } from "../mail/news.ts";
import { createOutboxStore } from "../mail/outbox.store.ts";
import { createOutbox } from "../mail/outbox.ts";
import { createReports } from "../mail/reports.ts";
import { createUnsubscribeLinks } from "../mail/unsubscribe.ts";
import { createMatchStore } from "../match/match.store.ts";
import { createMatch } from "../match/match.ts";
import { createStandingStore } from "../media/standing.store.ts";
import { createMediaStanding } from "../media/standing.ts";
import { createMembersStore } from "../members/members.store.ts";
import { createMembers } from "../members/members.ts";
import { createOwnProfileStore } from "../members/profile-own.store.ts";
import { createOwnProfile } from "../members/profile-own.ts";
import { createSearchStore } from "../members/search.store.ts";
import { createNotificationsStore } from "../notifications/notifications.store.ts";
import { createNotifications } from "../notifications/notifications.ts";
import { createPreferencesStore } from "../notifications/preferences.store.ts";
import { createPreferences } from "../notifications/preferences.ts";
import { createPhotosStore } from "../photos/photos.store.ts";
import { createPhotos } from "../photos/photos.ts";
import { createPictures } from "../photos/pictures.ts";
import { createMailChangeStore } from "../recovery/mail-change.store.ts";
import { createPasswordStore } from "../recovery/password.store.ts";
import { createResetStore } from "../recovery/reset.store.ts";
import { createLoginLimits } from "../sessions/login-limits.ts";
import { createPasskeysStore } from "../sessions/passkeys.store.ts";
import { createPasskeys } from "../sessions/passkeys.ts";
import { createSessionsStore } from "../sessions/sessions.store.ts";
import { createSessions } from "../sessions/sessions.ts";
import { createActivationStore } from "../signup/activation.store.ts";
import { createConsentsStore } from "../signup/consents.store.ts";
import { createCorrectionStore } from "../signup/correction.store.ts";
import { createDraftStore } from "../signup/draft.store.ts";
import { DRAFT_MAX_AGE } from "../signup/draft.ts";
import { createInvitesStore } from "../signup/invites.store.ts";
import { createSignupStore } from "../signup/signup.store.ts";
import { createUnconfirmedStore } from "../signup/unconfirmed.store.ts";
import { createUnconfirmed } from "../signup/unconfirmed.ts";
import { createSwipeStore } from "../swipe/swipe.store.ts";
import { createSwipe } from "../swipe/swipe.ts";
import { createWalletStore } from "../wallet/wallet.store.ts";
import { createWallet, currencyOf } from "../wallet/wallet.ts";

/** By then (ms) an answer has left. */
const AFTER_ANSWER = 100;

const realTime = { now: Date.now, wait: (ms: number) => scheduler.wait(ms) };

/** The rules of every noun over their stores: made once an isolate, told of each request by its context. */
function createServices(env: Env) {
  const db = connect(env.DB);
  const live = createLive(env);
  const limits = createLimits(env.LIMITS, env.PASSWORD_PEPPER);
  const accountsStore = createAccountsStore(db);
  const outboxStore = createOutboxStore(db, { keepBodies: __LOCAL__ });
  const outbox = createOutbox({
    store: outboxStore,
    send: (message) => env.MAILER.send(message),
    returned: (mail) => reports.returned(mail),
    enqueue: (ids) => env.MAIL_QUEUE.sendBatch(ids.map((id) => ({ body: { id } }))),
  });
  const domainsStore = createDomainsStore(db, { local: __LOCAL__ });
  const mails = createMails(outbox.dispatch);
  const mailStore = createMailStore(db);
  const reports = createReports({ store: mailStore, live, secretOf: (provider) => reportSecret(env, provider) });
  const keyedHash = (text: string) => hmac(env.PASSWORD_PEPPER, text);
  const links = createUnsubscribeLinks(keyedHash);
  const activations = createActivationStore(db);
  const sessionsStore = createSessionsStore(db);
  const drafts = createDraftStore(env.VISITORS, DRAFT_MAX_AGE);
  const invites = createInvitesStore(db);
  const mailChanges = createMailChangeStore(db);
  const likesStore = createLikesStore(db);
  const cost = __LOCAL__ ? passwordCost(env.PASSWORD_COST) : undefined;
  const accountsDeps: AccountsDeps = {
    store: accountsStore,
    signups: createSignupStore(db),
    activations,
    corrections: createCorrectionStore(db),
    resets: createResetStore(db),
    sessions: sessionsStore,
    passwordStore: createPasswordStore(db),
    mailChanges,
    drafts,
    invites,
    consents: createConsentsStore(db),
    target: likesStore.target,
    limits,
    loginLimits: createLoginLimits(limits, realTime),
    live,
    passwords: {
      hash: (password) => hashPassword(env.PASSWORD_PEPPER, password, cost),
      verify: (phc, password) => verifyPassword(env.PASSWORD_PEPPER, phc, password, cost),
    },
    keyedHash,
    // A crowd of 30 is through in two seconds: nobody waits longer.
    passwordQueue: createFairQueue({ clock: realTime, maxWaiting: 30, maxWaitingPerKey: 3 }),
    mails,
    after: waitUntil,
    later: (work) => waitUntil(scheduler.wait(AFTER_ANSWER).then(work)),
    domainOf: domainsStore.findById,
    regionsOf,
    languagesOf: languagesFor,
    bringBack: async (ctx, email) => void (await leaving.requestReactivation(ctx, { email })),
  };
  const accounts = createAccounts(accountsDeps);
  const photosStore = createPhotosStore(db);
  const pictures = createPictures(env.PHOTOS, env.IMAGES);
  const leavingStore = createLeavingStore(db);
  const leaving = createLeaving({ ...accountsDeps, leaving: leavingStore });
  const archives = createArchives(env.PHOTOS);
  const preferencesStore = createPreferencesStore(db);
  const originFor = (domain: Domain) => originOf(domain, env.LOCAL_PORT);
  const clock = createClockStore(db);
  const erasure = createErasure({
    store: createErasureStore(db),
    acquaintances: leavingStore.acquaintances,
    pictures,
    eraseArchives: archives.eraseAll,
    steadyFor: (now) => clock.steadyFor("erasure", now),
    live,
    mails,
    domainOf: domainsStore.findById,
    originOf: originFor,
  });
  const discounts = createDiscounts();
  const likes = createLikes({ store: likesStore, live, limits });
  return {
    limits,
    callLimits: __LOCAL__ && env.CALL_LIMITS === "off" ? UNLIMITED : createCallLimits(limits, waitUntil),
    domainsStore,
    idempotencyStore: createIdempotencyStore(db),
    accountsStore,
    drafts,
    invites,
    mailChanges,
    accounts,
    leaving,
    exports: createExports({
      ...accountsDeps,
      store: createExportStore(db),
      archives,
      memberOf: leavingStore.member,
      domainOf: domainsStore.findById,
      originOf: originFor,
    }),
    mails,
    passkeys: createPasskeys({ ...accountsDeps, passkeys: createPasskeysStore(db), webauthn }),
    sessions: createSessions({ sessions: sessionsStore, live }),
    outbox,
    outboxStore,
    mailStore,
    media: createMediaStanding({ store: createStandingStore(db), hash: sha256 }),
    mail: createMail({ store: mailStore, links, mails, limits, live }),
    reports,
    news: createNews({
      store: createNewsStore(db),
      mails,
      links,
      domainOf: (id) => domainsStore.findById(id),
      originOf: (domain) => originOf(domain, env.LOCAL_PORT),
      isOnline: (memberId) => callInbox(env, memberId, async (inbox) => inbox.online()),
    }),
    live,
    domains: createDomains({ regionsOf, languageOf: domainLanguage }),
    members: createMembers({
      store: createMembersStore(db),
      search: createSearchStore(db),
      live,
      limits,
      regionsOf: (country) => regionsOf(country).map(({ code }) => code),
      keyedHash,
    }),
    ownProfile: createOwnProfile({ store: createOwnProfileStore(db), live, regionsOf }),
    photosStore,
    photos: createPhotos({ store: photosStore, pictures, limits, live }),
    erasure,
    unconfirmed: createUnconfirmed({
      store: createUnconfirmedStore(db),
      activations,
      newActivation: accounts.newActivation,
      mails,
      steadyFor: (now) => clock.steadyFor("unconfirmed", now),
      erase: (id, now) => erasure.erase(id, now),
      domainOf: domainsStore.findById,
      originOf: originFor,
    }),
    complaints: createComplaints({ store: createComplaintsStore(db), limits, mails }),
    blocks: createBlocks({ store: createBlocksStore(db), live }),
    likes,
    match: createMatch({ store: createMatchStore(db) }),
    swipe: createSwipe({ store: createSwipeStore(db), like: likes.like, unlike: likes.unlike }),
    notifications: createNotifications({ store: createNotificationsStore(db) }),
    preferencesStore,
    preferences: createPreferences({
      store: preferencesStore,
      live,
      currencyOf,
    }),
    chat: createChat({ store: createChatStore(db), live, after: waitUntil }),
    discounts,
    wallet: createWallet({ store: createWalletStore(db), activeDiscount: discounts.active }),
  };
}
export type Services = ReturnType<typeof createServices>;

let made: { env: Env; services: Services } | undefined;

/** The services of this isolate. */
export function servicesOf(env: Env): Services {
  if (made?.env.DB !== env.DB) made = { env, services: createServices(env) };
  return made.services;
}
