import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { poolHosts, pools } from "#db/schema/index.ts";

export function createDirectoryStore(db: Database) {
  return {
    /** Null for a host whose pool lives here, or nowhere. */
    async databaseOf(host: string): Promise<string | null> {
      const row = await db
        .select({ database: pools.database })
        .from(poolHosts)
        .innerJoin(pools, eq(pools.pool, poolHosts.pool))
        .where(eq(poolHosts.host, host))
        .get();
      return row?.database ?? null;
    },
  };
}
