import type { SQL } from "drizzle-orm";
import { sessions } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export const OLD_SESSIONS = {
  table: sql`${sessions}`,
  work: (window: SQL, before: number): SQL[] => [
    sql`DELETE FROM ${sessions} WHERE ${window} AND ${sessions.expiresAt} < ${before}`,
  ],
};
