export interface Counters {
  unread_messages: number;
  new_likes: number;
}

/** What the way to the browser reads of a chat's message. */
interface SentMessage {
  id: string;
  sender: string;
  seq: number;
  type: string;
}

/** A signal as the other browser may receive it: the server has stripped every address but the relay's. Decision 147. */
export type CallSignal =
  | { sdp: { type: "offer" | "answer"; sdp: string } }
  /** Null after the last one. */
  | { candidate: CallCandidate | null }
  | { say: CallWord };

interface CallCandidate {
  candidate: string;
  sdpMid: string | null;
  sdpMLineIndex: number | null;
  usernameFragment: string | null;
}

/** `shown`: the sender's picture is no longer blurred. `fresh`: the sender's page was loaded anew. */
export const CALL_WORDS = ["shown", "hidden", "muted", "unmuted", "camera_on", "camera_off", "fresh", "bye"] as const;
export type CallWord = (typeof CALL_WORDS)[number];

/** `M` is the message as the chat's contract has it. */
export type LiveEvent<M extends SentMessage = SentMessage> =
  /** `changed` if an event shortly before may be missing in the page. */
  | { type: "hello"; counters: Counters; changed: boolean }
  | { type: "message"; conversation: string; message: M }
  /** An edit, a reaction, or the reader's own deletion. Null if the sender lacks the reader's view; the browser then fetches it. */
  | { type: "changed"; conversation: string; message: M | null }
  /** Typed on another device of the member; `client` is the text's client id. */
  | { type: "draft"; profile: string; client: string; text: string; reply_to: number | null; version: number }
  | { type: "delivered"; conversation: string; seq: number }
  | { type: "read"; conversation: string; seq: number }
  /** The member's own list changed without a message: a chat was removed or muted. */
  | { type: "chats" }
  /** A block ended the conversation; `own` if this member blocked. */
  | { type: "ended"; conversation: string; own: boolean }
  | { type: "like"; profile: string; match: boolean }
  /** A known member left or returned; a page that shows them fetches them again. */
  | { type: "profile"; profile: string }
  /** A chat partner went away. */
  | { type: "presence"; profile: string; online: boolean }
  | { type: "counters"; counters: Counters }
  /** The sums changed and the sender does not know them: the browser fetches them. */
  | { type: "recount" }
  | { type: "payment"; payment: string }
  /** The member asks for private photos, or has decided about a request. */
  | { type: "photo_access"; profile: string }
  /** A request for private photos, its answer, or a decision about a photo or report. */
  | { type: "news" }
  | { type: "typing"; conversation: string }
  | { type: "call_ring"; call: string; conversation: string; profile: string; name: string; kind: "voice" | "video" }
  /** Another page of the member answered, or it rings no longer: `ended` if the call is over. */
  | { type: "call_taken"; call: string; ended: boolean }
  | { type: "call_answered"; call: string; direct: boolean }
  | { type: "call_ended"; call: string; ending: string }
  /** In order, to the one socket of this member that is in the call. */
  | { type: "signal"; call: string; n: number; data: CallSignal }
  /** The partner's object has stored signals up to `n`; a refused one is acknowledged too. */
  | { type: "signal_ack"; call: string; n: number }
  | { type: "pong" };

export type LiveFrame =
  | { type: "typing"; conversation: string }
  | { type: "read"; conversation: string; seq: number }
  /** Whether this page can be seen; until it says so, it cannot. */
  | { type: "visible" }
  | { type: "hidden" }
  | CallFrame
  | { type: "ping" };

export type CallFrame =
  /** This socket is the call's of this member: it receives the signals after `received`. `device` names the page. */
  | { type: "call_here"; call: string; device: string; received: number }
  /** 1, 2, 3 … of this member in this call; the same one may be sent again. */
  | { type: "signal"; call: string; n: number; data: CallSignal };

export function sameCounters(known: Counters | null, read: Counters): boolean {
  return known?.unread_messages === read.unread_messages && known.new_likes === read.new_likes;
}

export const SNAPSHOTS = ["user", "chats", "likes"] as const;
export type Snapshot = (typeof SNAPSHOTS)[number];

export const CLOSE_LOGGED_OUT = 4403;
/** "Service restart" in the registry of RFC 6455: the browser reconnects, which checks its session. */
export const CLOSE_TRY_AGAIN = 1012;

/** The runtime answers while the object sleeps; it compares both to the letter. */
export const PING = '{"type":"ping"}';
export const PONG = '{"type":"pong"}';
