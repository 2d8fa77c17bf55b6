import type { CALLS } from "./calls.ts";
import type { Implements } from "./context.ts";
import type { Services } from "./wiring/index.ts";

/** Which rule answers which call. */
export function handlers(services: Services): Implements<typeof CALLS> {
  const { accounts, chat, complaints, discounts, domains, members, ownProfile, likes, match, swipe, wallet } = services;
  return {
    settings: (ctx) => domains.settings(ctx),
    companyinfo: (ctx) => domains.companyinfo(ctx),
    regions: (ctx, input) => domains.regions(ctx, input),
    interests: (ctx) => domains.interests(ctx),

    members: (ctx, input) => members.members(ctx, input),
    member: (ctx, input) => members.member(ctx, input),
    profile: (ctx) => ownProfile.profile(ctx),
    updateProfile: (ctx, input) => ownProfile.updateProfile(ctx, input),

    addPhoto: (ctx, input) => services.photos.addPhoto(ctx, input),
    updatePhoto: (ctx, input) => services.photos.updatePhoto(ctx, input),
    removePhoto: (ctx, input) => services.photos.removePhoto(ctx, input),

    like: (ctx, input) => likes.like(ctx, input),
    unlike: (ctx, input) => likes.unlike(ctx, input),
    likes: (ctx, input) => likes.likes(ctx, input),
    autoLike: (ctx) => likes.autoLike(ctx),

    matchFinder: (ctx) => match.matchFinder(ctx),
    saveAnswers: (ctx, input) => match.saveAnswers(ctx, input),

    deck: (ctx) => swipe.deck(ctx),
    swipe: (ctx, input) => swipe.swipe(ctx, input),
    undoSwipe: (ctx) => swipe.undoSwipe(ctx),

    blocks: (ctx, input) => services.blocks.blocks(ctx, input),
    block: (ctx, input) => services.blocks.block(ctx, input),
    unblock: (ctx, input) => services.blocks.unblock(ctx, input),

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
    mails: (ctx) => services.mail.mails(ctx),
    resumeMails: (ctx, input) => services.mail.resumeMails(ctx, input),
    unsubscription: (ctx, input) => services.mail.unsubscription(ctx, input),
    unsubscribe: (ctx, input) => services.mail.unsubscribe(ctx, input),

    dataExport: (ctx) => services.exports.dataExport(ctx),
    requestExport: (ctx, input) => services.exports.requestExport(ctx, input),
    deleteAccount: (ctx, input) => services.leaving.deleteAccount(ctx, input),
    departure: (ctx) => services.leaving.departure(ctx),
    reactivationLink: (ctx, input) => services.leaving.reactivationLink(ctx, input),
    reactivate: (ctx, input) => services.leaving.reactivate(ctx, input),
    requestReactivation: (ctx, input) => services.leaving.requestReactivation(ctx, input),
    logout: (ctx) => accounts.logout(ctx),
    user: (ctx) => accounts.user(ctx),
    updateUser: (ctx, input) => accounts.updateUser(ctx, input),
    subscribePush: (ctx, input) => services.notifications.subscribePush(ctx, input),
    preferences: (ctx) => services.preferences.preferences(ctx),
    updatePreferences: (ctx, input) => services.preferences.updatePreferences(ctx, input),
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
    removeAddress: (ctx, input) => services.unconfirmed.removeAddress(ctx, input),
    requestReset: (ctx, input) => accounts.requestReset(ctx, input),
    resetLink: (ctx, input) => accounts.resetLink(ctx, input),
    resetPassword: (ctx, input) => accounts.resetPassword(ctx, input),
    changePassword: (ctx, input) => accounts.changePassword(ctx, input),

    passkeys: (ctx) => services.passkeys.passkeys(ctx),
    newPasskey: (ctx, input) => services.passkeys.newPasskey(ctx, input),
    addPasskey: (ctx, input) => services.passkeys.addPasskey(ctx, input),
    renamePasskey: (ctx, input) => services.passkeys.renamePasskey(ctx, input),
    removePasskey: (ctx, input) => services.passkeys.removePasskey(ctx, input),
    passkeyChallenge: (ctx) => services.passkeys.passkeyChallenge(ctx),
    passkeyLogin: (ctx, input) => services.passkeys.passkeyLogin(ctx, input),

    sessions: (ctx) => services.sessions.sessions(ctx),
    endSessions: (ctx, input) => services.sessions.endSessions(ctx, input),
    requestMailChange: (ctx, input) => accounts.requestMailChange(ctx, input),
    mailChangeLink: (ctx, input) => accounts.mailChangeLink(ctx, input),
    confirmMailChange: (ctx, input) => accounts.confirmMailChange(ctx, input),
    undoMailChange: (ctx, input) => accounts.undoMailChange(ctx, input),
    pendingMailChange: (ctx) => accounts.pendingMailChange(ctx),
    repeatMailChange: (ctx) => accounts.repeatMailChange(ctx),
    cancelMailChange: (ctx) => accounts.cancelMailChange(ctx),
  };
}
