import type { SQL } from "drizzle-orm";
import type { workItems } from "#db/schema/index.ts";
import { type Aliased, sql } from "#db/sql.ts";

/** In the hands of one staff member: leased, or decided and still to be undone. */
export function isInHand(w: Aliased<typeof workItems>, staffId: string, now: number): SQL {
  return sql`${w.leasedBy} = ${staffId} AND ((${w.state} = 'waiting' AND ${w.leasedUntil} > ${now})
    OR (${w.state} = 'decided' AND ${w.effectAt} > ${now}))`;
}
