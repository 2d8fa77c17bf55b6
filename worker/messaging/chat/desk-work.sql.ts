import type { SQL } from "drizzle-orm";
import { dailyFigures, workItems } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import type { Draft } from "./new-message.sql.ts";

/** In ms. */
const DAY = 86_400_000;

const COLUMNS = ["id", "kind", "objectId", "memberId", "domainId", "pool", "createdAt", "dueAt"] as const;

/** A message to a fictional profile waits for staff: one item for a conversation, whatever else it has. Counted by day. */
export function deskWork({ desk, senderId, now }: Draft, conversation: string, written: SQL): SQL[] {
  if (!desk) return [];
  return [
    sql`INSERT INTO ${into(workItems, ...COLUMNS)}
      SELECT ${desk.item}, 'desk', ${conversation}, ${senderId}, ${desk.domainId}, ${desk.pool}, ${now}, ${now + DAY} WHERE ${written}
      ON CONFLICT DO NOTHING`,
    sql`INSERT INTO ${into(dailyFigures, "domainId", "day", "name", "value")}
      SELECT ${desk.domainId}, ${Math.floor(now / DAY)}, 'desk_messages', 1 WHERE ${written}
      ON CONFLICT DO UPDATE SET value = value + 1`,
  ];
}
