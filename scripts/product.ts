import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import type { Miniflare } from "miniflare";
import { isSeeded, MAIN_POOL, seed } from "#demo/seed-data.ts";
import { seedAnswers, seedStaff } from "#demo/seed-staff.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { PRIMARY } from "#worker/platform/databases.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { withIcons } from "#worker/sites/pwa/draw.ts";
import { ForeignDatabase, migrate } from "./data.ts";
import { clearData } from "./data-lock.ts";
import { localStore, StoreError } from "./database.ts";
import { fullDisk } from "./disk.mjs";
import { DomainError } from "./domain/options.ts";
import { mustNotContradict, storedOf, unpulledOf } from "./domain/standings.ts";
import { applyDomainsTogether } from "./domains.ts";
import { ID_HOST, startIdProvider } from "./id-provider.ts";
import { noteDatabases, notedDatabases, staffHostOf } from "./local-databases.ts";
import { localPushKeys } from "./local-push-keys.ts";
import { createLocal, createStore } from "./miniflare.ts";
import { runCron } from "./own/inside.ts";
import { intoFiles } from "./picture-store.ts";
import { byDatabase, placesOf, refreshHosts } from "./pool/directory.ts";
import { freePort } from "./ports.ts";
import { type PushService, startPushService } from "./push-service.ts";
import { damageIn, mustBeWhole } from "./store-check.ts";

export interface StoreOptions {
  /** Created when missing. */
  data: string;
  domains: DomainFile[];
  /** Demo members for a store without any; 0 leaves it empty. */
  members: number;
  /** Also fills the queues of staff, in a store without members. */
  work?: boolean;
  databases?: readonly string[];
  /** The pool that gets `members`, and the database in which a fresh store has it. */
  main?: { pool: string; database: string };
  onStep?: (text: string) => void;
  onProgress?: (done: number, total: number) => void;
  /** Called when a runtime process has started and the earlier one has ended. */
  onRuntime?: () => void;
}

export interface ServeOptions extends Pick<StoreOptions, "data" | "domains"> {
  /** 0 takes a free port. */
  port: number;
  /** Bindings of databases beside `DB`. */
  databases?: readonly string[];
  /** Bindings beside those of wrangler.toml. */
  vars?: Record<string, string>;
  front?: string;
  build?: string;
  onLog?: (line: string) => void;
  reachable?: readonly string[];
  sqlKey?: string;
  /** Reads the current domains: requests to upstreams added after the start are allowed too. */
  domainsNow?: () => readonly DomainFile[];
}

export type ProductOptions = StoreOptions & ServeOptions;

export interface Product {
  port: number;
  local: Miniflare;
  /** Runs the cron once. */
  tick(): Promise<void>;
  push: PushService;
}

/** Used by `npm start` and the tests. Opens the port only after migration and seeding: an early browser caches no errors. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  await prepareStore(options);
  const product = await serveStore(options);
  options.onRuntime?.();
  return product;
}

/** The Worker on a store that `prepareStore` made. */
export async function serveStore(options: ServeOptions): Promise<Product> {
  const { data, domains, vars, front, build, onLog, reachable, sqlKey, domainsNow = () => domains } = options;
  const port = options.port || (await freePort());
  const databases = [...new Set([...notedDatabases(data), ...(options.databases ?? [])])];
  const staffHosts = Object.fromEntries(databases.map((name) => [`STAFF_HOST_${name}`, staffHostOf(name)]));
  const push = await startPushService();
  const id = await startIdProvider(port, domainsNow);
  const inside = { port: await freePort(), key: newSecret(32) };
  const local = createLocal({
    port,
    inside,
    data,
    domains: domainsNow,
    databases,
    front,
    build,
    onLog,
    vars: {
      ...{ PUSH_KEYS: await localPushKeys(data), PUSH_SERVICE: push.origin, ID_SERVICE: id.origin, ...staffHosts },
      ...{ ...vars, LOCAL_PORT: String(port), ...(sqlKey && { SQL_KEY: sqlKey }) },
    },
    reachable: [push.origin, id.origin, `http://${ID_HOST}:${port}`, ...(reachable ?? [])],
  });
  await local.ready;
  return { port, local, tick: () => runCron(inside), push };
}

/** Applies migrations, domain files and demo members, in each database of the store. */
export async function prepareStore(options: StoreOptions): Promise<void> {
  const { data, domains, main, onRuntime = () => {}, onStep } = options;
  mkdirSync(data, { recursive: true });
  // Takes seconds on a busy machine, in which the runtime would close its idle connection.
  withIcons(domains);
  // An interrupted first seed left demo data only: it restarts.
  const mark = join(data, "seeding");
  if (existsSync(mark)) clearData(data);
  mustBeWhole(data);
  const names = noteDatabases(data, [...(options.databases ?? []), ...(main ? [main.database] : [])]);
  const store = createStore(data, names);
  try {
    await store.ready;
    onRuntime();
    const databases = await opened(store, [PRIMARY, ...names]);
    await migrateAll(databases, options);
    const primary = databases.get(PRIMARY) as D1Database;
    if (main && main.database !== PRIMARY) await place(primary, main);
    const places = await placesOf(primary);
    await mustNotContradict(databases.values(), { files: domains, only: false, yes: true });
    for (const [name, files] of byDatabase(domains, places, databases.keys())) {
      const db = databases.get(name);
      if (!db) throw new StoreError(`The pool ${files[0]?.pool} lives in ${name}: npm start -- --database ${name}`);
      const kept = await unpulledOf(db, files);
      for (const { id, by } of kept) onStep?.(`${id} stays as ${by} changed it in the browser: npm run domain -- pull ${id}`);
      const now = files.map((file) => storedOf(kept.find(({ id }) => id === file.id)) ?? file);
      await applyDomainsTogether(db, await readyDomains(now, db), Date.now());
    }
    for (const [pool, name] of places) await refreshHosts(primary, databases.get(name) as D1Database, pool);
    if (options.members > 0) await seedAll(store, databases, places, { ...options, mark });
  } catch (error) {
    const isTold = [StoreError, ForeignDatabase, DomainError].some((known) => error instanceof known);
    throw isTold ? error : (damageIn(data) ?? outOfSpace(data) ?? error);
  } finally {
    await store.dispose();
  }
}

function outOfSpace(data: string): StoreError | null {
  const full = fullDisk(data);
  return full ? new StoreError(full) : null;
}

async function opened(store: Miniflare, names: string[]): Promise<Map<string, D1Database>> {
  const found = new Map<string, D1Database>();
  for (const name of names) found.set(name, (await store.getD1Database(name)) as unknown as D1Database);
  return found;
}

async function migrateAll(databases: ReadonlyMap<string, D1Database>, { onStep = () => {} }: StoreOptions): Promise<void> {
  for (const [name, db] of databases) {
    const migrated = await migrate(db);
    if (migrated.length > 0) onStep(`Migrated the database${name === PRIMARY ? "" : ` ${name}`} (${migrated.length})`);
  }
}

async function place(primary: D1Database, { pool, database }: { pool: string; database: string }): Promise<void> {
  await primary.prepare("INSERT OR IGNORE INTO pools (pool, database) VALUES (?1, ?2)").bind(pool, database).run();
}

async function seedAll(
  store: Miniflare,
  databases: ReadonlyMap<string, D1Database>,
  places: ReadonlyMap<string, string>,
  { data, domains, members, work, main, mark, onStep = () => {}, onProgress }: StoreOptions & { mark: string },
): Promise<void> {
  const putPictures = intoFiles((await store.getR2Bucket("PHOTOS")) as unknown as R2Bucket, data);
  const fresh = (await (databases.get(PRIMARY) as D1Database).prepare("SELECT 1 FROM accounts LIMIT 1").first()) === null;
  const now = Date.now();
  for (const [name, db] of databases) {
    await seedStaff(db, now);
    await seedAnswers(db, now);
    const pools = [...new Set(domains.map(({ pool }) => pool))].filter((pool) => (places.get(pool) ?? PRIMARY) === name);
    if (await isSeeded(db)) continue;
    // The first database of the demo domains has all of them.
    const mine = name === PRIMARY && places.size === 0 ? null : new Set(pools);
    if (mine?.size === 0) continue;
    onStep(`Seeding demo members${name === PRIMARY ? "" : ` in ${name}`}`);
    if (fresh) writeFileSync(mark, "");
    const direct = () => localStore(data, name).db;
    await seed({ db, direct, putPictures, members, main: main?.pool ?? MAIN_POOL, pools: mine, now, onProgress, work });
  }
  rmSync(mark, { force: true });
}
