import type { SQL } from "drizzle-orm";
import { decisions } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";

const s = aliased(decisions, "s");
const KINDS = sql.raw(STRIKES.kinds.map((kind) => `'${kind}'`).join(", "));

/** Number of strikes after `since` (ms) that stand. */
export function strikesOf(member: SQL, since: number): SQL {
  return sql`(SELECT count(*) FROM ${s} WHERE ${s.memberId} = ${member} AND ${s.createdAt} > ${since}
    AND ${s.kind} IN (${KINDS}) AND ${s.outcome} IS NOT 'reversed')`;
}
