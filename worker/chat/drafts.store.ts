import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { chatDrafts, messages } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";

const d = aliased(chatDrafts, "d");

export type DraftsStore = ReturnType<typeof createDraftsStore>;

export interface Typed {
  memberId: string;
  otherId: string;
  text: string;
  replyTo: number | null;
  clientId: string;
  /** In ms. */
  at: number;
}

export interface Kept {
  text: string;
  replyTo: number | null;
}

export function createDraftsStore(db: Database) {
  return {
    /** A newer text stays, and a sent one is no draft. Returns what is kept. */
    async save({ memberId, otherId, text, replyTo, clientId, at }: Typed): Promise<Kept | null> {
      const pair = sql`${chatDrafts.memberId} = ${memberId} AND ${chatDrafts.otherId} = ${otherId}`;
      const change =
        text === ""
          ? sql`UPDATE ${chatDrafts} SET ${chatDrafts.text} = '', ${chatDrafts.replyTo} = NULL, ${chatDrafts.updatedAt} = ${at}
              WHERE ${pair} AND ${chatDrafts.updatedAt} <= ${at}`
          : sql`INSERT INTO ${into(chatDrafts, "memberId", "otherId", "text", "replyTo", "updatedAt")}
              SELECT ${memberId}, ${otherId}, ${text}, ${replyTo}, ${at}
              WHERE NOT EXISTS (SELECT 1 FROM ${messages}
                WHERE ${messages.senderId} = ${memberId} AND ${messages.clientId} = ${clientId})
              ON CONFLICT DO UPDATE SET ${chatDrafts.text} = excluded.text, ${chatDrafts.replyTo} = excluded.reply_to,
                ${chatDrafts.updatedAt} = excluded.updated_at
              WHERE excluded.updated_at >= ${chatDrafts}.updated_at`;
      const [, rows] = await rowsOf<[unknown, Kept]>(db, [
        change,
        sql`SELECT ${d.text}, ${d.replyTo} AS replyTo FROM ${d} WHERE ${d.memberId} = ${memberId} AND ${d.otherId} = ${otherId}
          AND ${d.text} <> ''`,
      ]);
      return rows[0] ?? null;
    },
  };
}
