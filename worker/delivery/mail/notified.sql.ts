import type { SQL } from "drizzle-orm";
import { notified, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Finds rows by their key, which begins with a member. There is no index of times. */
export const NOTIFIED = {
  table: sql`${profiles}`,
  work(window: SQL, before: number): SQL[] {
    const some = sql`(SELECT ${profiles.id} FROM ${profiles} WHERE ${window})`;
    return [sql`DELETE FROM ${notified} WHERE ${notified.accountId} IN ${some} AND ${notified.at} < ${before}`];
  },
};
