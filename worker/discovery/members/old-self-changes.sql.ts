import type { SQL } from "drizzle-orm";
import { profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Times that limit nothing any more. The last one is the newest. */
export const OLD_SELF_CHANGES = {
  table: sql`${profiles}`,
  work: (window: SQL, before: number): SQL[] => [
    sql`UPDATE ${profiles} SET ${profiles.selfChanges} = '[]' WHERE ${window}
      AND json_array_length(${profiles.selfChanges}) > 0 AND ${profiles.selfChanges} ->> '$[#-1]' < ${before}`,
  ],
};
