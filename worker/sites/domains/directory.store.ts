import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { poolHosts, pools } from "#db/schema/index.ts";

export function createDirectoryStore(db: Database) {
  return {
    /** The database of the host's pool. Null for one that lives in the first database, or nowhere. */
    async placeOf(host: string): Promise<string | null> {
      const place = await db
        .select({ database: pools.database })
        .from(poolHosts)
        .innerJoin(pools, eq(pools.pool, poolHosts.pool))
        .where(eq(poolHosts.host, host))
        .get();
      return place?.database ?? null;
    },
  };
}
