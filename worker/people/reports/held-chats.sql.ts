import type { SQL } from "drizzle-orm";
import { complaints, reports } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const r = aliased(reports, "r");
const k = aliased(complaints, "k");

/** A report between the two waits for its decision, or a complaint of one that names the other. */
export function isPending(one: string, other: string): SQL {
  const between = (by: string, about: string) => sql`EXISTS (SELECT 1 FROM ${r}
      WHERE ${r.reporterId} = ${by} AND ${r.reportedId} = ${about} AND ${r.status} = 'open')
    OR EXISTS (SELECT 1 FROM ${k} WHERE ${k.accountId} = ${by} AND ${k.answeredAt} IS NULL AND ${k.closedAt} IS NULL
      AND instr(coalesce(${k.link}, '') || ' ' || ${k.text}, ${about}) > 0)`;
  return sql`(${between(one, other)} OR ${between(other, one)})`;
}
