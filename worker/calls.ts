import * as blocks from "./blocks/blocks.contract.ts";
import * as chat from "./chat/chat.contract.ts";
import * as complaints from "./complaints/complaints.contract.ts";
import * as discounts from "./discounts/discounts.contract.ts";
import * as domains from "./domains/domains.contract.ts";
import * as accounts from "./identity/accounts.contract.ts";
import * as exports from "./leaving/export.contract.ts";
import * as leaving from "./leaving/leaving.contract.ts";
import type { Call, Input, Output, RawInput } from "./lib/call.ts";
import { parseInput } from "./lib/parse.ts";
import * as likes from "./likes/likes.contract.ts";
import * as mail from "./mail/mail.contract.ts";
import * as match from "./match/match.contract.ts";
import * as members from "./members/members.contract.ts";
import * as ownProfile from "./members/profile-own.contract.ts";
import * as notifications from "./notifications/notifications.contract.ts";
import * as preferences from "./notifications/preferences.contract.ts";
import * as photos from "./photos/photos.contract.ts";
import * as recovery from "./recovery/recovery.contract.ts";
import * as passkeys from "./sessions/passkeys.contract.ts";
import * as sessions from "./sessions/sessions.contract.ts";
import * as activation from "./signup/activation.contract.ts";
import * as consents from "./signup/consents.contract.ts";
import * as draft from "./signup/draft.contract.ts";
import * as invites from "./signup/invites.contract.ts";
import * as swipe from "./swipe/swipe.contract.ts";
import * as wallet from "./wallet/wallet.contract.ts";

/** Every call of the product, by name. */
export const CALLS = {
  settings: domains.settings,
  companyinfo: domains.companyinfo,
  regions: domains.regions,
  interests: domains.interests,
  login: accounts.login,
  user: accounts.user,
  updateUser: accounts.updateUser,
  subscribePush: notifications.subscribePush,
  preferences: preferences.preferences,
  updatePreferences: preferences.updatePreferences,
  mails: mail.mails,
  resumeMails: mail.resumeMails,
  unsubscription: mail.unsubscription,
  unsubscribe: mail.unsubscribe,
  dataExport: exports.dataExport,
  requestExport: exports.requestExport,
  deleteAccount: leaving.deleteAccount,
  departure: leaving.departure,
  reactivate: leaving.reactivate,
  reactivationLink: leaving.reactivationLink,
  requestReactivation: leaving.requestReactivation,
  logout: accounts.logout,
  signup: accounts.signup,
  activate: activation.activate,
  activationLink: activation.activationLink,
  activation: activation.activation,
  correctAddress: activation.correctAddress,
  removeAddress: activation.removeAddress,
  signupDraft: draft.signupDraft,
  saveSignupDraft: draft.saveSignupDraft,
  dropSignupDraft: draft.dropSignupDraft,
  consents: consents.consents,
  acceptConsents: consents.acceptConsents,
  invite: invites.invite,
  invites: invites.invites,
  createInvite: invites.createInvite,
  revokeInvite: invites.revokeInvite,
  intention: accounts.intention,
  keepIntention: accounts.keepIntention,
  requestReset: accounts.requestReset,
  resetLink: accounts.resetLink,
  resetPassword: accounts.resetPassword,
  changePassword: recovery.changePassword,
  sessions: sessions.sessions,
  endSessions: sessions.endSessions,
  requestMailChange: recovery.requestMailChange,
  mailChangeLink: recovery.mailChangeLink,
  confirmMailChange: recovery.confirmMailChange,
  undoMailChange: recovery.undoMailChange,
  pendingMailChange: recovery.pendingMailChange,
  repeatMailChange: recovery.repeatMailChange,
  cancelMailChange: recovery.cancelMailChange,
  passkeys: passkeys.passkeys,
  newPasskey: passkeys.newPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  passkeyChallenge: passkeys.passkeyChallenge,
  passkeyLogin: passkeys.passkeyLogin,
  members: members.members,
  member: members.member,
  profile: ownProfile.profile,
  updateProfile: ownProfile.updateProfile,
  addPhoto: photos.addPhoto,
  updatePhoto: photos.updatePhoto,
  removePhoto: photos.removePhoto,
  like: likes.like,
  unlike: likes.unlike,
  likes: likes.likes,
  matchFinder: match.matchFinder,
  saveAnswers: match.saveAnswers,
  deck: swipe.deck,
  swipe: swipe.swipe,
  undoSwipe: swipe.undoSwipe,
  autoLike: likes.autoLike,
  blocks: blocks.blocks,
  block: blocks.block,
  unblock: blocks.unblock,
  chats: chat.chats,
  chat: chat.chat,
  sendMessage: chat.sendMessage,
  removeChat: chat.removeChat,
  readChat: chat.readChat,
  complaint: complaints.complaint,
  packages: wallet.packages,
  transactions: wallet.transactions,
  discountcode: discounts.discountcode,
};

export type CallName = keyof typeof CALLS;
export type CallOf<N extends CallName> = (typeof CALLS)[N];
export type CallInput<N extends CallName> = Input<CallOf<N>>;
export type CallOutput<N extends CallName> = Output<CallOf<N>>;

type Raw<N extends CallName> = (input: RawInput<CallOf<N>>) => Promise<CallOutput<N>>;
type Checked<N extends CallName> = (input: CallInput<N>) => Promise<CallOutput<N>>;

/** The product's behaviour, bound to one request: one function a call, answered here or by an upstream. */
export type Backend = { [N in CallName]: Raw<N> };

/** The same for input that the contract has parsed already. */
export type CheckedBackend = { [N in CallName]: Checked<N> };

/** Makes one function a call. `make` is generic: it can not mix the input of one call with the answer of another. */
export function everyCall(make: <N extends CallName>(name: N) => Checked<N>): CheckedBackend {
  return byName(make);
}

/** A backend that parses its input. Its calls throw AppError `invalid` for input that the contract refuses. */
export function parsing(checked: CheckedBackend): Backend {
  return byName(<N extends CallName>(name: N): Raw<N> => {
    const answer: Checked<N> = checked[name];
    return async (input) => answer(parsed<CallOf<N>>(CALLS[name], input));
  });
}

function parsed<C extends Call>(call: C, input: RawInput<C>): Input<C> {
  return parseInput<C["input"]>(call.input, input);
}

/** Untyped inside: TypeScript can not build a mapped type key by key. */
function byName<B>(make: (name: CallName) => B[keyof B]): B {
  const entries = Object.keys(CALLS).map((name) => [name, make(name as CallName)]);
  return Object.fromEntries(entries);
}
