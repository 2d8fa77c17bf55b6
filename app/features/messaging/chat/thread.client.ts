import type { Message } from "#worker/messaging/chat/chat.contract.ts";

/** An unsent message. It has no seq yet; the client id stays the same in every attempt. */
export interface Pending {
  clientId: string;
  text: string;
  createdAt: string;
  /** Null while sending; otherwise the server's reason. A retry may give another reason. */
  error: string | null;
  /** No response: the outbox sends it again when the connection is back. */
  waiting?: boolean;
  /** Seq of the quoted message. */
  replyTo?: number;
  /** Object URL, and the share sent, from 0 to 1. */
  photo?: { url: string; share: number };
  /** Object URL of a recording. */
  voice?: string;
}

interface Section {
  messages: Message[];
  older: boolean;
}

/** State of an open conversation. Plain data; every change is a pure function. */
export interface Thread {
  /** Ascending and unique by seq. */
  messages: Message[];
  pending: Pending[];
  older: boolean;
  /** Messages far before the others, shown instead of them; contiguous and ascending. */
  past?: Section | null;
  /** Highest seq read by the partner; `readSeq` is the viewer's. */
  partnerReadSeq: number;
  readSeq: number;
}

function lastSeq(thread: Thread): number {
  return thread.messages.at(-1)?.seq ?? 0;
}

/** The last seq before the first gap; the client requests the messages after it. */
export function knownSeq({ messages }: Thread): number {
  const missing = messages.findIndex((message, index) => index > 0 && message.seq !== (messages[index - 1] as Message).seq + 1);
  return messages.at(missing < 0 ? -1 : missing - 1)?.seq ?? 0;
}

export function hasGap(thread: Thread): boolean {
  return knownSeq(thread) < lastSeq(thread);
}

export function shownIn({ past, messages, older }: Thread): Section {
  return past ?? { messages, older };
}

/** Merges messages in any order, with duplicates. Arrived messages leave `pending`. */
export function merge(thread: Thread, came: readonly Message[]): Thread {
  if (came.length === 0) return thread;
  const { past } = thread;
  // Older messages would leave a gap: only the shown ones change.
  const first = past ? (thread.messages[0]?.seq ?? 0) : 0;
  const known = new Set(past?.messages.map(({ seq }) => seq));
  const old = came.filter(({ seq }) => seq < first && known.has(seq));
  const recent = came.filter(({ seq }) => seq >= first);
  const arrived = new Set(came.map((message) => message.client_id));
  return {
    ...thread,
    messages: recent.length > 0 ? union(thread.messages, recent) : thread.messages,
    past: past && old.length > 0 ? { ...past, messages: union(past.messages, old) } : past,
    pending: thread.pending.filter(({ clientId }) => !arrived.has(clientId)),
  };
}

function union(all: readonly Message[], came: readonly Message[]): Message[] {
  const bySeq = new Map(all.map((message) => [message.seq, message]));
  for (const message of came) {
    const known = bySeq.get(message.seq);
    bySeq.set(message.seq, known ? joined(known, message) : message);
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

export function withOlder(thread: Thread, { messages, older }: Section): Thread {
  if (thread.past) return { ...thread, past: { messages: union(thread.past.messages, messages), older } };
  return { ...merge(thread, messages), older };
}

/** A page after the shown past, which ends where it meets the newest messages. */
export function withNewer(thread: Thread, came: readonly Message[]): Thread {
  const { past, messages } = thread;
  if (!past) return thread;
  const all = union(past.messages, came);
  const meets = (all.at(-1)?.seq ?? 0) + 1 >= (messages[0]?.seq ?? 0);
  if (!meets) return { ...thread, past: { ...past, messages: all } };
  return { ...thread, messages: union(messages, all), older: past.older, past: null };
}

/** Events may arrive out of order: neither a receipt nor a version goes back. */
function joined(known: Message, came: Message): Message {
  const { state, delivered_at, read_at } = rank(known) > rank(came) ? known : came;
  const newer = known.version > came.version ? known : came;
  return { ...newer, photo: photoOf(known, newer), voice: voiceOf(known, newer), state, delivered_at, read_at };
}

/** An event has no links, which belong to one session. */
function photoOf({ photo: known }: Message, { photo: came }: Message): Message["photo"] {
  return known && came?.filename === null && known.state === came.state ? known : came;
}

function voiceOf({ voice: known }: Message, { voice: came }: Message): Message["voice"] {
  return known && came?.filename === null && known.state === came.state ? { ...came, filename: known.filename } : came;
}

/** Messages that are not loaded stay out: they would leave a gap. */
export function mergeChanged(thread: Thread, changed: readonly Message[]): Thread {
  const loaded = new Set([...thread.messages, ...(thread.past?.messages ?? [])].map(({ seq }) => seq));
  return merge(
    thread,
    changed.filter(({ seq }) => loaded.has(seq)),
  );
}

function rank(message: Message): number {
  return ["sent", "delivered", "read"].indexOf(message.state);
}

export function addPending(thread: Thread, pending: Pending): Thread {
  return { ...thread, pending: [...thread.pending.filter(({ clientId }) => clientId !== pending.clientId), pending] };
}

export function markPending(thread: Thread, clientId: string, change: Partial<Pending>): Thread {
  return { ...thread, pending: thread.pending.map((one) => (one.clientId === clientId ? { ...one, ...change } : one)) };
}

export function dropPending(thread: Thread, clientId: string): Thread {
  return { ...thread, pending: thread.pending.filter((one) => one.clientId !== clientId) };
}

/** Ignores a seq below the known one. */
export function partnerRead(thread: Thread, seq: number): Thread {
  return seq > thread.partnerReadSeq ? { ...thread, partnerReadSeq: seq } : thread;
}

/** Marks the viewer's messages up to `seq` as delivered. */
export function delivered(thread: Thread, self: string, seq: number): Thread {
  const messages = thread.messages.map((message) =>
    message.sender === self && message.seq <= seq && message.state === "sent"
      ? { ...message, state: "delivered" as const }
      : message,
  );
  return { ...thread, messages };
}

/** State of one of the viewer's own messages. */
export function stateOf(thread: Pick<Thread, "partnerReadSeq">, message: Message): Message["state"] {
  return message.seq <= thread.partnerReadSeq ? "read" : message.state;
}
