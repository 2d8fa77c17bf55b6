import type {
  ArchivedRange,
  ArchivedReaction,
  ArchivedRow,
  Hidden,
  Hiding,
  Marked,
  Read,
  Receipt,
  Wanted,
} from "#worker/platform/archived.ts";
import { callObject } from "#worker/platform/call-object.ts";
import { keyIn } from "#worker/platform/databases.ts";
import type { MessageRow } from "./message.sql.ts";

export type MessageArchive = ReturnType<typeof createMessageArchive>;

/** Calls to the objects of old messages. `end` is the conversation's `archived_seq`. */
export function createMessageArchive(
  env: Pick<Env, "ARCHIVE" | "DATABASE">,
  rowOf: (conversation: string, row: ArchivedRow) => MessageRow,
) {
  const { ARCHIVE } = env;
  return {
    async page(conversation: string, range: ArchivedRange): Promise<MessageRow[]> {
      const rows = await callObject(ARCHIVE, conversation, async (object) => object.page(range));
      return rows.map((row) => rowOf(conversation, row));
    },

    async read(conversation: string, wanted: Wanted, end: number): Promise<Read<MessageRow>> {
      const found = await callObject(ARCHIVE, conversation, async (object) => object.read(wanted, end));
      const rowsOf = (rows: ArchivedRow[]) => rows.map((row) => rowOf(conversation, row));
      return { rows: rowsOf(found.rows), quoted: rowsOf(found.quoted), changed: rowsOf(found.changed) };
    },

    async react(conversation: string, reaction: ArchivedReaction, end: number): Promise<MessageRow | null> {
      const row = await callObject(ARCHIVE, conversation, async (object) => object.react(reaction, end));
      return row && rowOf(conversation, row);
    },

    async hide(conversation: string, hiding: Hiding, end: number): Promise<Hidden<MessageRow>> {
      const { message, last, left } = await callObject(ARCHIVE, conversation, async (object) => object.hide(hiding, end));
      return { message: message && rowOf(conversation, message), last: last && rowOf(conversation, last), left };
    },

    async find(conversation: string, senderId: string, clientId: string, end: number): Promise<MessageRow | null> {
      const row = await callObject(ARCHIVE, conversation, async (object) => object.find(senderId, clientId, end));
      return row && rowOf(conversation, row);
    },

    async mark(conversation: string, receipt: Receipt, end: number): Promise<Marked> {
      return callObject(ARCHIVE, conversation, async (object) => object.mark(receipt, end));
    },

    async move(conversation: string, before: number): Promise<number> {
      return callObject(ARCHIVE, conversation, async (object) => object.move(keyIn(env, conversation), before));
    },

    async erase(conversation: string, upToSeq: number, goneId: string | null): Promise<void> {
      await callObject(ARCHIVE, conversation, async (object) => object.erase(upToSeq, goneId));
    },
  };
}
