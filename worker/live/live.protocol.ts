import type { Message } from "../chat/chat.contract.ts";

/** Sums that the navigation shows. */
export interface Counters {
  unread_messages: number;
  new_likes: number;
}

/** What the member's object sends to that member's browsers. */
export type LiveEvent =
  | { type: "hello"; counters: Counters }
  | { type: "message"; conversation: string; message: Message }
  /** The member's own message has reached a browser of the partner. */
  | { type: "delivered"; conversation: string; seq: number }
  /** The partner has read up to `seq`. */
  | { type: "read"; conversation: string; seq: number }
  /** The conversation is no more, because one of the two blocked the other; `own` where it was this member. */
  | { type: "ended"; conversation: string; own: boolean }
  /** Somebody liked this member; `match` where it is mutual. */
  | { type: "like"; profile: string; match: boolean }
  /** Somebody this member knows has left or come back: whoever shows them asks anew. */
  | { type: "profile"; profile: string }
  | { type: "counters"; counters: Counters }
  /** The sums have changed, and whoever tells it does not know them (an upstream does): the browser asks. */
  | { type: "recount" }
  /** The partner is typing: to be shown for a few seconds. */
  | { type: "typing"; conversation: string }
  | { type: "pong" };

/** What a browser sends. */
export type LiveFrame =
  | { type: "typing"; conversation: string }
  | { type: "read"; conversation: string; seq: number }
  | { type: "ping" };

/** Polled answers that the object keeps until something changes them. */
export const SNAPSHOTS = ["user", "chats", "likes"] as const;
export type Snapshot = (typeof SNAPSHOTS)[number];

/** Close codes of our own: the session is over, the browser asks for a log-in. */
export const CLOSE_LOGGED_OUT = 4403;
/** "Service restart" (RFC 6455 registry): the browser connects again, and then it shows whether its session is still good. */
export const CLOSE_TRY_AGAIN = 1012;

/** Sent by the browser, answered by the runtime while the object sleeps: both are compared to the letter. */
export const PING = '{"type":"ping"}';
export const PONG = '{"type":"pong"}';
