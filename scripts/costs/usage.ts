import { LOOK_EVERY } from "#worker/delivery/live/visibility.ts";
import { TOUCH_EVERY } from "#worker/people/identity/online.vocabulary.ts";
import type { CallName } from "#worker/server/calls.ts";
import type { cronTasks } from "#worker/server/wiring/cron.ts";

/** Mean cost of one act, counted by `npm run bench -- --only costs`. */
export interface MeasuredCost {
  rowsRead: number;
  rowsWritten: number;
  trips: number;
  objects: number;
  objectRows: number;
  r2Reads: number;
  r2Writes: number;
  kvReads: number;
  kvWrites: number;
  queued: number;
  images: number;
  /** Processor time of the whole local runtime in ms, D1 and objects included. */
  cpuMs: number;
  bytes: number;
}

export type Act =
  | "index"
  | "members"
  | "photo"
  | "profile"
  | "likes"
  | "chats"
  | "chat"
  | "poll"
  | "connect"
  | "like"
  | "swipe"
  | "messageOnline"
  | "messageAway"
  | "read"
  | "react"
  | "today"
  | "draft"
  | "activity"
  | "leave"
  | "login"
  | "upload"
  | "mail";

export interface Measured {
  on: string;
  acts: Record<Act, MeasuredCost>;
  /** One run while nothing is due. */
  cron: MeasuredCost;
  photosOf: Record<"members" | "profile" | "likes" | "chats", number>;
}

/** Assumed: how long a member is here on a day with a visit. */
const MINUTES_HERE = 20;

/** Assumed, not measured: how often a member does something on a day with a visit. */
export const DAY = {
  index: 1,
  members: 8,
  profile: 12,
  likes: 2,
  chats: 4,
  chat: 10,
  poll: 10,
  like: 5,
  swipe: 10,
  messageOnline: 10,
  messageAway: 10,
  /** Of two messages each: who writes 20 receives 20. */
  read: 10,
  react: 2,
  /** What "Today" shows is marked seen. */
  today: 1,
  /** Of 20 texts. The others are sent before a pause in typing, and before their page is left. Decision 156. */
  draft: 5,
  /** The write of the last activity. */
  activity: Math.ceil((MINUTES_HERE * 60_000) / TOUCH_EVERY),
  /** The last page is hidden or closed. */
  leave: 3,
  login: 0.2,
  upload: 0.02,
  /** A mail about a message, with its news, its row and what the queue writes. */
  mail: 1,
} as const;

/** Assumed: of the photos that a page shows, those that the browser does not have yet. */
const NEW_PHOTOS = 0.5;
/** Assumed: a stored photo with its sizes in bytes, and photos a member. */
export const PHOTO_BYTES = 200_000;
export const PHOTOS_A_MEMBER = 3;
/** Messages that one entry of the ledger states, by the day: who opens a chat writes there alone. Decision 108. */
export const RUN = (DAY.messageOnline + DAY.messageAway) / DAY.chat;
/** For the range of a bill: from another chat with each message to long talks with one member. */
export const RUNS = [1, RUN, 5, 20] as const;
/** Bytes in D1, from docs/scale.md. `archived` stays of a message, without 61 a sender: decision 155. Its share of an `entry` follows from the run. */
export const BYTES = { message: 302, archived: 15, entry: 208, member: 2182 } as const;
/** Rows of an entry: itself with two keys, and its lot. */
const ENTRY_ROWS = 4;

/** The line in which the rows of a call are counted that writes on an ordinary day. */
export const LINES: Partial<Record<CallName, Act>> = {
  like: "like",
  swipe: "swipe",
  sendMessage: "messageAway",
  readChat: "read",
  saveDraft: "draft",
  pageHidden: "leave",
  login: "login",
  addPhoto: "upload",
  react: "react",
  todaySeen: "today",
};

/** Calls that read, and write rows all the same: a visit, an opened chat, an announced like. */
export const LOOKS: Partial<Record<CallName, Act>> = { member: "profile", chat: "chat", autoLike: "like" };

/** Calls that write, and that a member makes less than once in ten days: they are in no line. */
export const RARE: readonly CallName[] = [
  ...(["addAcquaintances", "removeAcquaintances", "addTrip", "changeTrip", "removeTrip"] as const),
  ...([
    "block",
    "unblock",
    "removeChat",
    "muteChat",
    "editMessage",
    "hideMessage",
    "sendPhoto",
    "sendVoice",
    "playVoice",
    "sayGoodbye",
    ...(["callPermission", "startCall", "answerCall", "endCall", "renewCall", "reportCall"] as const),
    "answerRequest",
    "attend",
    "leaveEvent",
    "unlike",
  ] as const),
  ...([
    "complaint",
    "pictureNotice",
    "object",
    "report",
    "verify",
    "withdrawVerification",
    "undoSwipe",
    "saveAnswers",
    "updateWishes",
  ] as const),
  ...(["directdebit", "startPayment", "refundPayment", "forgetMethod", "payToSend", "sendWaiting", "unlockPhotos"] as const),
  ...(["withdraw", "releaseWithdrawal"] as const),
  ...([
    "sendGift",
    "showGift",
    "pausePurchases",
    "exclude",
    "requestExport",
    "acceptConsents",
    "beginAgeProof",
    "receiveAgeProof",
    "cancelAgeProof",
    "sendAgeCheck",
    "withdrawAgeCheck",
    "createInvite",
    "revokeInvite",
  ] as const),
  ...(["updatePhoto", "removePhoto", "requestPhotoAccess", "decidePhotoAccess", "revokePhotoAccess", "updateProfile"] as const),
  ...(["sayAnswer", "removeSpoken"] as const),
  ...(["saveSearch", "changeSearch", "removeSearch", "updatePreferences", "subscribePush", "unsubscribePush"] as const),
  ...(["resumeMails", "unsubscribe", "updateUser", "changePassword", "requestReset", "resetPassword", "chooseName"] as const),
  ...(["requestMailChange", "confirmMailChange", "undoMailChange", "repeatMailChange", "cancelMailChange"] as const),
  ...(["loginByLink", "newPasskey", "addPasskey", "renamePasskey", "removePasskey", "passkeyChallenge", "passkeyLogin"] as const),
  // Once a member: sign-up and leaving.
  ...(["signup", "saveSignupDraft", "dropSignupDraft", "keepIntent", "addPendingLike", "removePendingLike"] as const),
  ...(["activate", "activation", "correctAddress", "removeAddress", "endSessions"] as const),
  ...(["offerToStay", "deleteAccount", "reactivate", "requestReactivation"] as const),
];

/** Rows that one act leaves to be written later, read from the statements. The cron writes most of them. */
export const LATER = laterOf(RUN);

function laterOf(run: number): Partial<Record<Act, number>> {
  // The message, and its key among those of archived ones.
  const message = 2 + ENTRY_ROWS / run;
  return {
    // Announced in a dialog, and opened on the profile.
    like: 4,
    profile: 1,
    // The message that it becomes empties it.
    draft: 1,
    swipe: 1,
    login: 1,
    messageOnline: message,
    messageAway: message,
    // Rows written: the recipient is wiped, the mail goes, and two records of announcements.
    mail: 4,
  };
}

/** A member's object looks so often for a page that died. Each look is a call and the row of its alarm. */
const PAGE_LOOKS = (MINUTES_HERE * 60_000) / LOOK_EVERY;

/** The acts for which a task of the cron does its work. All have their look in `cron`, while nothing is due. */
export const TASKS: Record<keyof ReturnType<typeof cronTasks>, readonly Act[] | "rare"> = {
  configuration: [],
  "trusted list": [],
  "mails that are refused": [],
  "people whom members know": "rare",
  trips: "rare",
  "saved searches": ["mail"],
  calls: "rare",
  "message archive": ["messageOnline", "messageAway"],
  "mails that the queue lost": ["mail"],
  // Three rows a run, of all likes of the minute together.
  "news of likes": ["like", "mail"],
  "notification mails": ["mail"],
  "push digests": "rare",
  "sockets of closed sites": "rare",
  "news of sites": "rare",
  "events of sites": "rare",
  "old notices": "rare",
  "old mails": ["mail"],
  "mail reports": "rare",
  "old sessions of staff": "rare",
  "proofs of age": "rare",
  "checks of age": "rare",
  "notices of proofs of age": "rare",
  "idempotency keys": "rare",
  erasure: "rare",
  "uploads without a row": "rare",
  "data exports": "rare",
  "photos of chats": "rare",
  "spoken answers": "rare",
  "work of staff": "rare",
  "searches of notices": "rare",
  "notices of pictures": "rare",
  "credits of fraud": "rare",
  "kept chats": "rare",
  "proofs of reports": "rare",
  verifications: "rare",
  "refused texts": "rare",
  "unconfirmed accounts": "rare",
  "passwords of other systems": "rare",
  "pending likes": "rare",
  "runs of messages": ["messageOnline", "messageAway"],
  // Two rows a run, of all messages of the minute together.
  "figures of messages": [],
  payments: "rare",
  "withdrawals without a purchase": "rare",
  "notices of payments": "rare",
  "what no index finds": ["profile", "swipe", "login", "draft"],
  "waiting messages": "rare",
  invitations: "rare",
  webhooks: "rare",
  "old deliveries of webhooks": "rare",
  "bans of sign-ups": "rare",
  "old links of partners": "rare",
  "old links": "rare",
};

const PAGES = ["members", "profile", "likes", "chats", "chat"] as const;

export function actsOfDay({ photosOf }: Measured): Record<Act, number> {
  const photos =
    NEW_PHOTOS * (["members", "profile", "likes", "chats"] as const).reduce((n, page) => n + DAY[page] * photosOf[page], 0);
  return { ...DAY, photo: photos, connect: PAGES.reduce((sum, page) => sum + DAY[page], 0) };
}

export function sumOfDay(measured: Measured, run: number = RUN): MeasuredCost & { requests: number } {
  const acts = Object.entries(actsOfDay(measured)) as [Act, number][];
  const names = Object.keys(measured.acts.members) as (keyof MeasuredCost)[];
  const sums = names.map((name) => [name, acts.reduce((sum, [act, times]) => sum + times * measured.acts[act][name], 0)]);
  const left = laterOf(run);
  const later = acts.reduce((sum, [act, times]) => sum + times * (left[act] ?? 0), 0);
  const requests = acts.reduce((sum, [, times]) => sum + times, 0);
  const sum = Object.fromEntries(sums) as unknown as MeasuredCost;
  return {
    ...sum,
    rowsWritten: sum.rowsWritten + later,
    objects: sum.objects + PAGE_LOOKS,
    objectRows: sum.objectRows + PAGE_LOOKS,
    requests,
  };
}
