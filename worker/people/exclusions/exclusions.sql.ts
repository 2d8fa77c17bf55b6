import type { SQL } from "drizzle-orm";
import { exclusions } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export type Scope = "purchases" | "access";

/** The end in ms of the longest exclusion of one of these hashes; null for none. Purchases are refused by either scope. */
export function excludedUntil(pool: string, hashes: readonly string[], scope: Scope, now: number): SQL {
  return sql`(SELECT max(${exclusions.until}) FROM ${exclusions} INDEXED BY exclusions_print
    WHERE ${exclusions.pool} = ${pool} AND ${exclusions.print} IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))
      AND ${exclusions.until} > ${now} AND (${scope} = 'purchases' OR ${exclusions.scope} = ${scope}))`;
}
