import type { Message } from "#worker/messaging/chat/chat.contract.ts";

/** In ms: messages of one sender within this time are a group with one time at its end. */
const GROUP = 5 * 60_000;
const CHUNK = 50;

export function isGroup(one: Message | undefined, next: Message | undefined): boolean {
  if (!one || !next || one.sender !== next.sender) return false;
  return Date.parse(next.created_at) - Date.parse(one.created_at) < GROUP;
}

export interface ChunkOf {
  key: number;
  messages: Message[];
}

/** Splits messages by fixed seq bounds. Reuses the arrays of `before` that did not change, for memoised components. */
export function chunksOf(messages: readonly Message[], before: readonly ChunkOf[]): ChunkOf[] {
  const known = new Map(before.map((chunk) => [chunk.key, chunk]));
  const chunks: ChunkOf[] = [];
  for (const message of messages) {
    const key = Math.floor(message.seq / CHUNK);
    const last = chunks.at(-1);
    if (last?.key === key) last.messages.push(message);
    else chunks.push({ key, messages: [message] });
  }
  return chunks.map((chunk) => {
    const old = known.get(chunk.key);
    return old && isSame(old.messages, chunk.messages) ? old : chunk;
  });
}

function isSame(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}

/** Seq of the partner's first message after `readSeq`. */
export function firstUnread(messages: readonly Message[], partner: string, readSeq: number): number | null {
  return messages.find(({ seq, sender }) => seq > readSeq && sender === partner)?.seq ?? null;
}
