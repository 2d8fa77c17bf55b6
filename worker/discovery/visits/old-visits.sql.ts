import type { SQL } from "drizzle-orm";
import { profiles, swipes, visits } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Finds rows by the indexes of the lists. Neither table has row numbers or an index of times. */
export const OLD_VISITS = {
  table: sql`${profiles}`,
  work(window: SQL, before: number): SQL[] {
    const some = sql`(SELECT ${profiles.id} FROM ${profiles} WHERE ${window})`;
    return [
      sql`DELETE FROM ${visits} INDEXED BY visits_list WHERE ${visits.visitedId} IN ${some} AND ${visits.at} < ${before}`,
      sql`DELETE FROM ${swipes} INDEXED BY swipes_member WHERE ${swipes.memberId} IN ${some} AND ${swipes.at} < ${before}`,
    ];
  },
};
