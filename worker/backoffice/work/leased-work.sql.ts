import type { SQL } from "drizzle-orm";
import type { workItems } from "#db/schema/index.ts";
import { type Aliased, sql } from "#db/sql.ts";

/** True for work of one staff member: leased, or decided and still undoable. */
export function isLeasedTo(w: Aliased<typeof workItems>, staffId: string, now: number): SQL {
  return sql`${w.leasedBy} = ${staffId} AND ((${w.state} = 'waiting' AND ${w.leasedUntil} > ${now})
    OR (${w.state} = 'decided' AND ${w.effectAt} > ${now}))`;
}
