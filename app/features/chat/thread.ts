import type { Message } from "#worker/chat/chat.contract.ts";

/** A message on its way: it has no number yet, and keeps its client id however often it is tried. */
export interface Pending {
  clientId: string;
  text: string;
  createdAt: string;
  /** Null while it is on its way; else why the server did not take it, which may be different the next time. */
  error: string | null;
  /** No answer came: it goes when the connection is back. */
  waiting?: boolean;
}

/** What an open conversation knows. Plain data: every change is a function of it and what came. */
export interface Thread {
  /** Ascending by seq, each seq once. */
  messages: Message[];
  pending: Pending[];
  older: boolean;
  /** How far the partner has read, and how far one has oneself. */
  partnerReadSeq: number;
  readSeq: number;
}

function lastSeq(thread: Thread): number {
  return thread.messages.at(-1)?.seq ?? 0;
}

/** The last message before the first that is missing: what follows it has to be asked for. */
export function knownSeq({ messages }: Thread): number {
  const missing = messages.findIndex((message, index) => index > 0 && message.seq !== (messages[index - 1] as Message).seq + 1);
  return messages.at(missing < 0 ? -1 : missing - 1)?.seq ?? 0;
}

/** True where messages are missing between those that came. */
export function hasGap(thread: Thread): boolean {
  return knownSeq(thread) < lastSeq(thread);
}

/** Adds messages from wherever they came, twice or out of order; what was pending is not any more. */
export function merge(thread: Thread, came: readonly Message[]): Thread {
  if (came.length === 0) return thread;
  const bySeq = new Map(thread.messages.map((message) => [message.seq, message]));
  for (const message of came) {
    const known = bySeq.get(message.seq);
    // An event can be overtaken by an answer that knows more: a state never goes back.
    bySeq.set(message.seq, known && rank(known) > rank(message) ? known : message);
  }
  const arrived = new Set(came.map((message) => message.client_id));
  return {
    ...thread,
    messages: [...bySeq.values()].sort((a, b) => a.seq - b.seq),
    pending: thread.pending.filter(({ clientId }) => !arrived.has(clientId)),
  };
}

function rank(message: Message): number {
  return ["sent", "delivered", "read"].indexOf(message.state);
}

export function addPending(thread: Thread, pending: Pending): Thread {
  return { ...thread, pending: [...thread.pending.filter(({ clientId }) => clientId !== pending.clientId), pending] };
}

/** Changes what is known of a message on its way, in its place. */
export function markPending(thread: Thread, clientId: string, change: Partial<Pending>): Thread {
  return { ...thread, pending: thread.pending.map((one) => (one.clientId === clientId ? { ...one, ...change } : one)) };
}

export function dropPending(thread: Thread, clientId: string): Thread {
  return { ...thread, pending: thread.pending.filter((one) => one.clientId !== clientId) };
}

/** The partner has read up to `seq`; a smaller one than before says nothing new. */
export function partnerRead(thread: Thread, seq: number): Thread {
  return seq > thread.partnerReadSeq ? { ...thread, partnerReadSeq: seq } : thread;
}

/** The partner's browser has one's own message `seq`, and so all before it. */
export function delivered(thread: Thread, self: string, seq: number): Thread {
  const messages = thread.messages.map((message) =>
    message.sender === self && message.seq <= seq && message.state === "sent"
      ? { ...message, state: "delivered" as const }
      : message,
  );
  return { ...thread, messages };
}

/** How one's own message stands. */
export function stateOf(thread: Thread, message: Message): Message["state"] {
  return message.seq <= thread.partnerReadSeq ? "read" : message.state;
}
