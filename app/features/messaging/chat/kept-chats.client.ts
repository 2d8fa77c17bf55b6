import type { ChatRow, Message } from "#worker/messaging/chat/chat.contract.ts";
import type { CallOutput } from "#worker/server/calls.ts";

interface KeptMessage {
  own: boolean;
  byStaff: boolean | null;
  /** Words only: of a photo its caption, of a gift its note, of a recording what its sender wrote. */
  text: string;
  type: "text" | "gift" | "photo" | "voice";
  at: string;
}

export interface KeptChat {
  id: string;
  profile: string;
  name: string;
  fictional: boolean;
  /** Seq of the last message when the chat was read; 0 once it has changed since. */
  seq: number;
  /** When it was read, in ms. */
  at: number;
  messages: KeptMessage[];
  /** Set by the offline page: up to here the member has read it without a connection. */
  seen?: number;
}

/** What one key of the device's storage holds. public/offline-chats.js reads it. */
export interface Kept {
  /** When the list was read, in ms. */
  at: number;
  chats: KeptChat[];
}

export const KEPT_CHATS = 50;
const KEPT_MESSAGES = 30;
/** In ms: edits and deletions of older messages arrive within it. */
const FRESH = 24 * 3_600_000;

export function keptChat(
  row: ChatRow,
  { messages }: Pick<CallOutput<"chat">, "messages">,
  member: string,
  now: number,
): KeptChat {
  return {
    id: row.conversation.id,
    profile: row.profile.id,
    name: row.profile.name,
    fictional: row.profile.fictional,
    seq: messages.at(-1)?.seq ?? 0,
    at: now,
    messages: messages
      .filter(({ hidden, type }) => !hidden && type !== "system" && type !== "call")
      .slice(-KEPT_MESSAGES)
      .map((message) => keptMessage(message, member)),
  };
}

function keptMessage({ sender, text, type, created_at: at, by_staff }: Message, member: string): KeptMessage {
  return {
    own: sender === member,
    byStaff: by_staff,
    text,
    type: type === "gift" || type === "photo" || type === "voice" ? type : "text",
    at,
  };
}

/** The kept chats of these rows, in their order; a chat that left the list goes. */
export function inOrder(kept: Kept, rows: readonly ChatRow[], now: number): Kept {
  const known = new Map(kept.chats.map((chat) => [chat.id, chat]));
  const chats = rows.slice(0, KEPT_CHATS).flatMap(({ conversation }) => known.get(conversation.id) ?? []);
  return { at: now, chats };
}

/** The rows whose messages are missing or old. */
export function toRead(kept: Kept, rows: readonly ChatRow[], now: number): ChatRow[] {
  const known = new Map(kept.chats.map((chat) => [chat.id, chat]));
  return rows.slice(0, KEPT_CHATS).filter(({ conversation }) => {
    const chat = known.get(conversation.id);
    return !chat || chat.seq !== conversation.last_seq || now - chat.at > FRESH;
  });
}

/** With this chat in place of the one kept before, or without it. */
export function withChat(kept: Kept, id: string, chat: KeptChat | null): Kept {
  const others = kept.chats.filter((one) => one.id !== id);
  return { ...kept, chats: chat ? [...others, chat] : others };
}
