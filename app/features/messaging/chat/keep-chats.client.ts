import { CallError, call } from "#app/live/client.ts";
import { live } from "#app/live/live.client.ts";
import { keptKey, wipeKeptChats } from "#app/ui/kept-chats.ts";
import { deviceStorage, exclusively } from "#app/ui/storage.ts";
import type { ChatRow } from "#worker/messaging/chat/chat.contract.ts";
import { inOrder, KEPT_CHATS, type Kept, keptChat, toRead, withChat } from "./kept-chats.client.ts";

/** Delay in ms after an event: several come together. */
const SETTLE = 5_000;

/** Keeps the chats on this device while a page of the member is open. Only by the member's choice: the key. */
export function keepChats(member: string): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keepNow(member), SETTLE);
  };
  live().listen((event) => {
    if (event.type === "changed") change(member, (kept) => renewed(kept, event.conversation));
    if (event.type === "changed" || event.type === "message" || event.type === "chats") soon();
  });
  void keepNow(member);
}

/** One tab at a time; the others find the chats already kept. */
export async function keepNow(member: string): Promise<void> {
  await exclusively(keptKey(member), async () => {
    if (deviceStorage.read(keptKey(member)) === null) return;
    try {
      await tellSeen(member);
      const rows = await newestRows();
      change(member, (kept) => inOrder(kept, rows, Date.now()));
      const kept = deviceStorage.read<Kept>(keptKey(member));
      for (const row of kept ? toRead(kept, rows, Date.now()) : []) if (!(await keepOne(member, row))) return;
    } catch (error) {
      if (isForbidden(error)) wipeKeptChats();
    }
  });
}

/** Nothing is written after the choice was taken back. False then, and where the device has no room. */
function change(member: string, next: (kept: Kept) => Kept): boolean {
  const key = keptKey(member);
  const kept = deviceStorage.read<Kept>(key);
  return kept !== null && deviceStorage.keep(key, next(kept));
}

async function keepOne(member: string, row: ChatRow): Promise<boolean> {
  const { id } = row.conversation;
  const chat = await call("chat", { conversation: id }, { retries: 1 }).catch(nullIfGone);
  return change(member, (kept) => withChat(kept, id, chat && keptChat(row, chat, member, Date.now())));
}

/** The partner has blocked, or the conversation was deleted: it goes here too. */
function nullIfGone(error: unknown): null {
  if (error instanceof CallError && (error.code === "blocked" || error.code === "not_found")) return null;
  throw error;
}

async function newestRows(): Promise<ChatRow[]> {
  const rows: ChatRow[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await call("chats", cursor ? { cursor } : {}, { retries: 1 });
    rows.push(...page.chats);
    cursor = page.cursor;
  } while (cursor && rows.length < KEPT_CHATS);
  return rows;
}

/** What was read without a connection is read: the other member's tick stays true. */
async function tellSeen(member: string): Promise<void> {
  const { chats } = deviceStorage.read<Kept>(keptKey(member)) ?? { chats: [] };
  for (const { id, seen } of chats) {
    if (!seen) continue;
    const told = await call("readChat", { conversation: id, seq: seen }, { retries: 1 }).catch(nullIfGone);
    change(member, (kept) => (told ? withoutSeen(kept, id) : withChat(kept, id, null)));
  }
}

function withoutSeen(kept: Kept, id: string): Kept {
  return { ...kept, chats: kept.chats.map(({ seen, ...chat }) => (chat.id === id || !seen ? chat : { ...chat, seen })) };
}

function renewed(kept: Kept, id: string): Kept {
  return { ...kept, chats: kept.chats.map((chat) => (chat.id === id ? { ...chat, seq: 0 } : chat)) };
}

/** The session ended, or another member is logged in: nothing stays. */
function isForbidden(error: unknown): boolean {
  return error instanceof CallError && (error.status === 401 || error.status === 403);
}
