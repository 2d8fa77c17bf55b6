import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import type { Miniflare } from "miniflare";
import type { DomainFile } from "../worker/domains/settings.ts";
import { applyDomains, migrate } from "./data.ts";
import { clearData } from "./data-lock.ts";
import { createLocal, createStore } from "./miniflare.ts";
import { freePort } from "./ports.ts";
import { isSeeded, seed } from "./seed-data.ts";

export interface StoreOptions {
  /** Folder of the store; made where it is missing. */
  data: string;
  domains: DomainFile[];
  /** Demo members of the main pool that a store without any gets; 0 leaves it empty. */
  members: number;
  /** Told what is being done, where it takes a while. */
  onStep?: (text: string) => void;
  onProgress?: (done: number, total: number) => void;
  /** Called when a runtime process has started: the one before it has ended. */
  onRuntime?: () => void;
}

export interface ProductOptions extends StoreOptions {
  /** 0 takes a free port. */
  port: number;
  /** Bindings beside those of wrangler.toml. */
  vars?: Record<string, string>;
}

export interface Product {
  /** Where it serves. */
  port: number;
  local: Miniflare;
  db: D1Database;
}

/**
 * The built product on this machine: `npm start` and the tests' instances are this. The port is opened once the store is
 * migrated and filled: a browser that is faster finds nobody there, instead of errors that it would show and keep.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { data, domains, vars, onRuntime = () => {} } = options;
  await prepareStore(options);
  const port = options.port || (await freePort());
  const local = createLocal({ port, data, domains, vars: { ...vars, LOCAL_PORT: String(port) } });
  await local.ready;
  onRuntime();
  const db = (await local.getD1Database("DB")) as unknown as D1Database;
  return { port, local, db };
}

/** Brings a store up to date with migrations, domain files and demo members. */
export async function prepareStore(options: StoreOptions): Promise<void> {
  const { data, domains, members, onStep = () => {}, onProgress, onRuntime = () => {} } = options;
  mkdirSync(data, { recursive: true });
  // A first seed that was interrupted has left some demo members, no log-ins, and nothing of anybody's: it begins anew.
  const mark = join(data, "seeding");
  if (existsSync(mark)) clearData(data);
  const store = createStore(data);
  try {
    await store.ready;
    onRuntime();
    const db = (await store.getD1Database("DB")) as unknown as D1Database;
    const migrated = await migrate(db);
    if (migrated.length > 0) onStep(`Migrated the database (${migrated.length})`);
    await applyDomains(db, domains, Date.now());
    if (members === 0 || (await isSeeded(db))) return;
    onStep("Seeding demo members");
    if ((await db.prepare("SELECT 1 FROM accounts LIMIT 1").first()) === null) writeFileSync(mark, "");
    const photos = (await store.getR2Bucket("PHOTOS")) as unknown as R2Bucket;
    await seed({ db, photos, members, now: Date.now(), onProgress });
    rmSync(mark, { force: true });
  } finally {
    await store.dispose();
  }
}
