import type { D1Database } from "@cloudflare/workers-types";
import { readDomainFiles } from "#scripts/data.ts";
import { isDatabase } from "#scripts/database.ts";
import { DomainError, deployable, openStore, operator, type Where } from "#scripts/domain/options.ts";
import { applyDomains } from "#scripts/domains.ts";
import { isDeployed } from "#scripts/own/own-store.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { PRIMARY } from "#worker/platform/databases.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { placeStatements, placesOf } from "./directory.ts";
import { mustShareNoSeries } from "./series.ts";

/** In ms: an isolate's directory is at most 30 s old. */
const UNTIL_KNOWN = 35_000;

function mustBeDatabase(name: string): void {
  if (!isDatabase(name)) throw new DomainError(`A database is named by its binding, like DB_2; not ${name}.`);
}

export async function list(_: string[], options: Where): Promise<void> {
  const { db: primary } = await openStore(options);
  const places = await placesOf(primary);
  const rows: object[] = [];
  for (const name of new Set([PRIMARY, ...places.values()])) {
    const { db } = name === PRIMARY ? { db: primary } : await openStore(options, name);
    const { results } = await db
      .prepare(
        `SELECT d.pool, group_concat(DISTINCT h.host) AS hosts FROM domains d LEFT JOIN hosts h ON h.domain_id = d.id
          GROUP BY d.pool ORDER BY d.pool`,
      )
      .all<{ pool: string; hosts: string | null }>();
    rows.push(
      ...results
        .filter(({ pool }) => (places.get(pool) ?? PRIMARY) === name)
        .map(({ pool, hosts }) => ({ pool, database: name, hosts: hosts ?? "" })),
    );
  }
  console.table(rows);
}

const FULL = `SELECT (SELECT count(*) FROM accounts WHERE pool = ?1) + sum(n) AS n FROM (
  SELECT count(*) AS n FROM complaints WHERE domain_id IN (SELECT value FROM json_each(?2))
  UNION ALL SELECT count(*) FROM invites WHERE domain_id IN (SELECT value FROM json_each(?2))
  UNION ALL SELECT count(*) FROM discount_codes WHERE domain_id IN (SELECT value FROM json_each(?2)))`;

interface Placing {
  files: readonly DomainFile[];
  /** Until every isolate knows the new place. */
  wait(): Promise<void>;
}
const PLACING = (): Placing => ({
  files: readDomainFiles(),
  wait: () => new Promise((resolve) => setTimeout(resolve, UNTIL_KNOWN)),
});

/** Decides where a pool without members lives. May be repeated after a kill. */
export async function place([pool = "", name = ""]: string[], options: Where, placing: Placing = PLACING()): Promise<void> {
  mustBeDatabase(name);
  const all = placing.files.filter((file) => file.pool === pool);
  const files = isDeployed(options) ? deployable(all) : all;
  if (files.length === 0) throw new DomainError(`No file in db/domains has the pool "${pool}".`);
  const { db: primary } = await openStore(options);
  const places = await placesOf(primary);
  const at = places.get(pool) ?? PRIMARY;
  const stores = new Map<string, D1Database>();
  for (const one of new Set([PRIMARY, ...places.values(), name]))
    stores.set(one, one === PRIMARY ? primary : (await openStore(options, one)).db);
  const [from, to] = [stores.get(at) as D1Database, stores.get(name) as D1Database];
  const ids = JSON.stringify(files.map(({ id }) => id));
  const full = async (db: D1Database) => (await db.prepare(FULL).bind(pool, ids).first<{ n: number }>())?.n ?? 0;
  const before = await full(from);
  if (before > 0 && at !== name)
    throw new DomainError(`The pool ${pool} has ${before} accounts, notices or codes in ${at}: it stays there.`);
  await mustShareNoSeries(stores.values(), pool, files);
  await applyDomains(to, await readyDomains(files, to), Date.now(), { by: operator(), only: true });
  const hosts = files.flatMap((file) => file.hosts);
  await primary.batch([
    ...placeStatements(primary, pool, name, hosts),
    ...(at === PRIMARY && name !== PRIMARY ? sitesGone(primary, pool) : []),
  ]);
  if (at !== PRIMARY && at !== name) await from.batch(sitesGone(from, pool));
  console.log(`✓ ${pool} lives in ${name}: ${hosts.join(", ")}. A running site follows within 30 seconds.`);
  if (at !== name) await placing.wait();
  // An isolate that did not know the new place took sign-ups into the old one.
  for (const [other, db] of stores) {
    const late = other === name ? 0 : await full(db);
    if (late > 0)
      throw new DomainError(`${late} accounts, notices or codes of ${pool} came into ${other} meanwhile, and are not in ${name}.
  Bring the pool back to them at once: npm run pool -- place ${pool} ${other}`);
  }
}

function sitesGone(db: D1Database, pool: string) {
  const own = "(SELECT id FROM domains WHERE pool = ?1)";
  return [
    db.prepare(`DELETE FROM hosts WHERE domain_id IN ${own}`).bind(pool),
    db.prepare("DELETE FROM domains WHERE pool = ?1").bind(pool),
  ];
}
