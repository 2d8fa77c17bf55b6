import type { SQL } from "drizzle-orm";
import type { profiles } from "#db/schema/index.ts";
import { type Aliased, sql } from "#db/sql.ts";
import { ONLINE_FOR } from "./online.vocabulary.ts";

/** The last activity (ms) that others may see. Once the last page was left, it is too old for "online". */
export function shownActivity(profile: Aliased<typeof profiles>): SQL<number> {
  const offline = sql.raw(String(ONLINE_FOR));
  return sql`iif(${profile.awayAt} IS NULL, ${profile.lastActiveAt}, min(${profile.lastActiveAt}, ${profile.awayAt} - ${offline}))`;
}
