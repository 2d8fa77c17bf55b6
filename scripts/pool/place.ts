import type { D1Database } from "@cloudflare/workers-types";
import { readyDomains } from "#scripts/brand/store.ts";
import { readDomainFiles } from "#scripts/data.ts";
import { isDatabase } from "#scripts/database.ts";
import { DomainError, deployable, openStore, operator, type Where } from "#scripts/domain/options.ts";
import { applyDomains } from "#scripts/domains.ts";
import { PRIMARY } from "#worker/lib/databases.ts";
import { hostStatements, placesOf } from "./directory.ts";
import { journeys } from "./move.ts";

export function mustBeDatabase(name: string): void {
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
  for (const one of await journeys(primary)) console.log(`${one.pool}: from ${one.source} to ${one.target}, step ${one.step}`);
}

const FULL = `SELECT (SELECT count(*) FROM accounts WHERE pool = ?1) + sum(n) AS n FROM (
  SELECT count(*) AS n FROM complaints WHERE domain_id IN (SELECT id FROM domains WHERE pool = ?1)
  UNION ALL SELECT count(*) FROM invites WHERE domain_id IN (SELECT id FROM domains WHERE pool = ?1)
  UNION ALL SELECT count(*) FROM discount_codes WHERE domain_id IN (SELECT id FROM domains WHERE pool = ?1))`;

/** Decides where a pool without members lives. May be repeated after a kill. */
export async function place([pool = "", name = ""]: string[], options: Where): Promise<void> {
  mustBeDatabase(name);
  const all = readDomainFiles().filter((file) => file.pool === pool);
  const files = options.remote ? deployable(all) : all;
  if (files.length === 0) throw new DomainError(`No file in db/domains has the pool "${pool}".`);
  const { db: primary } = await openStore(options);
  const at = (await placesOf(primary)).get(pool) ?? PRIMARY;
  const open = async (database: string) => (database === PRIMARY ? primary : (await openStore(options, database)).db);
  const [from, to] = [await open(at), await open(name)];
  const row = await from.prepare(FULL).bind(pool).first<{ n: number }>();
  if (row?.n)
    throw new DomainError(
      `The pool ${pool} has ${row.n} accounts, notices or codes in ${at}: npm run pool -- move ${pool} ${name}`,
    );
  await applyDomains(to, await readyDomains(files, to), Date.now(), { by: operator(), only: true });
  const hosts = files.flatMap((file) => file.hosts);
  await primary.batch(
    name === PRIMARY
      ? [primary.prepare("DELETE FROM pools WHERE pool = ?1").bind(pool)]
      : [
          primary
            .prepare(
              `INSERT INTO pools (pool, database) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE pool = ?1)
                ON CONFLICT (pool) DO UPDATE SET database = excluded.database`,
            )
            .bind(pool, name),
          ...hostStatements(primary, pool, hosts),
          ...(at === PRIMARY ? sitesGone(primary, pool) : []),
        ],
  );
  if (at !== PRIMARY && at !== name) await from.batch(sitesGone(from, pool));
  console.log(`✓ ${pool} lives in ${name}: ${hosts.join(", ")}. A running site follows within 30 seconds.`);
}

function sitesGone(db: D1Database, pool: string) {
  const own = "(SELECT id FROM domains WHERE pool = ?1)";
  return [
    db.prepare(`DELETE FROM hosts WHERE domain_id IN ${own}`).bind(pool),
    db.prepare("DELETE FROM domains WHERE pool = ?1").bind(pool),
  ];
}
