import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { HOUR } from "./limits.ts";

/** A pause or jump of this length (ms) makes a clock suspect. */
const GAP = HOUR;

export function createClockStore(db: Database) {
  return {
    /** Records a run; returns how long (ms) the clock has been steady. */
    async steadyFor(work: string, now: number): Promise<number> {
      const row = await db.get<{ since: number }>(sql`INSERT INTO sweeps (name, at, steady_since) VALUES (${work}, ${now}, ${now})
        ON CONFLICT (name) DO UPDATE SET at = excluded.at,
          steady_since = CASE WHEN excluded.at - at BETWEEN 0 AND ${GAP} THEN steady_since ELSE excluded.at END
        RETURNING steady_since AS since`);
      return now - (row?.since ?? now);
    },
  };
}
