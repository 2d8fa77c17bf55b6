import type { SQL } from "drizzle-orm";
import { endRuns, RUNNING } from "#db/postings.ts";
import { lots } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Runs of messages whose chat fell silent: their entries let the daily figures count them. Decision 108. */
export const STALE_RUNS = {
  table: RUNNING,
  only: sql`${lots.runCause} IS NOT NULL`,
  work: (window: SQL, before: number): SQL[] => [endRuns(sql`${window} AND ${lots.runAt} < ${before}`, RUNNING)],
};
