import { call } from "#app/live/client.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import { merge, type Thread } from "./thread.client.ts";

const ABOVE = 25;
/** A place further back is shown without the messages between it and the newest. */
const FURTHEST = 400;

/** Loads what shows a message before `first`. Null if there is none. @throws CallError */
export async function changeFor(conversation: string, seq: number, first: number): Promise<((now: Thread) => Thread) | null> {
  if (first - seq > FURTHEST) {
    const section = await call("chat", { conversation, before: seq + ABOVE });
    return (now) => (section.messages.length > 0 ? { ...now, past: section } : now);
  }
  const came: Message[] = [];
  for (let after = Math.max(0, seq - ABOVE); after < first - 1; ) {
    const answer = await call("chat", { conversation, after });
    const last = answer.messages.at(-1);
    if (!last) return null;
    came.push(...answer.messages);
    after = last.seq;
  }
  return (now) => ({ ...merge({ ...now, past: null }, came), older: (came[0]?.seq ?? 1) > 1 });
}
