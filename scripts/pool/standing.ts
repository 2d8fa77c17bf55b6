import type { D1Database } from "@cloudflare/workers-types";
import { StoreError } from "#scripts/database.ts";

/** While a pool moves, its domains are in two databases, and neither copy may be changed. @throws StoreError */
export async function mustStand(primary: Pick<D1Database, "prepare">): Promise<void> {
  const known = await primary.prepare("SELECT 1 AS n FROM sqlite_master WHERE name = 'pool_moves'").first();
  const moving =
    known && (await primary.prepare("SELECT pool, target FROM pool_moves").first<{ pool: string; target: string }>());
  if (!moving) return;
  const { pool, target } = moving;
  throw new StoreError(`${pool} is on its way to ${target}. End that first: npm run pool -- move ${pool} ${target}
  or, before the switch: npm run pool -- undo ${pool}`);
}
