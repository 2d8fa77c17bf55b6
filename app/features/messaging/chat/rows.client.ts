import type { ChatRow, Message } from "#worker/messaging/chat/chat.contract.ts";

export interface Rows {
  chats: ChatRow[];
  cursor: string | null;
}

const idOf = ({ conversation }: ChatRow) => conversation.id;
const timeOf = ({ last_message: last }: ChatRow) => last?.created_at ?? "";

function newestFirst(a: ChatRow, b: ChatRow): number {
  return timeOf(b).localeCompare(timeOf(a)) || idOf(b).localeCompare(idOf(a));
}

/** Takes over a new first page. Rows below it stay; rows that it should hold but does not were removed. */
export function withNewest(known: Rows, read: Rows): Rows {
  const first = { ...read, chats: withoutOlder(known, read.chats) };
  const newest = new Set(first.chats.map(idOf));
  const overlap = known.chats.some((row) => newest.has(idOf(row)));
  // Without an overlap, chats may be missing between the two.
  if (!first.cursor || !overlap) return { chats: first.chats, cursor: first.cursor };
  const last = timeOf(first.chats.at(-1) as ChatRow);
  const below = known.chats.filter((row) => !newest.has(idOf(row)) && timeOf(row) <= last);
  return { chats: [...first.chats, ...below], cursor: below.length > 0 ? known.cursor : first.cursor };
}

/** `texts`: what this device has not saved yet, by partner. An empty one was deleted. */
export function withDrafts(known: Rows, texts: ReadonlyMap<string, string>): Rows {
  const isOwn = ({ profile }: ChatRow) => texts.has(profile.id);
  if (!known.chats.some(isOwn)) return known;
  const draftOf = ({ profile }: ChatRow) => texts.get(profile.id)?.trim().slice(0, LINE) || null;
  return { ...known, chats: known.chats.map((row) => (isOwn(row) ? { ...row, draft: draftOf(row) } : row)) };
}

/** A message may have come after the page was read: no row goes back. */
function withoutOlder(known: Rows, chats: ChatRow[]): ChatRow[] {
  const before = new Map(known.chats.map((row) => [idOf(row), row]));
  const isOld = (row: ChatRow) => (before.get(idOf(row))?.conversation.last_seq ?? 0) > row.conversation.last_seq;
  return chats.some(isOld) ? chats.map((row) => (isOld(row) ? (before.get(idOf(row)) ?? row) : row)).sort(newestFirst) : chats;
}

/** Adds the page at the cursor `asked`. The list may have begun anew meanwhile: between the two, chats would be missing. */
export function withOlder(known: Rows, page: Rows, cursor: string): Rows {
  if (known.cursor !== cursor) return known;
  const shown = new Set(known.chats.map(idOf));
  return { chats: [...known.chats, ...page.chats.filter((row) => !shown.has(idOf(row)))], cursor: page.cursor };
}

/** A message moves its chat to the top. Null if the chat is not loaded. `open`: the reader sees this conversation. */
export function withMessage(known: Rows, message: Message, self: string, open: string | undefined): Rows | null {
  const row = known.chats.find((one) => idOf(one) === message.conversation);
  if (!row) return null;
  if (message.seq <= row.conversation.last_seq) return known;
  const own = message.sender === self;
  const line = lineOf(message);
  const changed: ChatRow = {
    ...row,
    conversation: { ...row.conversation, last_seq: message.seq },
    // An own message was the draft, as a rule. A further one comes with the next list.
    draft: own ? null : row.draft,
    num_unread_messages: own || idOf(row) === open || !isNews(message) ? row.num_unread_messages : row.num_unread_messages + 1,
    last_message: {
      text: line,
      gift: message.gift,
      photo: message.type === "photo" && line === "",
      voice: message.type === "voice" && line === "",
      call: message.call,
      own,
      by_staff: message.by_staff,
      created_at: message.created_at,
    },
  };
  return { ...known, chats: [changed, ...known.chats.filter((one) => one !== row)].sort(newestFirst) };
}

export function withPresence(known: Rows, profile: string, online: boolean): Rows {
  const chats = known.chats.map((row) => (row.profile.id === profile ? { ...row, profile: { ...row.profile, online } } : row));
  return { ...known, chats };
}

export function unreadIn({ chats }: Rows): number {
  return chats.reduce((sum, row) => sum + row.num_unread_messages, 0);
}

export function isLastWord(known: Rows, conversation: string, message: Message | null): boolean {
  const row = known.chats.find((one) => idOf(one) === conversation);
  return row !== undefined && (message === null || message.seq >= row.conversation.last_seq);
}

/** A call that was talked or declined is known to both. A message of an earlier upstream tells of none. */
function isNews({ call }: Message): boolean {
  return !call || call.outcome === "missed";
}

const LINE = 200;

function lineOf({ type, text }: Message): string {
  return type === "gift" ? "" : text.slice(0, LINE).replace(/\s+/g, " ");
}
