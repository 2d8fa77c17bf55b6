import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { sweeps } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";

/** Rows that one step looks at. */
const STEP = 5000;

/** A round over a table that no index serves: its row would cost more than the look. */
export interface Walk {
  name: string;
  table: SQL;
  /** Only these rows, where an index finds them. */
  only?: SQL;
  /** In ms. */
  retention: number;
  /** Changes rows of `window`, a condition on the table's `rowid`, that are from `before` (ms). */
  work(window: SQL, before: number): SQL[];
}

export type WalkStore = ReturnType<typeof createWalkStore>;

export function createWalkStore(db: Database) {
  return {
    /** One step. Work and place are one transaction; at the end the next step begins anew. */
    async step({ name, table, only = sql`1`, retention, work }: Walk, now: number): Promise<void> {
      const place = sql`coalesce((SELECT ${sweeps.place} FROM ${sweeps} WHERE ${sweeps.name} = ${name}), 0)`;
      const [found] = await rowsOf<[{ place: number; until: number | null }]>(db, [
        sql`SELECT ${place} AS place, max(rowid) AS until FROM (SELECT rowid FROM ${table} WHERE rowid > ${place} AND ${only}
          ORDER BY rowid LIMIT ${STEP})`,
      ]);
      const { place: from = 0, until = null } = found[0] ?? {};
      // An empty table, or one that ends here: nothing is written for nothing.
      if (until === null && from === 0) return;
      const window = sql`rowid > ${from} AND rowid <= ${until ?? 0}`;
      await rowsOf(db, [
        ...(until === null ? [] : work(window, now - retention)),
        sql`INSERT INTO ${into(sweeps, "name", "at", "steadySince", "place")} VALUES (${name}, ${now}, ${now}, ${until ?? 0})
          ON CONFLICT (${sweeps.name}) DO UPDATE SET ${sweeps.at} = excluded.at, ${sweeps.place} = excluded.place`,
      ]);
    },
  };
}
