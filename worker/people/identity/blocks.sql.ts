import type { Column, SQL } from "drizzle-orm";
import { blocks } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

type Party = SQL | Column | string;

/** True when either member blocked the other. */
export const blockedBetween = (one: Party, other: Party) => sql`EXISTS (SELECT 1 FROM ${blocks}
  WHERE (${blocks.blockerId} = ${one} AND ${blocks.blockedId} = ${other})
    OR (${blocks.blockerId} = ${other} AND ${blocks.blockedId} = ${one}))`;
