import type { SQL } from "drizzle-orm";
import { profiles, swipes, visits } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Finds rows by the keys, which begin with a member and a time. Neither table has row numbers or an index of times. */
export const OLD_VISITS = {
  table: sql`${profiles}`,
  work(window: SQL, before: number): SQL[] {
    const some = sql`(SELECT ${profiles.id} FROM ${profiles} WHERE ${window})`;
    return [
      sql`DELETE FROM ${visits} WHERE ${visits.visitedId} IN ${some} AND ${visits.at} < ${before}`,
      sql`DELETE FROM ${swipes} WHERE ${swipes.memberId} IN ${some} AND ${swipes.at} < ${before}`,
    ];
  },
};
