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
  /** A partial index of `only` these rows, by a text column. The round follows it instead of the `rowid`. */
  by?: { column: SQL; only: SQL };
  /** In ms. */
  retention: number;
  /** Changes rows of `window`, a condition on the table, that are from `before` (ms). */
  work(window: SQL, before: number): SQL[];
}

export type WalkStore = ReturnType<typeof createWalkStore>;

export function createWalkStore(db: Database) {
  return {
    /** One step. Work and place are one transaction; behind the last row the next step begins anew. */
    async step(walk: Walk, now: number): Promise<void> {
      const { name, table } = walk;
      const place = sql`coalesce((SELECT ${sweeps.place} FROM ${sweeps} WHERE ${sweeps.name} = ${name}), 0)`;
      const rest = sql`SELECT rowid FROM ${table} WHERE ${behind(walk, place)}`;
      const [found] = await rowsOf<[{ place: number; until: number | null; more: number }]>(db, [
        sql`SELECT ${place} AS place, EXISTS (${rest}) AS more,
          (${rest} ORDER BY ${walk.by ? sql`${walk.by.column}, rowid` : sql`rowid`} LIMIT 1 OFFSET ${STEP - 1}) AS until`,
      ]);
      const { place: from = 0, until = null, more = 0 } = found[0] ?? {};
      const next = until ?? 0;
      const window = until === null ? behind(walk, sql`${from}`) : sql`${behind(walk, sql`${from}`)} AND ${upTo(walk, until)}`;
      await rowsOf(db, [
        ...(more ? walk.work(window, now - walk.retention) : []),
        // A table of one step has no place: nothing is written for nothing.
        ...(next === from
          ? []
          : [
              sql`INSERT INTO ${into(sweeps, "name", "at", "steadySince", "place")} VALUES (${name}, ${now}, ${now}, ${next})
                ON CONFLICT (${sweeps.name}) DO UPDATE SET ${sweeps.at} = excluded.at, ${sweeps.place} = excluded.place`,
            ]),
      ]);
    },
  };
}

/** A row that is gone since has no column: the round begins anew. */
function behind({ table, by }: Walk, place: SQL): SQL {
  if (!by) return sql`rowid > ${place}`;
  return sql`${by.only} AND (${by.column}, rowid) > (SELECT coalesce(max(${by.column}), ''), ${place} FROM ${table} WHERE rowid = ${place})`;
}

function upTo({ table, by }: Walk, until: number): SQL {
  return by
    ? sql`(${by.column}, rowid) <= (SELECT ${by.column}, rowid FROM ${table} WHERE rowid = ${until})`
    : sql`rowid <= ${until}`;
}
