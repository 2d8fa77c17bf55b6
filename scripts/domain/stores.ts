import type { D1Database } from "@cloudflare/workers-types";
import { byDatabase, placesOf, refreshHosts } from "#scripts/pool/directory.ts";
import { PRIMARY } from "#worker/platform/databases.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { openStore, type Where } from "./options.ts";

export interface Stores {
  /** Holds the directory and the keys of operators. */
  primary: D1Database;
  of(pool: string): Promise<D1Database>;
  /** The files of each database, also of those without any. */
  groups(files: DomainFile[]): Promise<[D1Database, DomainFile[]][]>;
  /** The first database in which the query finds a row for the id, else the first of all. */
  having(query: string, id: string): Promise<D1Database>;
  refresh(pools: Iterable<string>): Promise<void>;
}

/** The databases of a deployment, or of a local store. @throws StoreError, ForeignDatabase, DomainError */
export async function openStores(options: Where): Promise<Stores> {
  const { db: primary } = await openStore(options);
  const places = await placesOf(primary);
  const open = new Map<string, D1Database>([[PRIMARY, primary]]);
  const named = async (name: string) => {
    const known = open.get(name) ?? (await openStore(options, name)).db;
    open.set(name, known);
    return known;
  };
  return {
    primary,
    of: async (pool) => named(places.get(pool) ?? PRIMARY),
    async groups(files) {
      const found: [D1Database, DomainFile[]][] = [];
      for (const [name, some] of byDatabase(files, places)) found.push([await named(name), some]);
      return found;
    },
    async having(query, id) {
      for (const name of new Set([PRIMARY, ...places.values()])) {
        const db = await named(name);
        if (await db.prepare(query).bind(id).first()) return db;
      }
      return primary;
    },
    async refresh(pools) {
      for (const pool of new Set(pools))
        if (places.has(pool)) await refreshHosts(primary, await named(places.get(pool) ?? ""), pool);
    },
  };
}
