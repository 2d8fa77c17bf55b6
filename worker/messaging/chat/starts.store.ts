import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { sql } from "#db/sql.ts";
import { UPHELD_DAYS } from "#worker/people/reports/decisions.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import { ownSince, upheldOf } from "./starts.sql.ts";
import type { Upheld } from "./starts.vocabulary.ts";

export type StartsStore = ReturnType<typeof createStartsStore>;

export function createStartsStore(db: Database) {
  return {
    /** Times in ms, newest first. Of the member's own conversations alone. */
    async starts(memberId: string, now: number): Promise<{ begun: number[]; upheld: Upheld[] }> {
      const [rows] = await rowsOf<[Record<"begun" | "upheld", string>]>(db, [
        sql`SELECT ${ownSince(memberId, now - DAY)} AS begun, ${upheldOf(memberId, now - UPHELD_DAYS * DAY)} AS upheld`,
      ]);
      return { begun: JSON.parse(rows[0]?.begun ?? "[]"), upheld: JSON.parse(rows[0]?.upheld ?? "[]") };
    },
  };
}
