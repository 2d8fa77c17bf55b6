import { phonePhoto } from "#tests/setup/pictures.ts";
import { PUSH_KEY } from "#tests/setup/push-key.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import type { CallName } from "#worker/server/calls.ts";
import { AGE_ROWS } from "./age-permission-rows.ts";
import { CHAT_ROWS } from "./chat-permission-rows.ts";
import { EVENT_ROWS } from "./event-permission-rows.ts";
import type { Line, Outcome } from "./permission-line.ts";
import { TRIP_ROWS } from "./trip-permission-rows.ts";

export const OPEN: Line["outcomes"] = ["ok", "ok", "ok", "ok", "ok"];
const NOT_FOUND: Line["outcomes"] = ["authentication_required", "not_found", "not_found", "not_found", "not_found"];
const EXPIRED: Line["outcomes"] = ["link_expired", "link_expired", "link_expired", "link_expired", "link_expired"];
export const MEMBERS: Line["outcomes"] = ["authentication_required", "ok", "ok", "ok", "ok"];

/** Calls that every role may make. Not taken from the contract: a call that becomes public must fail here. */
export const PUBLIC: ReadonlySet<CallName> = new Set<CallName>([
  "settings",
  "companyinfo",
  "regions",
  "interests",
  "reactivationLink",
  "loginLink",
  "requestReactivation",
  "logout",
  "signupDraft",
  "saveSignupDraft",
  "dropSignupDraft",
  "activationLink",
  "resetLink",
  "passkeyChallenge",
  "mailChangeLink",
  "members",
  "packages",
  "signup",
  "complaint",
  "pictureNotice",
  "withdrawable",
  "withdraw",
]);

const NO_PASSKEY = { id: "nobodys", rawId: "nobodys", type: "public-key" };

/** Inputs, and outcomes of calls that are neither public nor open to every member. */
export const ROWS: Partial<Record<CallName, Line>> = {
  regions: { input: () => ({ country: "NL" }) },
  geocode: { input: () => ({ lat: "52.40", lon: "4.65" }) },
  login: {
    input: ({ anna }) => ({ email: anna.email, password: "not hers" }),
    outcomes: ["login_failed", "login_failed", "login_failed", "login_failed", "login_failed"],
  },
  updateUser: { input: () => ({ language: "en" }) },
  subscribePush: {
    input: ({ anna }) => ({
      endpoint: `https://web.push.apple.com/${anna.email}`,
      keys: { p256dh: PUSH_KEY, auth: "a".repeat(22) },
    }),
  },
  updatePreferences: {
    input: () => ({ notifications: { like: { mail: false } }, privacy: { show_read: true }, limits: { day: 5000 } }),
  },
  resumeMails: { input: () => ({ reason: "fbl" }) },
  unsubscription: { input: () => ({ token: `um${"x".repeat(63)}` }), outcomes: EXPIRED },
  unsubscribe: { input: () => ({ token: `um${"x".repeat(63)}` }), outcomes: EXPIRED },
  // Five wrong passwords, across all calls, lock the account; a missing one is refused but not counted.
  requestExport: {
    input: () => ({ password: "" }),
    outcomes: ["authentication_required", "invalid", "invalid", "invalid", "invalid"],
  },
  exclude: {
    input: () => ({ months: "1", password: "" }),
    outcomes: ["authentication_required", "invalid", "invalid", "invalid", "invalid"],
  },
  offerToStay: { input: () => ({}) },
  deleteAccount: {
    input: () => ({ password: "", reason: "break" }),
    outcomes: ["authentication_required", "invalid", "invalid", "invalid", "invalid"],
  },
  reactivate: { input: () => ({ token: `r${"x".repeat(43)}` }), outcomes: EXPIRED },
  loginByLink: { input: () => ({ token: `l${"x".repeat(43)}` }), outcomes: EXPIRED },
  loginLink: { input: () => ({ token: `l${"x".repeat(43)}` }) },
  reactivationLink: { input: () => ({ token: `r${"x".repeat(43)}` }) },
  requestReactivation: { input: ({ unique }) => ({ email: `gone${unique}@example.org` }) },
  logout: { input: () => ({}), changesPerson: true },
  signup: {
    input: ({ unique }) => signupForm({ email: `s${unique}@example.org`, name: `S${unique}` }),
    changesPerson: true,
  },
  saveSignupDraft: { input: () => ({ step: "gender", values: { gender: "female" } }) },
  acceptConsents: { input: () => ({ terms: true, sensitive_data: true }) },
  invite: { input: () => ({ code: `i${"x".repeat(43)}` }), outcomes: EXPIRED },
  // Sign-up is open here, so invites are forbidden.
  invites: { input: () => ({}), outcomes: ["authentication_required", "forbidden", "forbidden", "forbidden", "forbidden"] },
  createInvite: {
    input: () => ({}),
    outcomes: ["authentication_required", "not_confirmed", "forbidden", "forbidden", "forbidden"],
  },
  revokeInvite: {
    input: () => ({ code: `i${"x".repeat(43)}` }),
    outcomes: ["authentication_required", "forbidden", "forbidden", "forbidden", "forbidden"],
  },
  chooseName: {
    input: ({ unique }) => ({ name: `N${unique}` }),
    outcomes: ["authentication_required", "not_confirmed", "conflict", "conflict", "conflict"],
  },
  keepIntent: { input: ({ anna }) => ({ profile: anna.id, intent: "like" }) },
  activate: { input: () => ({ token: "x".repeat(43) }), outcomes: EXPIRED },
  activation: { input: () => ({}), outcomes: ["authentication_required", "ok", "conflict", "conflict", "conflict"] },
  activationLink: { input: () => ({ token: `a${"x".repeat(43)}` }) },
  correctAddress: {
    input: ({ unique }) => ({ email: `c${unique}@example.org`, password: "not hers" }),
    outcomes: ["authentication_required", "invalid", "conflict", "conflict", "conflict"],
  },
  removeAddress: { input: () => ({ token: `a${"x".repeat(43)}` }), outcomes: EXPIRED },
  requestReset: {
    input: ({ unique }) => ({ email: `nobody${unique}@example.org` }),
    outcomes: ["invalid", "invalid", "invalid", "invalid", "invalid"],
  },
  resetLink: { input: () => ({ token: `r${"x".repeat(43)}` }) },
  resetPassword: {
    input: () => ({ token: `r${"x".repeat(43)}`, password: "seven quiet lakes", password_repeat: "seven quiet lakes" }),
    outcomes: EXPIRED,
  },
  changePassword: {
    input: () => ({ old_password: "not hers", password: "seven quiet lakes", password_repeat: "seven quiet lakes" }),
    outcomes: ["authentication_required", "invalid", "invalid", "invalid", "invalid"],
  },
  newPasskey: {
    input: () => ({ password: "" }),
    outcomes: ["authentication_required", "invalid", "invalid", "invalid", "invalid"],
  },
  addPasskey: {
    input: () => ({ name: "Phone", credential: { ...NO_PASSKEY, response: { clientDataJSON: "e30", attestationObject: "oA" } } }),
    outcomes: ["authentication_required", "passkey_failed", "passkey_failed", "passkey_failed", "passkey_failed"],
  },
  renamePasskey: { input: () => ({ passkey: "nobodys", name: "Phone" }), outcomes: NOT_FOUND },
  removePasskey: {
    input: () => ({ passkey: "nobodys", password: "" }),
    outcomes: ["authentication_required", "invalid", "invalid", "invalid", "invalid"],
  },
  passkeyLogin: {
    input: () => ({
      credential: { ...NO_PASSKEY, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } },
    }),
    outcomes: ["login_failed", "login_failed", "login_failed", "login_failed", "login_failed"],
  },
  // A session of another member is not found.
  endSessions: { input: () => ({ session: "x".repeat(43) }), outcomes: NOT_FOUND },
  requestMailChange: {
    input: ({ unique }) => ({ email: `new${unique}@example.org`, password: "" }),
    outcomes: ["authentication_required", "not_confirmed", "invalid", "invalid", "invalid"],
  },
  mailChangeLink: { input: () => ({ token: `m${"x".repeat(43)}` }) },
  confirmMailChange: { input: () => ({ token: `m${"x".repeat(43)}` }), outcomes: EXPIRED },
  undoMailChange: { input: () => ({ token: `v${"x".repeat(43)}` }), outcomes: EXPIRED },
  repeatMailChange: {
    input: () => ({}),
    outcomes: ["authentication_required", "not_confirmed", "link_expired", "link_expired", "link_expired"],
  },
  member: { input: ({ anna }) => ({ id: anna.id }), outcomes: ["ok", "ok", "ok", "ok", "blocked"] },
  similar: { input: ({ anna }) => ({ id: anna.id }), outcomes: ["ok", "ok", "ok", "ok", "blocked"] },
  // Anna has no locked photos, so nobody pays.
  unlockPhotos: {
    input: ({ anna }) => ({ profile: anna.id }),
    outcomes: ["authentication_required", "ok", "ok", "ok", "blocked"],
  },
  requestPhotoAccess: {
    input: ({ anna }) => ({ profile: anna.id }),
    outcomes: ["authentication_required", "not_confirmed", "conflict", "conflict", "blocked"],
  },
  decidePhotoAccess: {
    input: ({ anna }) => ({ profile: anna.id, granted: true }),
    outcomes: NOT_FOUND,
  },
  saveSearch: { input: () => ({ name: "Near me", hair: "red" }) },
  changeSearch: { input: () => ({ search: "nobodys", name: "Mine" }), outcomes: NOT_FOUND },
  removeSearch: { input: () => ({ search: "nobodys" }), outcomes: NOT_FOUND },
  revokePhotoAccess: { input: ({ anna }) => ({ profile: anna.id }) },
  updateProfile: { input: () => ({ about: "Good at pancakes." }) },
  addPhoto: {
    input: () => ({ file: new File(["words"], "picture.jpg", { type: "image/jpeg" }) }),
    outcomes: ["authentication_required", ...(Array(4).fill("unsupported_media_type") as [Outcome, Outcome, Outcome, Outcome])],
  },
  verification: { input: () => ({}) },
  verify: {
    input: () => ({ file: new File(["words"], "picture.jpg", { type: "image/jpeg" }), agreed: "1" }),
    outcomes: ["authentication_required", "not_confirmed", "conflict", "conflict", "conflict"],
  },
  withdrawVerification: { input: () => ({}) },
  updatePhoto: {
    input: ({ photo }) => ({ id: photo, main: true }),
    outcomes: NOT_FOUND,
  },
  removePhoto: {
    input: ({ photo }) => ({ id: photo }),
    outcomes: NOT_FOUND,
  },
  like: {
    input: ({ anna }) => ({ profile: anna.id }),
    outcomes: ["authentication_required", "not_confirmed", "ok", "ok", "blocked"],
  },
  unlike: { input: ({ anna }) => ({ profile: anna.id }) },
  addPendingLike: {
    input: ({ anna }) => ({ profile: anna.id }),
    outcomes: ["authentication_required", "ok", "conflict", "conflict", "conflict"],
  },
  removePendingLike: { input: ({ anna }) => ({ profile: anna.id }) },
  saveAnswers: { input: () => ({ answers: { pace: "slow" } }) },
  swipe: {
    input: ({ anna }) => ({ profile: anna.id, liked: true }),
    outcomes: ["authentication_required", "not_confirmed", "ok", "ok", "blocked"],
  },
  undoSwipe: { input: () => ({}), outcomes: ["authentication_required", "conflict", "ok", "ok", "conflict"] },
  chat: {
    input: ({ conversation }) => ({ conversation }),
    outcomes: ["authentication_required", "not_found", "ok", "not_found", "not_found"],
  },
  sendMessage: {
    input: ({ anna, unique }) => ({ profile: anna.id, text: "Hello", client_id: `client-${unique}` }),
    outcomes: ["authentication_required", "not_confirmed", "ok", "ok", "blocked"],
  },
  // Nobody but `member` is in the conversation, and Anna has not written there.
  sendPhoto: {
    input: ({ conversation, unique }) => ({ conversation, file: phonePhoto(), client_id: `photo-${unique}` }),
    outcomes: ["authentication_required", "not_confirmed", "not_answered", "not_found", "not_found"],
  },
  // The same, and before anything of the file is read.
  sendVoice: {
    input: ({ conversation, unique }) => ({
      conversation,
      file: phonePhoto(),
      levels: "0".repeat(48),
      client_id: `voice-${unique}`,
    }),
    outcomes: ["authentication_required", "not_confirmed", "not_answered", "not_found", "not_found"],
  },
  // None of the members has this answer. An unconfirmed member has a profile too.
  sayAnswer: {
    input: () => ({ question: "laugh", file: phonePhoto() }),
    outcomes: ["authentication_required", "invalid", "invalid", "invalid", "invalid"],
  },
  removeSpoken: {
    input: () => ({ question: "laugh" }),
    outcomes: ["authentication_required", "invalid", "invalid", "invalid", "invalid"],
  },
  playVoice: { input: ({ conversation }) => ({ conversation, seq: 1 }) },
  gifts: { input: ({ anna }) => ({ profile: anna.id }), outcomes: ["authentication_required", "ok", "ok", "ok", "blocked"] },
  sendGift: {
    input: ({ anna, unique }) => ({ profile: anna.id, gift: "rose", client_id: `gift-${unique}` }),
    outcomes: ["authentication_required", "not_confirmed", "ok", "ok", "blocked"],
  },
  // Of another member.
  showGift: { input: () => ({ id: "nobodys", shown: true }), outcomes: NOT_FOUND },
  readChat: {
    input: ({ conversation }) => ({ conversation, seq: 1 }),
    outcomes: ["authentication_required", "not_found", "ok", "not_found", "not_found"],
  },
  ...{ ...AGE_ROWS, ...CHAT_ROWS, ...EVENT_ROWS },
  complaint: {
    input: () => ({ kind: "illegal_content", text: "There is something that should not be there.", good_faith: true }),
  },
  ...TRIP_ROWS,
  addAcquaintances: { input: () => ({ emails: ["an.old.friend@example.org"] }) },
  // Of an unknown member: a real block would change all later lines.
  block: { input: () => ({ profile: "0".repeat(20) }), outcomes: NOT_FOUND },
  reports: { input: ({ anna }) => ({ kind: "profile", object: anna.id }) },
  report: {
    input: ({ conversation }) => ({ kind: "chat", object: conversation, reason: "scam" }),
    outcomes: ["authentication_required", "not_found", "ok", "not_found", "not_found"],
  },
  decision: { input: () => ({ decision: "nobodys", key: "x" }), outcomes: EXPIRED },
  object: { input: () => ({ decision: "nobodys", key: "x", text: "It was not me who wrote this." }), outcomes: EXPIRED },
  todaySeen: { input: () => ({ of: "visitors" }) },
  unblock: { input: ({ anna }) => ({ profile: anna.id }) },
  removeChat: {
    input: ({ conversation }) => ({ conversation }),
    outcomes: ["authentication_required", "not_found", "ok", "not_found", "not_found"],
  },
  muteChat: {
    input: ({ conversation }) => ({ conversation, muted: true }),
    outcomes: ["authentication_required", "not_found", "ok", "not_found", "not_found"],
  },
  quote: { input: () => ({ package: "c25", method: "card" }) },
  startPayment: { input: () => ({ package: "c25", method: "card" }) },
  directdebit: {
    input: () => ({ step: "verify", mandate: "0".repeat(20), code: "123456" }),
    outcomes: ["authentication_required", "not_confirmed", "not_found", "not_found", "not_found"],
  },
  mandate: { input: () => ({ id: "0".repeat(20) }), outcomes: NOT_FOUND },
  payment: { input: () => ({ id: "0".repeat(20) }), outcomes: NOT_FOUND },
  refundPayment: { input: () => ({ payment: "0".repeat(20), amount: 1 }), outcomes: NOT_FOUND },
  pictureNotice: { input: () => ({ where: "nobody", name: "Anna Bos", email: "anna@example.org", good_faith: "on" }) },
  withdraw: { input: () => ({ name: "Anna", contract: "12", email: "anna@example.org", confirmed: false }) },
  releaseWithdrawal: { input: () => ({ token: "nobody's", orders: [] }), outcomes: EXPIRED },
  forgetMethod: { input: () => ({ stored: "0".repeat(20) }), outcomes: NOT_FOUND },
  // All of them signed up just now.
  discountcode: { input: () => ({ discountcode: "TIMEBONUS25" }), outcomes: ["code_not_found", "ok", "ok", "ok", "ok"] },
};
