import { databasesOf, inDatabase } from "#worker/platform/databases.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { servicesOf } from "./index.ts";

/** In the database of its pool. A deployment with one database asks no directory. */
export async function findDomain(env: Env, host: string): Promise<Domain | null> {
  const { domainsStore, directoryStore } = servicesOf(env);
  if (databasesOf(env).length === 1) return domainsStore.findByHost(host);
  const database = await directoryStore.placeOf(host);
  const store = database === null ? domainsStore : servicesOf(inDatabase(env, database)).domainsStore;
  return store.findByHost(host);
}
