import type { D1Database } from "@cloudflare/workers-types";
import { applyDomains, checkOffers } from "#scripts/domains.ts";
import { pepperOf } from "#scripts/own/own-store.ts";
import { withRows } from "#scripts/snapshot.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { OWNER_HEADER } from "#worker/backoffice/transfer/transfer.ts";
import { type DomainFile, domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { mustShareSecret, OTHER_SECRET, tellCheck } from "./import-check.ts";
import { counting } from "./in-order.ts";
import { type Head, hashOf, hashOfHead, linesOf, type ObjectLine, type Sum, sumOf } from "./niche-file.ts";
import { NICHE_TABLES, type Row } from "./niche-tables.ts";
import { type Ask, withOperatorKey } from "./operator-key.ts";
import { DomainError, type Options, operator, originGiven } from "./options.ts";
import { inEmptyDeployment } from "./rehearsal.ts";
import { openStores } from "./stores.ts";
import { quoted, STAGED, STATE, takeOver } from "./take-over.ts";

/** Lines of rows, and pictures, between two notes of how far the import is. */
const STEP = 10;
const PICTURES = 500;
/** Pictures under way at a time. */
const AT_ONCE = 16;

/** Stages a file of `export`, then takes it over in one transaction. Started again after a kill, it goes on. */
export async function importNiche([file = ""]: string[], options: Options): Promise<void> {
  const head = await headOf(file);
  const domains = head.domains.map((domain) => domainFileSchema.parse(domain));
  checkOffers(domains);
  if (options.empty) return rehearse(file, head, domains, options);
  const stores = await openStores(options);
  const db = await stores.of(head.pool);
  await mustFit(db, head);
  if (options["dry-run"]) {
    await mustShareSecret(head.secret, pepperOf(options), options["new-secret"]);
    await tellCheck(file);
    return console.log("✓ Migrations, hosts and pool fit. Nothing is written.");
  }
  await withOperatorKey(stores.primary, originGiven(options, domains[0]), async (ask) => {
    const { print } = (await (await ask("secret")).json()) as { print: string };
    if (print !== head.secret && !options["new-secret"]) throw new DomainError(OTHER_SECRET);
    await bring(db, file, head, ask);
  });
  await applyImported(db, domains);
  await stores.refresh([head.pool]);
  console.log(`✓ ${domains.map(({ id, hosts }) => `${id} on ${hosts.join(", ")}`).join("; ")}: all rows and photos are as they were.
  Members log in again. Put the domain file into db/domains as well: npm run domain -- restore ${domains[0]?.id} 1 --write`);
}

async function bring(db: D1Database, file: string, head: Head, ask: Ask): Promise<void> {
  const tables = await stage(db, file, head, ask);
  await mustBeWhole(db, file, tables);
  await takeOver(db, head, tables);
}

const applyImported = async (db: D1Database, domains: DomainFile[]) =>
  applyDomains(db, await readyDomains(domains, db), Date.now(), { by: `${operator()}, imported`, only: true });

/** The whole import, into a deployment that has nothing yet. */
async function rehearse(file: string, head: Head, domains: DomainFile[], options: Options): Promise<void> {
  if (!options["dry-run"]) throw new DomainError("--empty is for a dry run: say --dry-run as well.");
  await mustShareSecret(head.secret, process.env.PASSWORD_PEPPER, options["new-secret"]);
  await tellCheck(file);
  await inEmptyDeployment(async (db, ask) => {
    await mustFit(db, head);
    await bring(db, file, head, ask);
    await applyImported(db, domains);
  });
  console.log("✓ All of it went into an empty database of this build, which is deleted again. No picture was sent.");
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
  const sending = new Set<Promise<unknown>>();
  const send = async ({ object, type, owner, sha256, data }: ObjectLine) => {
    const body = Buffer.from(data, "base64");
    if (hashOf(body) !== sha256) throw new DomainError(`${object} is damaged in the file.`);
    if (sending.size >= AT_ONCE) await Promise.race(sending);
    const headers = { "content-type": type, ...(owner && { [OWNER_HEADER]: owner }) };
    // One that failed stays, and ends the next wait.
    const sent: Promise<unknown> = ask(`objects/${object}`, { method: "PUT", body, headers }).then(() => sending.delete(sent));
    sent.catch(() => {});
    sending.add(sent);
  };
  const tell = counting("lines of the file brought");
  const note = async () => {
    await Promise.all(sending);
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
    if ("object" in line) await send(line);
    tell(1);
    if (number % ("object" in line ? PICTURES : STEP) === 0) await note();
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
