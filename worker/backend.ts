import { waitUntil } from "cloudflare:workers";
import { connect } from "#db/client.ts";
import { type AccountsDeps, createAccounts } from "./accounts/accounts.ts";
import { createAccountsStore } from "./accounts/accounts.store.ts";
import { reportSecret } from "./api/report-secret.ts";
import { createIdempotencyStore } from "./api/idempotency.store.ts";
import { createConsentsStore } from "./accounts/consents.store.ts";
import { createDraftStore } from "./accounts/draft.store.ts";
import { createInvitesStore } from "./accounts/invites.store.ts";
import { consentsDue } from "./accounts/consents.ts";
import { createActivationStore } from "./accounts/activation.store.ts";
import { createMailChangeStore } from "./accounts/mail-change.store.ts";
import { createPasswordStore } from "./accounts/password.store.ts";
import { createCorrectionStore } from "./accounts/correction.store.ts";
import { createLoginLimits } from "./accounts/login-limits.ts";
import { createResetStore } from "./accounts/reset.store.ts";
import { createPasskeys } from "./accounts/passkeys.ts";
import { createPasskeysStore } from "./accounts/passkeys.store.ts";
import { createSessions } from "./accounts/sessions.ts";
import { createSessionsStore } from "./accounts/sessions.store.ts";
import { createUnconfirmed } from "./accounts/unconfirmed.ts";
import { createUnconfirmedStore } from "./accounts/unconfirmed.store.ts";
import { createSignupStore } from "./accounts/signup.store.ts";
import { createBlocks } from "./blocks/blocks.ts";
import { createBlocksStore } from "./blocks/blocks.store.ts";
import { createChat } from "./chat/chat.ts";
import { createChatStore } from "./chat/chat.store.ts";
import { createComplaints } from "./complaints/complaints.ts";
import { createComplaintsStore } from "./complaints/complaints.store.ts";
import type { CallName, CheckedBackend } from "./calls.ts";
import { CALLS } from "./calls.ts";
import type { Context, MemberContext } from "./context.ts";
import { createDiscounts } from "./discounts/discounts.ts";
import { createDomains } from "./domains/domains.ts";
import { originOf } from "./domains/origin.ts";
import type { Domain, ProxyApi } from "./domains/settings.ts";
import { createDomainsStore } from "./domains/domains.store.ts";
import { regionsOf } from "./domains/regions.ts";
import type { Call } from "./lib/call.ts";
import { AppError } from "./lib/errors.ts";
import { createLikes } from "./likes/likes.ts";
import { createLikesStore } from "./likes/likes.store.ts";
import { setLiveHooks } from "./live/hooks.ts";
import { callInbox, createLive } from "./live/objects.ts";
import { createMatch } from "./match/match.ts";
import { createMatchStore } from "./match/match.store.ts";
import { createMembers } from "./members/members.ts";
import { createNotifications } from "./notifications/notifications.ts";
import { createNotificationsStore } from "./notifications/notifications.store.ts";
import { createPreferences } from "./notifications/preferences.ts";
import { createPreferencesStore } from "./notifications/preferences.store.ts";
import { createMembersStore } from "./members/members.store.ts";
import { createOwnProfile } from "./members/profile-own.ts";
import { createOwnProfileStore } from "./members/profile-own.store.ts";
import { createPhotos } from "./photos/photos.ts";
import { createPhotosStore } from "./photos/photos.store.ts";
import { createPictures } from "./photos/pictures.ts";
import { createSearchStore } from "./members/search.store.ts";
import { createSwipe } from "./swipe/swipe.ts";
import { createSwipeStore } from "./swipe/swipe.store.ts";
import { domainLanguage, languagesFor } from "./edge/language.ts";
import { Answer, type Effects } from "./lib/answer.ts";
import { createArchives } from "./leaving/archives.ts";
import { createErasure } from "./leaving/erasure.ts";
import { createErasureStore } from "./leaving/erasure.store.ts";
import { createExports } from "./leaving/export.ts";
import { createExportStore } from "./leaving/export.store.ts";
import { createLeaving } from "./leaving/leaving.ts";
import { createLeavingStore } from "./leaving/leaving.store.ts";
import { hmac } from "./lib/crypto.ts";
import { createLimits } from "./lib/limits.ts";
import { createTurns } from "./lib/turns.ts";
import { webauthn } from "./lib/webauthn.ts";
import { hashPassword, verifyPassword } from "./lib/password.ts";
import { createMail } from "./mail/mail.ts";
import { createMailStore } from "./mail/mail.store.ts";
import { createMails } from "./mail/mails.ts";
import { createNews } from "./mail/news.ts";
import { createNewsStore } from "./mail/news.store.ts";
import { createReports } from "./mail/reports.ts";
import { createUnsubscribeLinks } from "./mail/unsubscribe.ts";
import { createOutbox } from "./mail/outbox.ts";
import { createOutboxStore } from "./mail/outbox.store.ts";
import { createUpstreamCalls, type Witness } from "./upstream/calls.ts";
import type { Upstream } from "./upstream/upstream.ts";
import { createWallet, currencyOf } from "./wallet/wallet.ts";
import { createWalletStore } from "./wallet/wallet.store.ts";

/** By then (ms) an answer has left. */
const AFTER_ANSWER = 100;

/** The rules of every noun over their stores: made once an isolate, told of each request by its context. */
function createNouns(env: Env) {
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
  const domainsStore = createDomainsStore(db);
  const mails = createMails(outbox.dispatch);
  const mailStore = createMailStore(db);
  const reports = createReports({ store: mailStore, live, secretOf: (provider) => reportSecret(env, provider) });
  const keyedHash = (text: string) => hmac(env.PASSWORD_PEPPER, text);
  const links = createUnsubscribeLinks(keyedHash);
  const activations = createActivationStore(db);
  const drafts = createDraftStore(db);
  const invites = createInvitesStore(db);
  const likesStore = createLikesStore(db);
  const accountsDeps: AccountsDeps = {
    store: accountsStore,
    signups: createSignupStore(db),
    activations,
    corrections: createCorrectionStore(db),
    resets: createResetStore(db),
    passwordStore: createPasswordStore(db),
    mailChanges: createMailChangeStore(db),
    drafts,
    invites,
    consents: createConsentsStore(db),
    target: likesStore.target,
    limits,
    loginLimits: createLoginLimits(limits),
    live,
    passwords: {
      hash: (password) => hashPassword(env.PASSWORD_PEPPER, password),
      verify: (phc, password) => verifyPassword(env.PASSWORD_PEPPER, phc, password),
    },
    keyedHash,
    // A crowd of 30 is through in two seconds: nobody waits longer.
    turns: createTurns({ waiting: 30, waitingPerKey: 3 }),
    mails,
    after: waitUntil,
    later: (work) => waitUntil(scheduler.wait(AFTER_ANSWER).then(work)),
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
  const erasure = createErasure({
    store: createErasureStore(db),
    acquaintances: leavingStore.acquaintances,
    pictures,
    eraseArchives: archives.eraseAll,
    live,
    mails,
    domainOf: domainsStore.findById,
    originOf: originFor,
  });
  const discounts = createDiscounts();
  const likes = createLikes({ store: likesStore, live });
  return {
    domainsStore,
    idempotencyStore: createIdempotencyStore(db),
    accountsStore,
    drafts,
    invites,
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
    sessions: createSessions({ sessions: createSessionsStore(db), live }),
    outbox,
    outboxStore,
    mailStore,
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
      regionsOf: (country) => regionsOf(country).map(({ code }) => code),
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
      currencyOf: ({ domain, country }) => currencyOf(domain.settings, country),
    }),
    chat: createChat({ store: createChatStore(db), live, after: waitUntil }),
    discounts,
    wallet: createWallet({ store: createWalletStore(db), activeDiscount: discounts.active }),
  };
}
type Nouns = ReturnType<typeof createNouns>;

let made: { env: Env; nouns: Nouns } | undefined;

/** The nouns of this isolate. */
export function nounsOf(env: Env): Nouns {
  if (made?.env.DB !== env.DB) made = { env, nouns: createNouns(env) };
  return made.nouns;
}

type Handlers = {
  [N in CallName]?: (ctx: MemberContext, input: never) => unknown;
};

/** Which rule answers which call. */
function handlers(nouns: Nouns): Handlers {
  const { accounts, chat, complaints, discounts, domains, members, ownProfile, likes, match, swipe, wallet } = nouns;
  return {
    settings: (ctx) => domains.settings(ctx),
    companyinfo: (ctx) => domains.companyinfo(ctx),
    regions: (ctx, input) => domains.regions(ctx, input),
    interests: (ctx) => domains.interests(ctx),

    members: (ctx, input) => members.members(ctx, input),
    member: (ctx, input) => members.member(ctx, input),
    profile: (ctx) => ownProfile.profile(ctx),
    updateProfile: (ctx, input) => ownProfile.updateProfile(ctx, input),

    addPhoto: (ctx, input) => nouns.photos.addPhoto(ctx, input),
    updatePhoto: (ctx, input) => nouns.photos.updatePhoto(ctx, input),
    removePhoto: (ctx, input) => nouns.photos.removePhoto(ctx, input),

    like: (ctx, input) => likes.like(ctx, input),
    unlike: (ctx, input) => likes.unlike(ctx, input),
    likes: (ctx, input) => likes.likes(ctx, input),
    autoLike: (ctx) => likes.autoLike(ctx),

    matchFinder: (ctx) => match.matchFinder(ctx),
    saveAnswers: (ctx, input) => match.saveAnswers(ctx, input),

    deck: (ctx) => swipe.deck(ctx),
    swipe: (ctx, input) => swipe.swipe(ctx, input),
    undoSwipe: (ctx) => swipe.undoSwipe(ctx),

    blocks: (ctx, input) => nouns.blocks.blocks(ctx, input),
    block: (ctx, input) => nouns.blocks.block(ctx, input),
    unblock: (ctx, input) => nouns.blocks.unblock(ctx, input),

    chats: (ctx, input) => chat.chats(ctx, input),
    chat: (ctx, input) => chat.chat(ctx, input),
    sendMessage: (ctx, input) => chat.sendMessage(ctx, input),
    removeChat: (ctx, input) => chat.removeChat(ctx, input),
    readChat: (ctx, input) => chat.readChat(ctx, input),

    complaint: (ctx, input) => complaints.complaint(ctx, input),

    packages: (ctx) => wallet.packages(ctx),
    transactions: (ctx, input) => wallet.transactions(ctx, input),
    discountcode: (ctx, input) => discounts.discountcode(ctx, input),

    signup: (ctx, input) => accounts.signup(ctx, input),
    login: (ctx, input) => accounts.login(ctx, input),
    mails: (ctx) => nouns.mail.mails(ctx),
    resumeMails: (ctx, input) => nouns.mail.resumeMails(ctx, input),
    unsubscription: (ctx, input) => nouns.mail.unsubscription(ctx, input),
    unsubscribe: (ctx, input) => nouns.mail.unsubscribe(ctx, input),

    dataExport: (ctx) => nouns.exports.dataExport(ctx),
    requestExport: (ctx, input) => nouns.exports.requestExport(ctx, input),
    deleteAccount: (ctx, input) => nouns.leaving.deleteAccount(ctx, input),
    departure: (ctx) => nouns.leaving.departure(ctx),
    reactivate: (ctx, input) => nouns.leaving.reactivate(ctx, input),
    requestReactivation: (ctx, input) => nouns.leaving.requestReactivation(ctx, input),
    logout: (ctx) => accounts.logout(ctx),
    user: (ctx) => accounts.user(ctx),
    updateUser: (ctx, input) => accounts.updateUser(ctx, input),
    subscribePush: (ctx, input) => nouns.notifications.subscribePush(ctx, input),
    preferences: (ctx) => nouns.preferences.preferences(ctx),
    updatePreferences: (ctx, input) => nouns.preferences.updatePreferences(ctx, input),
    signupDraft: (ctx) => accounts.signupDraft(ctx),
    saveSignupDraft: (ctx, input) => accounts.saveSignupDraft(ctx, input),
    dropSignupDraft: (ctx) => accounts.dropSignupDraft(ctx),
    consents: (ctx) => accounts.consents(ctx),
    acceptConsents: (ctx, input) => accounts.acceptConsents(ctx, input),
    invite: (ctx, input) => accounts.invite(ctx, input),
    invites: (ctx) => accounts.invites(ctx),
    createInvite: (ctx) => accounts.createInvite(ctx),
    revokeInvite: (ctx, input) => accounts.revokeInvite(ctx, input),
    intention: (ctx) => accounts.intention(ctx),
    keepIntention: (ctx, input) => accounts.keepIntention(ctx, input),
    activate: (ctx, input) => accounts.activate(ctx, input),
    activationLink: (ctx, input) => accounts.activationLink(ctx, input),
    activation: (ctx) => accounts.activation(ctx),
    correctAddress: (ctx, input) => accounts.correctAddress(ctx, input),
    removeAddress: (ctx, input) => nouns.unconfirmed.removeAddress(ctx, input),
    requestReset: (ctx, input) => accounts.requestReset(ctx, input),
    resetPassword: (ctx, input) => accounts.resetPassword(ctx, input),
    changePassword: (ctx, input) => accounts.changePassword(ctx, input),

    passkeys: (ctx) => nouns.passkeys.passkeys(ctx),
    newPasskey: (ctx, input) => nouns.passkeys.newPasskey(ctx, input),
    addPasskey: (ctx, input) => nouns.passkeys.addPasskey(ctx, input),
    renamePasskey: (ctx, input) => nouns.passkeys.renamePasskey(ctx, input),
    removePasskey: (ctx, input) => nouns.passkeys.removePasskey(ctx, input),
    passkeyChallenge: (ctx) => nouns.passkeys.passkeyChallenge(ctx),
    passkeyLogin: (ctx, input) => nouns.passkeys.passkeyLogin(ctx, input),

    sessions: (ctx) => nouns.sessions.sessions(ctx),
    endSessions: (ctx, input) => nouns.sessions.endSessions(ctx, input),
    requestMailChange: (ctx, input) => accounts.requestMailChange(ctx, input),
    confirmMailChange: (ctx, input) => accounts.confirmMailChange(ctx, input),
    undoMailChange: (ctx, input) => accounts.undoMailChange(ctx, input),
  };
}

/**
 * The calls answered here, over D1, for one request. `context` is asked for only when a call is made; what a call
 * changes in the browser goes to `carryOut`.
 * @throws AppError: `authentication_required` and `not_confirmed` as the call's access says, and whatever the rule refuses.
 */
function createLocalBackend(env: Env, context: () => Promise<Context>, carryOut: (effects: Effects) => void): CheckedBackend {
  const table = handlers(nounsOf(env));
  const bound = {} as Record<string, (input: unknown) => Promise<unknown>>;
  for (const name of Object.keys(CALLS) as CallName[]) {
    bound[name] = async (input) => {
      const call: Call = CALLS[name];
      const handler = table[name];
      if (!handler) throw new AppError("not_found");
      const ctx = await context();
      if (call.access !== "anyone" && !ctx.viewer) throw new AppError("authentication_required");
      if (call.access === "confirmed" && ctx.viewer?.account.status !== "active") throw new AppError("not_confirmed");
      if (ctx.viewer && needsConsent(call) && consentsDue(ctx, ctx.viewer.account).length > 0)
        throw new AppError("consent_required");
      const answer = await handler(ctx as MemberContext, input as never);
      if (!(answer instanceof Answer)) return answer;
      carryOut(answer.effects);
      return answer.value;
    };
  }
  return bound as unknown as CheckedBackend;
}

/**
 * Whether a call needs that the member agreed to the texts as they are now: what reaches other members, and what hands in
 * more about oneself, does. Reading, leaving, taking back and protecting oneself never depend on it.
 */
function needsConsent(call: Call): boolean {
  return call.access === "confirmed" || call.needsConsent === true;
}

/** The two who may answer, and what each would need to. */
interface Sides {
  context(): Promise<Context>;
  carryOut(effects: Effects): void;
  reach(api: ProxyApi): Upstream;
  witness: Witness;
  requestId: string;
}

/** Decides, once a request and by the domain's settings, who answers: this server or an upstream. */
export function createBackend(env: Env, domain: Domain, sides: Sides): { checked: CheckedBackend; upstream: Upstream | null } {
  if (domain.api.mode === "local") return { checked: createLocalBackend(env, sides.context, sides.carryOut), upstream: null };
  const upstream = sides.reach(domain.api);
  return { checked: createUpstreamCalls(upstream, sides.requestId, sides.witness), upstream };
}

setLiveHooks({
  counters: (env, memberId) => nounsOf(env).accountsStore.counters(memberId),
  partnerOf: (env, memberId, conversation) => nounsOf(env).chat.partnerOf(memberId, conversation),
  read: (env, memberId, conversation, seq) => nounsOf(env).chat.read(memberId, conversation, seq, Date.now()),
});
