import { COMPUTED, type Shift } from "#scripts/domain/niche-tables.ts";
import { stagedName, valuesOf } from "./copy.ts";
import { condition, type Db, type Key, keyOf, quoted, range, type Table, withoutTriggers } from "./tables.ts";

const SLICE = 2000;

/** Moves staged rows into the tables, slice by slice from the highest key: later numbers of others are above them. */
export async function takeOver(target: Db, tables: readonly Table[], shift: Shift): Promise<void> {
  for (const table of tables) {
    const staged = stagedName(table.name);
    const { before, after } = await withoutTriggers(target, table.name, COMPUTED);
    const some = `(SELECT rowid FROM ${staged} ORDER BY ${table.key.map((name) => `"${name}" DESC`).join(", ")} LIMIT ${SLICE})`;
    while (await target.prepare(`SELECT 1 AS n FROM ${staged} LIMIT 1`).first())
      await target.batch(
        [
          ...before,
          // Files are named by their hash: one that a preview has stored meanwhile is the same.
          `INSERT ${table.name === "domain_assets" ? "OR IGNORE " : ""}INTO ${table.name} (${quoted(table.columns)}) SELECT ${valuesOf(table, shift)} FROM ${staged} WHERE rowid IN ${some}`,
          `DELETE FROM ${staged} WHERE rowid IN ${some}`,
          ...after,
        ].map((sql) => target.prepare(sql)),
      );
  }
}

/** Removes the pool's rows, children first. No trigger acts: nothing of the pool ends, it lives elsewhere. */
export async function removeRows(db: Db, tables: readonly Table[]): Promise<void> {
  for (const table of [...tables].reverse()) {
    const { before, after } = await withoutTriggers(db, table.name, COMPUTED);
    const own = condition(table.name, table.where);
    let from: Key | null = null;
    for (let more = true; more; ) {
      const last: Key | null = await sliceEnd(db, table, own, from);
      const { sql, values } = range(table, from, last);
      const first = await db
        .prepare(`SELECT 1 AS n FROM ${table.name} WHERE ${own} AND ${sql} LIMIT 1`)
        .bind(...values)
        .first();
      if (first)
        await db.batch([
          ...before.map((text) => db.prepare(text)),
          db.prepare(`DELETE FROM ${table.name} WHERE ${own} AND ${sql}`).bind(...values),
          ...after.map((text) => db.prepare(text)),
        ]);
      more = last !== null;
      from = last;
    }
  }
}

async function sliceEnd(db: Db, table: Table, own: string, from: Key | null): Promise<Key | null> {
  const { sql, values } = range(table, from, null);
  const row = await db
    .prepare(
      `SELECT ${quoted(table.key)} FROM ${table.name} WHERE ${own} AND ${sql} ORDER BY ${quoted(table.key)} LIMIT 1 OFFSET ${SLICE - 1}`,
    )
    .bind(...values)
    .first<Record<string, string | number>>();
  return row && keyOf(table, row);
}
