import type { D1Database } from "@cloudflare/workers-types";
import { COUNT_LIKES, LIKES_COUNTED } from "#db/like-figures.ts";
import { COUNT_MESSAGES, MESSAGES_COUNTED } from "#db/message-figures.ts";
import { StoreError } from "#scripts/database.ts";
import type { Head, Sum } from "./niche-file.ts";
import { COMPUTED, COUNTED, COUNTERS, NICHE_TABLES, type Row, rowsQuery, type Shift } from "./niche-tables.ts";
import { DomainError } from "./options.ts";

export const STAGED = (table: string) => `niche_import_${table}`;
export const STATE = "niche_import";
/** What the trigger says, before the table. */
const DIFFERS = "rows differ";

interface Column {
  name: string;
  /** Place within the primary key; 0 outside of it. */
  pk: number;
}
type Query = ReturnType<typeof rowsQuery>;

export const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(", ");

/** One transaction without the triggers that act on each row: the rows already hold their effects. Compared within it: the server works on. */
export async function takeOver(db: D1Database, { pool, domains }: Head, stated: Record<string, Sum>): Promise<void> {
  const names = Object.keys(NICHE_TABLES);
  const ids = JSON.stringify(domains.map(({ id }) => id));
  const shift = await shiftOf(db);
  const { results: triggers } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(names))
    .all<{ name: string; sql: string }>();
  const told = names.map((table) => `WHEN '${table}' THEN RAISE(ABORT, '${DIFFERS}: ${table}')`);
  const acting = triggers.filter(({ name }) => !COMPUTED.test(name));
  const columns = await columnsOf(db, names);
  const counting = [
    ...COUNT_MESSAGES.map((query) => db.prepare(query)),
    ...COUNT_LIKES.map((query) => db.prepare(query).bind(Number.MAX_SAFE_INTEGER)),
  ];
  await refusing(() =>
    db.batch<Row>([
      db.prepare("PRAGMA defer_foreign_keys = on"),
      ...counting,
      ...acting.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
      db.prepare("DELETE FROM domain_assets WHERE domain_id IN (SELECT value FROM json_each(?1))").bind(ids),
      ...names.map((table) => db.prepare(moveOf(table, columns[table] ?? [], shift))),
      db.prepare(`CREATE TRIGGER ${STATE}_differs BEFORE INSERT ON ${STATE} BEGIN SELECT CASE NEW.id ${told.join(" ")} END; END`),
      ...names.map((table) => {
        const { sql, values } = differenceOf(table, columns[table] ?? [], shift, rowsQuery(table, pool, ids));
        return db.prepare(sql).bind(...values);
      }),
      ...acting.map(({ sql }) => db.prepare(sql)),
      ...[...names.map(STAGED), STATE].map((table) => db.prepare(`DROP TABLE ${table}`)),
      // The figures of the imported entries and likes came with them.
      db.prepare(MESSAGES_COUNTED),
      db.prepare(LIKES_COUNTED),
    ]),
  );
  const total = names.reduce((sum, table) => sum + (stated[table]?.count ?? 0), 0);
  console.log(`✓ ${total} rows of ${names.length} tables are in, equal by count and hash`);
}

function moveOf(table: string, columns: Column[], shift: Shift): string {
  const names = quoted(columns.map(({ name }) => name));
  return `INSERT INTO ${table} (${names}) ${movedOf(table, columns, shift)}`;
}

function movedOf(table: string, columns: Column[], shift: Shift): string {
  const values = columns.map(({ name }) => {
    const by = shift[COUNTED[table]?.[name] ?? ""] ?? 0;
    return by === 0 ? `"${name}"` : `iif("${name}" = 0, 0, "${name}" + ${by}) AS "${name}"`;
  });
  return `SELECT ${values.join(", ")} FROM ${STAGED(table)}`;
}

/**
 * Adds the table to the state if a row is not as it was staged. By key and not by EXCEPT: nothing is sorted. Keys are unique, so
 * that an equal number of rows leaves none that was not staged.
 */
function differenceOf(table: string, columns: Column[], shift: Shift, { sql, values }: Query): Query {
  // A slot is a number of the database.
  const told = columns.filter(({ name }) => !(table === "profiles" && name === "slot"));
  const each = (side: string, some: Column[]) => some.map(({ name }) => `${side}."${name}"`).join(", ");
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `here."${name}" = staged."${name}"`);
  const wrong = `SELECT 1 FROM (${movedOf(table, columns, shift)}) AS staged LEFT JOIN ${table} AS here ON ${keys.join(" AND ")}
    WHERE (${each("here", told)}) IS NOT (${each("staged", told)})`;
  const count = `(SELECT count(*) FROM (${sql})) <> (SELECT count(*) FROM ${STAGED(table)})`;
  return { sql: `INSERT INTO ${STATE} (id, lines) SELECT '${table}', 0 WHERE ${count} OR EXISTS (${wrong})`, values };
}

async function shiftOf(db: D1Database): Promise<Shift> {
  const found = await db.batch<{ n: number }>(
    COUNTERS.map((table) => db.prepare(`SELECT coalesce(max(id), 0) AS n FROM ${table}`)),
  );
  return Object.fromEntries(COUNTERS.map((table, index) => [table, found[index]?.results[0]?.n ?? 0]));
}

async function columnsOf(db: D1Database, tables: string[]): Promise<Record<string, Column[]>> {
  const found = await db.batch<Column>(tables.map((table) => db.prepare(`SELECT name, pk FROM pragma_table_info('${table}')`)));
  return Object.fromEntries(tables.map((table, index) => [table, found[index]?.results ?? []]));
}

/** A taken id and a row that is not as staged roll all of it back. @throws DomainError */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const [, taken] = /UNIQUE constraint failed: ([\w., ]+)/.exec((error as Error).message) ?? [];
    if (taken) throw new DomainError(`Nothing was imported: a row with the same ${taken} is here already.`);
    const [, wrong] = new RegExp(`${DIFFERS}: (\\w+)`).exec((error as Error).message) ?? [];
    if (wrong) throw new DomainError(`Nothing was imported: ${wrong} would not be as the file says.`);
    throw error instanceof StoreError ? error : new StoreError((error as Error).message);
  }
}
