import type { SQL } from "drizzle-orm";
import { payments } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export function noteSaid(id: string, now: number): SQL {
  return sql`UPDATE ${payments} SET ${payments.saidAt} = ${now} WHERE ${payments.id} = ${id} AND ${payments.saidAt} IS NULL`;
}

/** Open orders, and as many again that only we have ended. */
export function dueOrders(now: number, limit: number): [SQL, SQL] {
  return [
    sql`SELECT ${payments.id} FROM ${payments} INDEXED BY payments_open
      WHERE ${payments.status} IN ('created', 'pending') AND ${payments.askAt} <= ${now} ORDER BY ${payments.askAt} LIMIT ${limit}`,
    sql`SELECT ${payments.id} FROM ${payments} INDEXED BY payments_ended
      WHERE ${payments.status} IN ('failed', 'cancelled', 'expired') AND ${payments.saidAt} IS NULL AND ${payments.askAt} <= ${now}
      ORDER BY ${payments.askAt} LIMIT ${limit}`,
  ];
}
