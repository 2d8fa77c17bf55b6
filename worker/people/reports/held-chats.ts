import type { ProofMessage } from "#db/schema/attributes.ts";
import type { ArchivedRange } from "#worker/platform/archived.ts";
import type { HeldChatsStore, HeldMessage } from "./held-chats.store.ts";

/** The last messages of a held chat that its case may see. */
const LAST = 20;

interface Deps {
  store: Pick<HeldChatsStore, "find">;
  archive: { page(conversation: string, range: ArchivedRange): Promise<HeldMessage[]> };
}

export function createHeldChat({ store, archive }: Deps) {
  /** For the case of a waiting report or complaint only. Null if no chat between the two is held. */
  return async function heldChat(one: string, other: string): Promise<ProofMessage[] | null> {
    const chat = await store.find(one, other);
    if (!chat) return null;
    const before = chat.messages[0]?.seq ?? chat.archivedSeq + 1;
    const lacking = LAST - chat.messages.length;
    const older =
      lacking > 0 && chat.archivedSeq > 0
        ? await archive.page(chat.conversation, { after: 0, before, limit: lacking, order: "descending" })
        : [];
    const rows = [...older.reverse(), ...chat.messages].slice(-LAST);
    return rows.map(({ seq, senderId, type, text, createdAt }) => ({
      ...{ seq, sender: senderId, type, text },
      at: new Date(createdAt).toISOString(),
    }));
  };
}
