import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { dailyFigures } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { VIEWS } from "./sources.vocabulary.ts";

/** Openings of one landing page on one day. */
export interface Views {
  domainId: string;
  /** Days since 1970. */
  day: number;
  lander: string;
  count: number;
}

export type ViewsStore = ReturnType<typeof createViewsStore>;

export function createViewsStore(db: Database) {
  return {
    async add(views: readonly Views[]): Promise<void> {
      await rowsOf(
        db,
        views.map(
          ({ domainId, day, lander, count }) => sql`INSERT INTO ${dailyFigures}
            (${dailyFigures.domainId}, ${dailyFigures.day}, ${dailyFigures.name}, ${dailyFigures.part}, ${dailyFigures.value})
            VALUES (${domainId}, ${day}, ${VIEWS}, ${lander}, ${count}) ON CONFLICT DO UPDATE SET value = value + excluded.value`,
        ),
      );
    },
  };
}
