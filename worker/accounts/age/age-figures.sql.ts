import type { SQL } from "drizzle-orm";
import { sql } from "#db/sql.ts";

export type AgeEvent = "begun" | "done" | "failed" | "left" | "refused";

/** Adds to the figures of a day of UTC, which name nobody. `rows` selects domain, part (method and country) and number. */
export function counted(event: AgeEvent, rows: SQL, day: number): SQL {
  return sql`INSERT INTO daily_figures (domain_id, day, name, part, value)
    SELECT domain, ${day}, ${`age_${event}`}, part, number FROM (${rows}) WHERE true
    ON CONFLICT DO UPDATE SET value = value + excluded.value`;
}
