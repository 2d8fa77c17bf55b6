import type { Row } from "#scripts/domain/niche-tables.ts";
import { condition, type Db, type Key, keyOf, quoted, range, type Table } from "./tables.ts";

const PAGE = 500;
/** In bytes: D1 takes 100 kB in a statement. */
const INSERT = 60_000;
/** In bytes: of a page, which is one transaction. A longer row is a page of its own. */
const PAGE_BYTES = 400_000;
/** In code points, of 4 bytes at most. A longer text is appended to its row in parts. */
const PART = 10_000;
const SHORT = 1_000;

export const stagedName = (name: string) => `pool_copy_${name}`;
const NOTE = "pool_copy_note";

interface Note {
  /** The table and key up to which the first copy is there. */
  at: { table: string; key: Key } | null;
}

/** Makes empty tables for the copy beside the target's own. */
export async function begin(target: Db, tables: readonly Table[]): Promise<void> {
  await target.batch(
    [
      ...tables.flatMap((table) => [
        `DROP TABLE IF EXISTS ${stagedName(table.name)}`,
        `CREATE TABLE ${stagedName(table.name)} AS SELECT * FROM ${table.name} WHERE 0`,
        `CREATE INDEX ${stagedName(table.name)}_key ON ${stagedName(table.name)} (${quoted(table.key)})`,
      ]),
      `CREATE TABLE IF NOT EXISTS ${NOTE} (note TEXT NOT NULL)`,
      `DELETE FROM ${NOTE}`,
      `INSERT INTO ${NOTE} (note) VALUES ('{"at":null}')`,
    ].map((sql) => target.prepare(sql)),
  );
}

export async function hasBegun(target: Db): Promise<boolean> {
  return (await target.prepare("SELECT 1 AS n FROM sqlite_master WHERE name = ?1").bind(NOTE).first()) !== null;
}

async function readNote(target: Db): Promise<Note> {
  const row = await target.prepare(`SELECT note FROM ${NOTE}`).first<{ note: string }>();
  return JSON.parse(row?.note ?? "null") as Note;
}

const noted = (target: Db, note: Note) => target.prepare(`UPDATE ${NOTE} SET note = ?1`).bind(JSON.stringify(note));

export async function end(target: Db, tables: readonly Table[]): Promise<void> {
  const names = [...tables.map(({ name }) => stagedName(name)), NOTE];
  await target.batch(names.map((name) => target.prepare(`DROP TABLE IF EXISTS ${name}`)));
}

/**
 * Makes the staged rows equal to those of the source, page by page in the order of keys. A page that is equal is not written.
 * `goingOn` begins after the noted page; without it every page is compared. Returns the pages that were written.
 */
export async function synchronise(source: Db, target: Db, tables: readonly Table[], goingOn: boolean): Promise<number> {
  const note = await readNote(target);
  const at = goingOn ? note.at : null;
  let written = 0;
  for (const table of tables.slice(Math.max(0, at ? tables.findIndex(({ name }) => name === at.table) : 0))) {
    let from = at?.table === table.name ? at.key : null;
    for (let more = true; more; ) {
      const found = await pageOf(source, table, from);
      const rows = found.slice(0, fitting(found));
      more = found.length === PAGE || rows.length < found.length;
      const to = more ? keyOf(table, rows.at(-1) as Row) : null;
      if (!isSame(rows, await stagedIn(target, table, from, to))) {
        await replace(target, table, { from, to, rows }, goingOn ? { at: to && { table: table.name, key: to } } : note);
        written++;
      }
      from = to;
    }
  }
  return written;
}

async function pageOf(db: Db, table: Table, from: Key | null): Promise<Row[]> {
  const { sql, values } = range(table, from, null);
  const { results } = await db
    .prepare(
      `SELECT * FROM ${table.name} WHERE ${condition(table.name, table.where)} AND ${sql} ORDER BY ${quoted(table.key)} LIMIT ${PAGE}`,
    )
    .bind(...values)
    .all<Row>();
  return results.map((row) => portable(table.name, row));
}

function fitting(rows: readonly Row[]): number {
  let bytes = 0;
  const over = rows.findIndex((row, index) => {
    bytes += bytesOf(JSON.stringify(row));
    return bytes > PAGE_BYTES && index > 0;
  });
  return over < 0 ? rows.length : over;
}

/** As the commands inline it: a quote is doubled. */
function bytesOf(text: string): number {
  return Buffer.byteLength(text) + text.split("'").length - 1;
}

/** A slot is a number of the database. */
function portable(table: string, row: Row): Row {
  return table === "profiles" ? { ...row, slot: null } : row;
}

async function stagedIn(db: Db, table: Table, from: Key | null, to: Key | null): Promise<Row[]> {
  const { sql, values } = range(table, from, to);
  const { results } = await db
    .prepare(`SELECT * FROM ${stagedName(table.name)} WHERE ${sql} ORDER BY ${quoted(table.key)}`)
    .bind(...values)
    .all<Row>();
  return results;
}

interface Page {
  from: Key | null;
  to: Key | null;
  rows: Row[];
}

async function replace(db: Db, table: Table, { from, to, rows }: Page, note: Note): Promise<void> {
  const { sql, values } = range(table, from, to);
  const picked = table.columns.map((name) => `value ->> '${name}'`).join(", ");
  const staged = stagedName(table.name);
  const parted = rows.map((row) => inParts(table, row));
  await db.batch([
    db.prepare(`DELETE FROM ${staged} WHERE ${sql}`).bind(...values),
    ...chunks(parted.map(({ row }) => row)).map((some) =>
      db
        .prepare(`INSERT INTO ${staged} (${quoted(table.columns)}) SELECT ${picked} FROM json_each(?1)`)
        .bind(JSON.stringify(some)),
    ),
    ...parted.flatMap(({ row, later }) => {
      const key = keyOf(table, row);
      const own = table.key.map((name, index) => `"${name}" = ?${index + 2}`).join(" AND ");
      return later.map(({ column, part }) =>
        db.prepare(`UPDATE ${staged} SET "${column}" = "${column}" || ?1 WHERE ${own}`).bind(part, ...key),
      );
    }),
    noted(db, note),
  ]);
}

/** A row that fits a statement, and the texts to append to it. */
function inParts(table: Table, row: Row): { row: Row; later: { column: string; part: string }[] } {
  if (bytesOf(JSON.stringify(row)) <= INSERT) return { row, later: [] };
  const long = Object.entries(row).filter(
    (cell): cell is [string, string] => typeof cell[1] === "string" && cell[1].length > SHORT && !table.key.includes(cell[0]),
  );
  const later = long.flatMap(([column, text]) => {
    const points = Array.from(text);
    const starts = Array.from({ length: Math.ceil(points.length / PART) }, (_, index) => index * PART);
    return starts.map((start) => ({ column, part: points.slice(start, start + PART).join("") }));
  });
  return { row: { ...row, ...Object.fromEntries(long.map(([column]) => [column, ""])) }, later };
}

function chunks(rows: Row[]): Row[][] {
  const found: Row[][] = [];
  let length = INSERT;
  for (const row of rows) {
    const size = bytesOf(JSON.stringify(row));
    if (length + size > INSERT) {
      found.push([]);
      length = 0;
    }
    found.at(-1)?.push(row);
    length += size;
  }
  return found;
}

const lineOf = (row: Row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));

function isSame(some: Row[], others: Row[]): boolean {
  return some.length === others.length && some.every((row, index) => lineOf(row) === lineOf(others[index] as Row));
}
