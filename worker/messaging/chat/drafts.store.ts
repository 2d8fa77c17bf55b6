import type { Database } from "#db/client.ts";
import { type Built, onlyWhere, prepared } from "#db/raw.ts";
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
  /** When it was typed, in ms. */
  at: number;
  now: number;
  /** Version of the newest draft that the device has shown; undefined overwrites any. */
  replaces: number | undefined;
  /** An earlier request may have saved it. */
  resent?: boolean | undefined;
}

interface SavedDraft {
  text: string;
  replyTo: number | null;
  version: number;
  clientId: string;
}

export interface Saving {
  saved: SavedDraft | null;
  /** False where nothing was written: the same text, an older one, or over an unseen one. */
  changed: boolean;
}

export function createDraftsStore(db: Database) {
  return {
    /** A newer text stays, an unseen one too, and a sent one is no draft. */
    async save(
      { memberId, otherId, text, replyTo, clientId, at, now, replaces, resent }: Typed,
      unchanged: Built[] = [],
    ): Promise<Saving> {
      const pair = sql`${chatDrafts.memberId} = ${memberId} AND ${chatDrafts.otherId} = ${otherId}`;
      const isLater = sql`${chatDrafts}.typed_at <= ${at}`;
      // An ended draft keeps the time of its last saving, which is not before its typing.
      const isNew = resent ? sql`${chatDrafts}.updated_at < ${at}` : isLater;
      const mayReplace =
        replaces === undefined
          ? isLater
          : sql`CASE WHEN ${chatDrafts}.text = '' THEN ${isNew} WHEN ${chatDrafts}.client_id = ${clientId} THEN ${isLater}
              ELSE ${chatDrafts}.updated_at <= ${replaces} END`;
      const version = sql`max(${now}, ${chatDrafts}.updated_at + 1)`;
      const change =
        text === ""
          ? onlyWhere(
              unchanged,
              sql`UPDATE ${chatDrafts} SET ${chatDrafts.text} = '', ${chatDrafts.replyTo} = NULL, ${chatDrafts.updatedAt} = ${version},
                ${chatDrafts.typedAt} = ${at}
              WHERE ${pair} AND ${chatDrafts}.text <> '' AND ${mayReplace}`,
              sql`RETURNING 1`,
            )
          : onlyWhere(
              unchanged,
              sql`INSERT INTO ${into(chatDrafts, "memberId", "otherId", "text", "replyTo", "updatedAt", "typedAt", "clientId")}
              SELECT ${memberId}, ${otherId}, ${text}, ${replyTo}, ${now}, ${at}, ${clientId}
              WHERE NOT EXISTS (SELECT 1 FROM ${messages}
                WHERE ${messages.senderId} = ${memberId} AND ${messages.clientId} = ${clientId})`,
              sql`ON CONFLICT DO UPDATE SET ${chatDrafts.text} = excluded.text, ${chatDrafts.replyTo} = excluded.reply_to,
                ${chatDrafts.updatedAt} = ${version}, ${chatDrafts.typedAt} = excluded.typed_at,
                ${chatDrafts.clientId} = excluded.client_id
              WHERE ${mayReplace}
                AND (${chatDrafts}.text <> excluded.text OR ${chatDrafts}.reply_to IS NOT excluded.reply_to)
              RETURNING 1`,
            );
      const newest = sql`SELECT ${d.text}, ${d.replyTo} AS replyTo, ${d.updatedAt} AS version, ${d.clientId} AS clientId
          FROM ${d} WHERE ${d.memberId} = ${memberId} AND ${d.otherId} = ${otherId} AND ${d.text} <> ''`;
      const [changed, saved] = await db.$client.batch([prepared(db, change), prepared(db, newest)]);
      return { saved: (saved?.results[0] as SavedDraft | undefined) ?? null, changed: changed?.results.length === 1 };
    },
  };
}
