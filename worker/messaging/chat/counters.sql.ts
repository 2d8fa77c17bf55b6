import type { SQL } from "drizzle-orm";
import { accounts } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export function countersOf(memberId: string): SQL {
  return sql`SELECT ${accounts.unread} AS unread_messages, ${accounts.newLikes} FROM ${accounts}
    WHERE ${accounts.id} = ${memberId}`;
}
