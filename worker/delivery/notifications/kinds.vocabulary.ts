import type { WAITING_MAILS } from "#db/schema/attributes.ts";
import { CHANNELS, type Channel } from "#worker/people/preferences/preferences.vocabulary.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { Feature } from "#worker/sites/domains/features.vocabulary.ts";

/** Kinds of the rows that triggers write, see db/triggers/delivery.sql. */
export type NewsKind = (typeof WAITING_MAILS)[number];
/** Kinds whose mail waits until the member is away. A gift is news of its conversation: its row is one of kind `message`. */
export type WaitingKind = NewsKind | "gift";
/** Settings page: from people, about what the member did, about the account. */
export const GROUPS = ["people", "own", "account"] as const;
export type Sum = "unread" | "requests" | "newLikes" | "newInSearches" | "photoRequests" | "photoAnswers";

interface OptionalMail {
  template: string;
  /** Names the kind in unsubscribe links, which never expire. */
  letter: string;
  /** It is 0 once the member has seen the news. */
  unseen: Sum | null;
}

/** `spacing` (ms) is the minimum time between two mails. The mail names `names` members or searches. */
interface WaitingMail extends OptionalMail {
  unseen: Sum;
  spacing: number;
  names: number;
}

interface Push {
  /** `member` names the other one if the receiver wants names. `own` is a text of the kind. `news` says no more. */
  text: "member" | "own" | "news";
  /** A notification replaces a shown one of the same tag. */
  tag(subject: string): string;
  urgent?: true;
  /** Sent during quiet hours too. */
  wakes?: true;
}

interface Kind {
  group: (typeof GROUPS)[number];
  /** Place on the settings page; groups do not mix. */
  order: number;
  /** Channels that members cannot switch off. The others are on until the member switches them off. */
  always: readonly Channel[];
  /** Sent even during a pause. */
  inBreak?: true;
  /** Without this feature the domain sends nothing of the kind. */
  feature?: Feature;
  /** By mail alone, and off until the member agrees: decision 126. */
  consent?: true;
  /** Null: news about several subjects. */
  path(subject: string | null): string;
  push: Push;
  /** Null: mails of the kind are mandatory. */
  mail: OptionalMail | WaitingMail | null;
}

/** All that differs between kinds of notifications, except the queries for what is new and the texts. */
const TABLE = {
  message: {
    group: "people",
    order: 1,
    always: ["in_app"],
    path: pathOfChat,
    push: { text: "member", tag: tagOfChat, urgent: true },
    mail: { template: "unread_message", letter: "m", unseen: "unread", spacing: HOUR, names: 3 },
  },
  request: {
    group: "people",
    order: 2,
    always: ["in_app"],
    path: () => "/chats/requests",
    push: { text: "news", tag: tagOfChat },
    mail: { template: "new_request", letter: "q", unseen: "requests", spacing: DAY, names: 3 },
  },
  match: {
    group: "people",
    order: 5,
    always: [],
    path: () => "/likes/matches",
    push: { text: "member", tag: () => "likes" },
    mail: { template: "new_match", letter: "t", unseen: "newLikes", spacing: HOUR, names: 3 },
  },
  like: {
    group: "people",
    order: 4,
    always: [],
    path: () => "/likes/received",
    push: { text: "member", tag: () => "likes" },
    mail: { template: "new_like", letter: "l", unseen: "newLikes", spacing: DAY, names: 3 },
  },
  search: {
    group: "own",
    order: 8,
    always: ["in_app"],
    path: () => "/searches",
    push: { text: "news", tag: () => "search" },
    mail: { template: "new_in_search", letter: "s", unseen: "newInSearches", spacing: DAY, names: 100 },
  },
  photo: {
    group: "own",
    order: 9,
    always: ["in_app"],
    feature: "staff",
    path: () => "/profile",
    push: { text: "news", tag: () => "photo" },
    // The mail about a photo that was not approved is mandatory: DSA article 17.
    mail: { template: "photo_approved", letter: "p", unseen: null },
  },
  payment: {
    group: "account",
    order: 11,
    always: ["mail", "in_app"],
    inBreak: true,
    feature: "payments",
    path: () => "/transactions",
    push: { text: "own", tag: () => "payment" },
    mail: null,
  },
  security: {
    group: "account",
    order: 12,
    always: ["mail", "in_app"],
    inBreak: true,
    path: (page) => `/settings/${page || "devices"}`,
    push: { text: "own", tag: () => "security", urgent: true, wakes: true },
    mail: null,
  },
  gift: {
    group: "people",
    order: 3,
    always: ["in_app"],
    feature: "gifts",
    path: pathOfChat,
    push: { text: "member", tag: tagOfChat, urgent: true },
    mail: { template: "new_gift", letter: "g", unseen: "unread", spacing: HOUR, names: 3 },
  },
  photo_request: {
    group: "people",
    order: 6,
    always: ["in_app"],
    feature: "private_photos",
    path: () => "/settings/photo-access",
    push: { text: "member", tag: () => "photo-request" },
    mail: { template: "photo_request", letter: "r", unseen: "photoRequests", spacing: DAY, names: 3 },
  },
  photo_answer: {
    group: "people",
    order: 7,
    always: ["in_app"],
    feature: "private_photos",
    path: (owner) => (owner === null ? "/notifications" : `/members/${owner}`),
    push: { text: "member", tag: () => "photo-answer" },
    mail: { template: "photo_answer", letter: "v", unseen: "photoAnswers", spacing: HOUR, names: 3 },
  },
  report: {
    group: "own",
    order: 10,
    // Whoever reports is told of the decision: DSA article 16(5).
    always: ["mail", "in_app"],
    feature: "reports",
    path: () => "/settings/reports",
    push: { text: "news", tag: () => "report" },
    mail: null,
  },
  site_news: {
    group: "account",
    order: 13,
    always: [],
    consent: true,
    path: () => "/settings/consents",
    // Nothing sends one.
    push: { text: "news", tag: () => "site-news" },
    mail: { template: "site_news", letter: "n", unseen: null },
  },
} as const satisfies Record<string, Kind> & Record<WaitingKind, Kind & { mail: WaitingMail }>;

function pathOfChat(conversation: string | null): string {
  return conversation === null ? "/chats" : `/chats/${conversation}`;
}

function tagOfChat(conversation: string): string {
  return `chat-${conversation}`;
}

export type NotificationKind = keyof typeof TABLE;
type KindsWhere<W> = { [K in NotificationKind]: (typeof TABLE)[K] extends W ? K : never }[NotificationKind];
export type OptionalKind = KindsWhere<{ mail: object }>;
export type NamedKind = KindsWhere<{ push: { text: "member" } }>;
export type WaitingTemplate = (typeof TABLE)[WaitingKind]["mail"]["template"];

export const NOTIFICATIONS: Readonly<Record<NotificationKind, Kind>> = TABLE;
export const NOTIFICATION_KINDS = Object.keys(TABLE) as [NotificationKind, ...NotificationKind[]];
/** Kinds whose mails a member may switch off, in display order. */
export const OPTIONAL = NOTIFICATION_KINDS.filter((kind) => TABLE[kind].mail !== null) as [OptionalKind, ...OptionalKind[]];

/** Kinds that earlier clients and upstreams name. Nothing was ever sent for them. */
export const RETIRED_KINDS = ["offers"] as const;
/** Kinds that upstreams of the first version know. */
export const FIRST_KINDS = ["message", "match", "like", "photo", "payment", "security"] as const satisfies NotificationKind[];

/** Whether it needs a consent of its own, which no other choice gives. */
export function isByConsent(kind: NotificationKind): boolean {
  return NOTIFICATIONS[kind].consent === true;
}

export function waitingMail<K extends WaitingKind>(kind: K): (typeof TABLE)[K]["mail"] {
  return TABLE[kind].mail;
}

export function optionalMail<K extends OptionalKind>(kind: K): OptionalMail {
  return TABLE[kind].mail;
}

export function isNamed(kind: NotificationKind): kind is NamedKind {
  return TABLE[kind].push.text === "member";
}

export function isOwn(kind: NotificationKind): kind is KindsWhere<{ push: { text: "own" } }> {
  return TABLE[kind].push.text === "own";
}

export function byKind<T>(of: (kind: NotificationKind) => T): Record<NotificationKind, T> {
  return Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, of(kind)])) as Record<NotificationKind, T>;
}

export function byChannel<T>(of: (channel: Channel) => T): Record<Channel, T> {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, of(channel)])) as Record<Channel, T>;
}
