import type { SQL } from "drizzle-orm";
import { chatPhotos, messages } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";

const m = aliased(messages, "m");

export interface NewPicture {
  key: string;
  width: number;
  height: number;
  preview: string | null;
  hash: PhotoHash | null;
}

const PICTURE = sql`json_object('key', ${chatPhotos.key}, 'status', ${chatPhotos}.${chatPhotos.status},
  'width', ${chatPhotos.width}, 'height', ${chatPhotos.height}, 'preview', ${chatPhotos.preview})`;

export function photosOf(ids: string[]): SQL {
  return sql`SELECT ${chatPhotos.id}, ${PICTURE} AS photo FROM ${chatPhotos}
    WHERE ${chatPhotos.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

export function photoAt(conversation: string, seq: number): SQL {
  return sql`SELECT ${PICTURE} AS photo FROM ${chatPhotos}
    WHERE ${chatPhotos.conversationId} = ${conversation} AND ${chatPhotos.seq} = ${seq}`;
}

export const PHOTO = sql`(SELECT ${PICTURE}
  FROM ${chatPhotos} WHERE ${m.type} = 'photo' AND ${chatPhotos}.${chatPhotos.id} = ${m.id})`;

const WRITTEN = ["id", "key", "senderId", "conversationId", "seq", "clientId", "status", "width", "height", "preview"] as const;

/** `sent` is the condition of one message. */
export function addPhoto({ key, width, height, preview }: NewPicture, sent: SQL): SQL {
  return sql`INSERT INTO ${into(chatPhotos, ...WRITTEN, "createdAt")}
    SELECT ${messages.id}, ${key}, ${messages.senderId}, ${messages.conversationId}, ${messages.seq}, ${messages.clientId},
      'inspection', ${width}, ${height}, ${preview}, ${messages.createdAt}
    FROM ${messages} WHERE ${sent}`;
}
