import type { SQL } from "drizzle-orm";
import { endRuns } from "#db/postings.ts";
import { lots } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Runs of messages whose chat fell silent: their entries let the daily figures count them. Decision 108. */
export const STALE_RUNS = {
  table: sql`${lots}`,
  // Only an open lot has a run. Closed ones stay for ever: a round over them would take longer with each order.
  by: { column: sql`${lots.accountId}`, only: sql`${lots.open} = 1` },
  work: (window: SQL, before: number): SQL[] => [endRuns(sql`${window} AND ${lots.runAt} < ${before}`)],
};
