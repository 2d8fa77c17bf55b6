import type { SQL } from "drizzle-orm";
import { blocks } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** True when either member blocked the other. */
export const blockedBetween = (one: SQL, other: SQL) => sql`EXISTS (SELECT 1 FROM ${blocks}
  WHERE (${blocks.blockerId} = ${one} AND ${blocks.blockedId} = ${other})
    OR (${blocks.blockerId} = ${other} AND ${blocks.blockedId} = ${one}))`;
