import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { heldChats, heldMessages } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { HELD_AT_MOST } from "./reports.vocabulary.ts";

const h = aliased(heldChats, "h");
const m = aliased(heldMessages, "m");

export interface HeldMessage {
  seq: number;
  senderId: string;
  type: string;
  text: string;
  createdAt: number;
}

export type HeldChatsStore = ReturnType<typeof createHeldChatsStore>;

export function createHeldChatsStore(db: Database) {
  return {
    /** For the case of a waiting report or complaint only. Null if no chat between the two is held. */
    async find(one: string, other: string) {
      const [first, second] = one < other ? [one, other] : [other, one];
      const [heads, rows] = await rowsOf<[{ conversation: string; archivedSeq: number }, HeldMessage]>(db, [
        sql`SELECT ${h.id} AS conversation, ${h.archivedSeq} AS archivedSeq FROM ${h}
          WHERE ${h.memberA} = ${first} AND ${h.memberB} = ${second} ORDER BY ${h.heldAt} DESC LIMIT 1`,
        sql`SELECT ${selected(m, ["seq", "senderId", "type", "text", "createdAt"])} FROM ${m}
          WHERE ${m.conversationId} = (SELECT ${h.id} FROM ${h}
            WHERE ${h.memberA} = ${first} AND ${h.memberB} = ${second} ORDER BY ${h.heldAt} DESC LIMIT 1) ORDER BY ${m.seq}`,
      ]);
      return heads[0] ? { ...heads[0], messages: rows } : null;
    },

    /** For the cron. Idempotent. */
    async sweep(now: number): Promise<void> {
      await rowsOf(db, [sql`DELETE FROM ${heldChats} WHERE ${heldChats.heldAt} < ${now - HELD_AT_MOST}`]);
    },
  };
}
