import type { Database } from "#db/client.ts";
import { sweeps } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { HOUR } from "./durations.ts";

/** A pause or jump of this length (ms) makes a clock suspect. */
const GAP = HOUR;

export function createClockStore(db: Database) {
  return {
    /** Records a run; returns how long (ms) the clock has been steady. */
    async steadyFor(work: string, now: number): Promise<number> {
      const row = await db.get<{ since: number }>(sql`
        INSERT INTO ${into(sweeps, "name", "at", "steadySince")} VALUES (${work}, ${now}, ${now})
        ON CONFLICT (${sweeps.name}) DO UPDATE SET ${sweeps.at} = excluded.${sweeps.at},
          ${sweeps.steadySince} = CASE WHEN excluded.${sweeps.at} - ${sweeps.at} BETWEEN 0 AND ${GAP}
            THEN ${sweeps.steadySince} ELSE excluded.${sweeps.at} END
        RETURNING ${sweeps.steadySince} AS since`);
      return now - (row?.since ?? now);
    },
  };
}
