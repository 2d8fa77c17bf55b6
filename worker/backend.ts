import { consentsDue } from "./accounts/consents.ts";
import type { CallName, CheckedBackend } from "./calls.ts";
import { CALLS } from "./calls.ts";
import type { Context, MemberContext } from "./context.ts";
import { termsOf } from "./domains/domains.ts";
import type { Domain, ProxyApi } from "./domains/settings.ts";
import { Answer, type Effects } from "./lib/answer.ts";
import type { Call } from "./lib/call.ts";
import { AppError } from "./lib/errors.ts";
import { setLiveHooks } from "./live/hooks.ts";
import { type Nouns, nounsOf } from "./nouns.ts";
import { type CallObserver, createUpstreamCalls } from "./upstream/client.ts";
import type { Upstream } from "./upstream/upstream.ts";

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
    reactivationLink: (ctx, input) => nouns.leaving.reactivationLink(ctx, input),
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
    resetLink: (ctx, input) => accounts.resetLink(ctx, input),
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
    mailChangeLink: (ctx, input) => accounts.mailChangeLink(ctx, input),
    confirmMailChange: (ctx, input) => accounts.confirmMailChange(ctx, input),
    undoMailChange: (ctx, input) => accounts.undoMailChange(ctx, input),
    pendingMailChange: (ctx) => accounts.pendingMailChange(ctx),
    repeatMailChange: (ctx) => accounts.repeatMailChange(ctx),
    cancelMailChange: (ctx) => accounts.cancelMailChange(ctx),
  };
}

/** What refuses a call before its input is read, beside its access: a large input costs whether or not it comes to anything. */
function admissions({ photos }: Nouns): { [N in CallName]?: (ctx: MemberContext) => Promise<void> } {
  return { addPhoto: (ctx) => photos.mayAdd(ctx) };
}

/** The calls of one request, and the question who may make them. */
interface Answering {
  checked: CheckedBackend;
  /**
   * Counts the call where a limit counts it before it is made. To be asked before the input is read, once a call.
   * @throws AppError for a caller who may not make the call, whatever the input is.
   */
  admit(name: CallName): Promise<void>;
}

/**
 * The calls answered here, over D1, for one request. `context` is asked for only when a call is made; what a call
 * changes in the browser goes to `carryOut`.
 * @throws AppError: `authentication_required` and `not_confirmed` as the call's access says, and whatever the rule refuses.
 */
function createLocalBackend(env: Env, context: () => Promise<Context>, carryOut: (effects: Effects) => void): Answering {
  const nouns = nounsOf(env);
  const table = handlers(nouns);
  const first = admissions(nouns);
  const bound = {} as Record<string, (input: unknown) => Promise<unknown>>;
  /** Calls of this request that were admitted and so counted by the `before` rows, and not made yet. */
  const admitted = new Set<CallName>();
  const count = (name: CallName, ctx: Context, only?: "before" | "after") =>
    nouns.callLimits.admit(name, { member: ctx.viewer?.id ?? null, network: ctx.network }, ctx.now, only);

  async function contextFor(call: Call): Promise<Context> {
    const ctx = await context();
    if (call.access !== "anyone" && !ctx.viewer) throw new AppError("authentication_required");
    if (call.access === "confirmed" && ctx.viewer?.account.status !== "active") throw new AppError("not_confirmed");
    if (ctx.viewer && needsConsent(call) && consentsDue(termsOf(ctx), ctx.viewer.account).length > 0)
      throw new AppError("consent_required");
    return ctx;
  }

  for (const name of Object.keys(CALLS) as CallName[]) {
    bound[name] = async (input) => {
      const handler = table[name];
      if (!handler) throw new AppError("not_found");
      const ctx = await contextFor(CALLS[name]);
      await count(name, ctx, admitted.delete(name) ? "after" : undefined);
      const answer = await handler(ctx as MemberContext, input as never);
      if (!(answer instanceof Answer)) return answer;
      carryOut(answer.effects);
      return answer.value;
    };
  }
  return {
    checked: bound as unknown as CheckedBackend,
    async admit(name) {
      const ctx = await contextFor(CALLS[name]);
      await first[name]?.(ctx as MemberContext);
      await count(name, ctx, "before");
      admitted.add(name);
    },
  };
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
  observer: CallObserver;
  requestId: string;
  /** Whether the browser shows a session, valid or not. */
  hasSession(): boolean;
}

/** Decides, once a request and by the domain's settings, who answers: this server or an upstream. */
export function createBackend(env: Env, domain: Domain, sides: Sides): Answering & { upstream: Upstream | null } {
  if (domain.api.mode === "local") return { ...createLocalBackend(env, sides.context, sides.carryOut), upstream: null };
  const upstream = sides.reach(domain.api);
  return {
    checked: createUpstreamCalls(upstream, sides.requestId, sides.observer),
    // Whether the session is good the upstream knows, which reads the input itself.
    async admit(name) {
      if ((CALLS[name] as Call).access !== "anyone" && !sides.hasSession()) throw new AppError("authentication_required");
    },
    upstream,
  };
}

setLiveHooks({
  counters: (env, memberId) => nounsOf(env).accountsStore.counters(memberId),
  partnerOf: (env, memberId, conversation) => nounsOf(env).chat.partnerOf(memberId, conversation),
  read: (env, memberId, conversation, seq) => nounsOf(env).chat.read(memberId, conversation, seq, Date.now()),
});
