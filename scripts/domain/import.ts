import type { D1Database } from "@cloudflare/workers-types";
import { COUNT_LIKES, LIKES_COUNTED } from "#db/like-figures.ts";
import { COUNT_MESSAGES, MESSAGES_COUNTED } from "#db/message-figures.ts";
import { StoreError } from "#scripts/database.ts";
import { applyDomains, checkOffers } from "#scripts/domains.ts";
import { withRows } from "#scripts/snapshot.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { OWNER_HEADER } from "#worker/backoffice/transfer/transfer.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { tellCheck } from "./import-check.ts";
import { type Head, hashOf, hashOfHead, linesOf, type Sum, sumOf } from "./niche-file.ts";
import { COMPUTED, COUNTED, COUNTERS, NICHE_TABLES, type Row, rowsQuery, type Shift } from "./niche-tables.ts";
import { type Ask, withOperatorKey } from "./operator-key.ts";
import { DomainError, type Options, operator, originGiven } from "./options.ts";
import { openStores } from "./stores.ts";

const STAGED = (table: string) => `niche_import_${table}`;
const STATE = "niche_import";
/** What the trigger says, before the table. */
const DIFFERS = "rows differ";
/** Lines between two notes of how far the import is. */
const STEP = 10;

interface Column {
  name: string;
  /** Place within the primary key; 0 outside of it. */
  pk: number;
}
type Query = ReturnType<typeof rowsQuery>;

/** Stages a file of `export`, then takes it over in one transaction. Started again after a kill, it goes on. */
export async function importNiche([file = ""]: string[], options: Options): Promise<void> {
  const head = await headOf(file);
  const stores = await openStores(options);
  const db = await stores.of(head.pool);
  const domains = head.domains.map((domain) => domainFileSchema.parse(domain));
  checkOffers(domains);
  await mustFit(db, head);
  if (options["dry-run"]) return tellCheck(file);
  await withOperatorKey(stores.primary, originGiven(options, domains[0]), async (ask) => {
    const { print } = (await (await ask("secret")).json()) as { print: string };
    if (print !== head.secret && !options["new-secret"])
      throw new DomainError(`This deployment has another PASSWORD_PEPPER than the one of the file: no password of a member and no stored bank
  account would work here. Set the same secret, or say --new-secret: members then ask for a new password.`);
    const tables = await stage(db, file, head, ask);
    await mustBeWhole(db, file, tables);
    await takeOver(db, head, tables);
  });
  await applyDomains(db, await readyDomains(domains, db), Date.now(), { by: `${operator()}, imported`, only: true });
  await stores.refresh([head.pool]);
  console.log(`✓ ${domains.map(({ id, hosts }) => `${id} on ${hosts.join(", ")}`).join("; ")}: all rows and photos are as they were.
  Members log in again. Put the domain file into db/domains as well: npm run domain -- restore ${domains[0]?.id} 1 --write`);
}

async function headOf(file: string): Promise<Head> {
  try {
    for await (const { line } of linesOf(file)) if ("liaison" in line) return line;
  } catch {
    // no such file
  }
  throw new DomainError(`${file} is no file of npm run domain -- export.`);
}

/** @throws DomainError */
async function mustFit(db: D1Database, { pool, domains, migration }: Head): Promise<void> {
  const hosts = JSON.stringify(domains.flatMap((domain) => domain.hosts));
  const ids = JSON.stringify(domains.map(({ id }) => id));
  const [last, members, taken] = await db.batch<Row>([
    db.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1"),
    db
      .prepare("SELECT count(*) AS n FROM accounts WHERE pool = ?1 OR domain_id IN (SELECT value FROM json_each(?2))")
      .bind(pool, ids),
    db
      .prepare(
        "SELECT host, domain_id FROM hosts WHERE host IN (SELECT value FROM json_each(?1)) AND domain_id NOT IN (SELECT value FROM json_each(?2))",
      )
      .bind(hosts, ids),
  ]);
  const here = last?.results[0]?.name;
  if (here !== migration)
    throw new DomainError(`The file is of a database at ${migration}, this one is at ${here}. Bring both to one version.`);
  const [host] = taken?.results ?? [];
  if (host) throw new DomainError(`${host.host} is a host of ${host.domain_id} here.`);
  const count = members?.results[0]?.n;
  if (count) throw new DomainError(`The pool ${pool} has ${count} members here already: nothing was imported.`);
}

/** Copies rows into tables of its own and photos into R2. Returns the sums that the file states. */
async function stage(db: D1Database, file: string, head: Head, ask: Ask): Promise<Record<string, Sum>> {
  const done = await begin(db, head.id);
  let [number, objects, tables] = [0, 0, null as Record<string, Sum> | null];
  let [batch, whole] = [[] as { table: string; rows: Row[] }[], false];
  const note = async () => {
    await db.batch([
      ...batch.map(({ table, rows }) => insertStaged(db, table, rows)),
      db.prepare(`UPDATE ${STATE} SET lines = ?1`).bind(number),
    ]);
    batch = [];
  };
  for await (const { line } of linesOf(file)) {
    number++;
    if ("tables" in line) {
      if (line.head !== hashOfHead(head)) await refuseDamaged(db, file, ["its first line"]);
      tables = line.tables;
    }
    if ("object" in line) objects++;
    if ("end" in line) whole = line.objects === objects;
    if (number <= done) continue;
    if ("table" in line) batch.push(line);
    if ("object" in line) {
      const data = Buffer.from(line.data, "base64");
      if (hashOf(data) !== line.sha256) throw new DomainError(`${line.object} is damaged in the file.`);
      const headers = { "content-type": line.type, ...(line.owner && { [OWNER_HEADER]: line.owner }) };
      await ask(`objects/${line.object}`, { method: "PUT", body: data, headers });
    }
    if (number % STEP === 0) await note();
  }
  if (!tables || !whole) throw new DomainError(`${file} ends too early: let the export finish (it goes on where it stopped).`);
  await note();
  return tables;
}

/** @throws DomainError */
async function mustBeWhole(db: D1Database, file: string, stated: Record<string, Sum>): Promise<void> {
  const names = Object.keys(NICHE_TABLES);
  const staged = Object.fromEntries(names.map((table) => [table, { sql: `SELECT * FROM ${STAGED(table)}`, values: [] }]));
  const damaged = await withRows(db, staged, (each) => names.filter((table) => !isSame(sumOf(each(table)), stated[table])));
  if (damaged.length > 0) await refuseDamaged(db, file, damaged);
}

/** Forgets what is staged, so that a whole file starts anew. @throws DomainError */
async function refuseDamaged(db: D1Database, file: string, places: string[]): Promise<never> {
  await db.prepare(`DELETE FROM ${STATE}`).run();
  throw new DomainError(`${file} is damaged in ${places.join(", ")}: nothing was imported.`);
}

function isSame(found: Sum, stated: Sum | undefined): boolean {
  return found.count === stated?.count && found.hash === stated.hash;
}

/** The lines that an earlier run has staged. */
async function begin(db: D1Database, id: string): Promise<number> {
  await db.prepare(`CREATE TABLE IF NOT EXISTS ${STATE} (id TEXT NOT NULL, lines INTEGER NOT NULL)`).run();
  const state = await db.prepare(`SELECT id, lines FROM ${STATE}`).first<{ id: string; lines: number }>();
  if (state?.id === id) {
    console.log(`▸ Going on after line ${state.lines}`);
    return state.lines;
  }
  await db.batch([
    ...Object.keys(NICHE_TABLES).flatMap((table) => [
      db.prepare(`DROP TABLE IF EXISTS ${STAGED(table)}`),
      db.prepare(`CREATE TABLE ${STAGED(table)} AS SELECT * FROM ${table} WHERE 0`),
    ]),
    db.prepare(`DELETE FROM ${STATE}`),
    db.prepare(`INSERT INTO ${STATE} (id, lines) VALUES (?1, 0)`).bind(id),
  ]);
  return 0;
}

function insertStaged(db: D1Database, table: string, rows: Row[]) {
  if (!(table in NICHE_TABLES)) throw new DomainError(`This product has no table ${table} in a niche.`);
  const names = Object.keys(rows[0] ?? {});
  const values = names.map((name) => `value ->> '${name}'`);
  return db
    .prepare(`INSERT INTO ${STAGED(table)} (${quoted(names)}) SELECT ${values.join(", ")} FROM json_each(?1)`)
    .bind(JSON.stringify(rows));
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(", ");

/** One transaction without the triggers that act on each row: the rows already hold their effects. Compared within it: the server works on. */
async function takeOver(db: D1Database, { pool, domains }: Head, stated: Record<string, Sum>): Promise<void> {
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
