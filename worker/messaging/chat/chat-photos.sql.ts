import type { SQL } from "drizzle-orm";
import { chatPhotos, messages, participants } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { anyHides } from "./receipts.sql.ts";

const m = aliased(messages, "m");
const me = aliased(participants, "me");

/** The file of a message: a picture, or a recording, which the partner hears at once. */
export interface NewPicture {
  key: string;
  width: number | null;
  height: number | null;
  preview: string | null;
  hash: PhotoHash | null;
  voice?: { duration: number; levels: string; container: "webm" | "m4a" };
}

const PICTURE = sql`json_object('key', ${chatPhotos.key}, 'status', ${chatPhotos}.${chatPhotos.status},
  'width', ${chatPhotos.width}, 'height', ${chatPhotos.height}, 'preview', ${chatPhotos.preview},
  'duration', ${chatPhotos.duration}, 'levels', ${chatPhotos.levels}, 'playedAt', ${chatPhotos.playedAt})`;

export function photosOf(ids: string[]): SQL {
  return sql`SELECT ${chatPhotos.id}, ${PICTURE} AS photo FROM ${chatPhotos}
    WHERE ${chatPhotos.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

export function photoAt(conversation: string, seq: number): SQL {
  return sql`SELECT ${PICTURE} AS photo FROM ${chatPhotos}
    WHERE ${chatPhotos.conversationId} = ${conversation} AND ${chatPhotos.seq} = ${seq}`;
}

export const PHOTO = sql`(SELECT ${PICTURE}
  FROM ${chatPhotos} WHERE ${m.type} IN ('photo', 'voice') AND ${chatPhotos}.${chatPhotos.id} = ${m.id})`;

const WRITTEN = [
  "id",
  "key",
  "senderId",
  "conversationId",
  "seq",
  "clientId",
  "status",
  "width",
  "height",
  "preview",
  "duration",
  "levels",
  "container",
] as const;

/** The receiver of a recording has played it: its sender, the first time. Nothing is noted where one of them hides reading. */
export function played(memberId: string, conversation: string, seq: number, now: number): SQL {
  return sql`UPDATE ${chatPhotos} SET ${chatPhotos.playedAt} = ${now} WHERE ${chatPhotos.conversationId} = ${conversation}
    AND ${chatPhotos.seq} = ${seq} AND ${chatPhotos.senderId} <> ${memberId} AND ${chatPhotos.duration} IS NOT NULL
    AND ${chatPhotos}.${chatPhotos.status} = 'active' AND ${chatPhotos.playedAt} IS NULL
    AND EXISTS (SELECT 1 FROM ${me} WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId}
      AND ${me.removedSeq} < ${seq} AND NOT ${anyHides("showRead")} AND NOT ${blockedBetween(memberId, me.otherId)})
    RETURNING ${chatPhotos.senderId} AS sender`;
}

/** `sent` is the condition of one message. */
export function addPhoto({ key, width, height, preview, voice }: NewPicture, sent: SQL): SQL {
  return sql`INSERT INTO ${into(chatPhotos, ...WRITTEN, "createdAt")}
    SELECT ${messages.id}, ${key}, ${messages.senderId}, ${messages.conversationId}, ${messages.seq}, ${messages.clientId},
      ${voice ? "active" : "inspection"}, ${width}, ${height}, ${preview}, ${voice?.duration ?? null}, ${voice?.levels ?? null},
      ${voice?.container ?? null}, ${messages.createdAt}
    FROM ${messages} WHERE ${sent}`;
}
