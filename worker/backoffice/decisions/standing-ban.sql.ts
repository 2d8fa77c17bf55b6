import type { SQL } from "drizzle-orm";
import { decisions } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const b = aliased(decisions, "b");

/** 1 while a ban of the member stands. */
export function isBanned(member: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${b} WHERE ${b.memberId} = ${member} AND ${b.kind} = 'ban' AND ${b.liftedAt} IS NULL
    AND ${b.outcome} IS NOT 'reversed')`;
}
