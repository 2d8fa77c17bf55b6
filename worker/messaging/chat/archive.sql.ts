import { getTableColumns, type SQL } from "drizzle-orm";
import { isErased } from "#db/erased.ts";
import { archivedKeys, archivedSends, archiveSenders, conversations, messages } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
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
const n = aliased(archiveSenders, "n");

export function archivedSeqOf(conversation: string): SQL {
  return sql`(SELECT ${c.archivedSeq} FROM ${c} WHERE ${c.id} = ${conversation})`;
}

export interface SendKey {
  clientId: string;
  /** Its hash. */
  key: number;
}

export function wasArchived(senderId: string, { clientId, key }: SendKey): SQL {
  return sql`SELECT 1 FROM ${archivedKeys} WHERE ${archivedKeys.key} = ${key} AND ${archivedKeys.sender} =
      (SELECT ${n.id} FROM ${n} WHERE ${n.memberId} = ${senderId})
    UNION ALL SELECT 1 FROM ${archivedSends} WHERE ${archivedSends.senderId} = ${senderId} AND ${archivedSends.clientId} = ${clientId}`;
}

/**
 * What stays of messages that have moved in this transaction, before they are deleted. `keys`: of each its sender and number.
 * An erased sender repeats no request, and gets none.
 */
export function keepKeys(keys: readonly [string, number][], moved: SQL): SQL[] {
  return [
    sql`INSERT INTO ${into(archiveSenders, "memberId")}
      SELECT DISTINCT ${messages.senderId} FROM ${messages} WHERE ${moved}
        AND NOT ${isErased(sql`${messages}.${messages.senderId}`)} ON CONFLICT DO NOTHING`,
    sql`INSERT INTO ${into(archivedKeys, "sender", "key")}
      SELECT ${n.id}, value ->> 1 FROM json_each(${JSON.stringify(keys)}) JOIN ${n} ON ${n.memberId} = value ->> 0
      WHERE EXISTS (SELECT 1 FROM ${messages} WHERE ${moved}) ON CONFLICT DO NOTHING`,
    // A refund looks for the message of an entry by SQL.
    sql`INSERT INTO ${into(archivedSends, "senderId", "clientId")} SELECT ${messages.senderId}, ${messages.clientId} FROM ${messages}
      WHERE ${moved} AND ${messages.price} > 0 AND ${messages.lotId} IS NULL AND ${messages.type} NOT IN ('gift', 'icebreaker')
        AND NOT ${isErased(sql`${messages}.${messages.senderId}`)}
      ON CONFLICT DO NOTHING`,
  ];
}
