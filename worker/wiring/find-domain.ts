import type { Domain } from "#worker/domains/domain-file.ts";
import { databasesOf, inDatabase } from "#worker/lib/databases.ts";
import { servicesOf } from "./index.ts";

/** In the database of its pool. A deployment with one database asks no directory. */
export async function findDomain(env: Env, host: string): Promise<Domain | null> {
  const { domainsStore, directoryStore } = servicesOf(env);
  const name = databasesOf(env).length > 1 ? await directoryStore.databaseOf(host) : null;
  return name === null ? domainsStore.findByHost(host) : servicesOf(inDatabase(env, name)).domainsStore.findByHost(host);
}
