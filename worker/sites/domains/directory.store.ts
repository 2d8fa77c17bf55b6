import { eq, inArray, ne } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { poolHosts, poolMoves, pools } from "#db/schema/index.ts";

export interface Place {
  /** Null for a host whose pool lives in the first database, or nowhere. */
  database: string | null;
  /** Pools that a move has closed. */
  closed: string[];
}

export function createDirectoryStore(db: Database) {
  return {
    async placeOf(host: string): Promise<Place> {
      const place = db
        .select({ database: pools.database })
        .from(poolHosts)
        .innerJoin(pools, eq(pools.pool, poolHosts.pool))
        .where(eq(poolHosts.host, host));
      const moving = db
        .select({ pool: poolMoves.pool })
        .from(poolMoves)
        .where(inArray(poolMoves.step, ["close", "take", "undo"]));
      const [[found], closed] = await db.batch([place, moving]);
      return { database: found?.database ?? null, closed: closed.map(({ pool }) => pool) };
    },

    /** Databases in which the cron waits: they hold rows of a pool that is closed, or lives elsewhere by now. */
    async resting(): Promise<Set<string>> {
      const rows = await db
        .select({ source: poolMoves.source, target: poolMoves.target, step: poolMoves.step })
        .from(poolMoves)
        .where(ne(poolMoves.step, "copy"));
      return new Set(rows.flatMap(({ source, target, step }) => (step === "clear" ? [source] : [source, target])));
    },
  };
}
