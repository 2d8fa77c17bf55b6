import { getTableColumns, type SQL } from "drizzle-orm";
import { archivedSends, conversations, messages } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { ArchivedRow } from "#worker/platform/archived.ts";
import { GIFT, type MessageRow } from "./message.sql.ts";

const COLUMNS = Object.entries(getTableColumns(messages)).filter(([key]) => key !== "conversationId");

/** All columns of `messages m` but the conversation, as JSON; the object keeps them whole. */
export const ROW = sql`json_object(${sql.raw(COLUMNS.map(([, { name }]) => `'${name}', m.${name}`).join(", "))}, 'gift', ${GIFT})`;

/** A column newer than the archived row gets its default. */
export function messageRowOf(conversationId: string, row: ArchivedRow): MessageRow {
  const values = COLUMNS.map(([key, { name, default: preset }]) => [key, row[name] ?? preset ?? null]);
  const message = Object.fromEntries(values) as Omit<MessageRow, "gift" | "photo" | "quote">;
  return { ...message, conversationId, gift: (row.gift as string) ?? null, photo: null, quote: null };
}

const c = aliased(conversations, "c");

export function archivedSeqOf(conversation: string): SQL {
  return sql`(SELECT ${c.archivedSeq} FROM ${c} WHERE ${c.id} = ${conversation})`;
}

export function wasArchived(senderId: string, clientId: string): SQL {
  return sql`SELECT 1 FROM ${archivedSends} WHERE ${archivedSends.senderId} = ${senderId} AND ${archivedSends.clientId} = ${clientId}`;
}
