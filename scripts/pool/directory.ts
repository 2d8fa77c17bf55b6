import type { D1Database } from "@cloudflare/workers-types";
import { PRIMARY } from "#worker/platform/databases.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

type Db = Pick<D1Database, "prepare" | "batch">;

/** The pools that live beside the first database, with the name of theirs. */
export async function placesOf(primary: Pick<D1Database, "prepare">): Promise<ReadonlyMap<string, string>> {
  const { results } = await primary.prepare("SELECT pool, database FROM pools").all<{ pool: string; database: string }>();
  return new Map(results.map(({ pool, database }) => [pool, database]));
}

/** The files of each database; one without a file has an empty list. */
export function byDatabase(
  files: readonly DomainFile[],
  places: ReadonlyMap<string, string>,
  names: Iterable<string> = [PRIMARY, ...places.values()],
): Map<string, DomainFile[]> {
  const found = new Map<string, DomainFile[]>([...names].map((name) => [name, []]));
  for (const file of files) {
    const name = places.get(file.pool) ?? PRIMARY;
    found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

/** After each apply: requests find a pool of another database by these hosts. */
export async function refreshHosts(primary: Db, there: Db, pool: string): Promise<void> {
  const { results } = await there
    .prepare("SELECT host FROM hosts WHERE domain_id IN (SELECT id FROM domains WHERE pool = ?1) ORDER BY host")
    .bind(pool)
    .all<{ host: string }>();
  await primary.batch(
    hostStatements(
      primary,
      pool,
      results.map(({ host }) => host),
    ),
  );
}

/** Writes into the directory that the pool lives in `name`; the first database needs no entry. */
export function placeStatements(primary: Db, pool: string, name: string, hosts: string[]) {
  if (name === PRIMARY) return [primary.prepare("DELETE FROM pools WHERE pool = ?1").bind(pool)];
  const place = primary
    .prepare("INSERT INTO pools (pool, database) VALUES (?1, ?2) ON CONFLICT (pool) DO UPDATE SET database = excluded.database")
    .bind(pool, name);
  return [place, ...hostStatements(primary, pool, hosts)];
}

function hostStatements(primary: Db, pool: string, hosts: string[]) {
  const list = JSON.stringify(hosts);
  return [
    primary.prepare("DELETE FROM pool_hosts WHERE pool = ?1 AND host NOT IN (SELECT value FROM json_each(?2))").bind(pool, list),
    primary.prepare("INSERT OR REPLACE INTO pool_hosts (host, pool) SELECT value, ?1 FROM json_each(?2)").bind(pool, list),
  ];
}
