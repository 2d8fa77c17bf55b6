import type { SQL } from "drizzle-orm";
import { endRuns } from "#db/postings.ts";
import { lots } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Runs of messages whose chat fell silent: their entries let the daily figures count them. Decision 108. */
export const STALE_RUNS = {
  table: sql`${lots}`,
  work: (window: SQL, before: number): SQL[] => [endRuns(sql`${window} AND ${lots.runAt} < ${before}`)],
};
