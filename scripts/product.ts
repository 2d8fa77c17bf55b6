import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import type { Miniflare } from "miniflare";
import type { DomainFile } from "#worker/domains/domain-file.ts";
import { readyDomains } from "./brand/store.ts";
import { migrate } from "./data.ts";
import { clearData } from "./data-lock.ts";
import { applyDomains } from "./domains.ts";
import { withIcons } from "./icons/draw.ts";
import { localPushKeys } from "./local-push-keys.ts";
import { createLocal, createStore } from "./miniflare.ts";
import { freePort } from "./ports.ts";
import { type PushService, startPushService } from "./push-service.ts";
import { isSeeded, seed } from "./seed-data.ts";
import { seedStaff } from "./seed-staff.ts";

export interface StoreOptions {
  /** Created when missing. */
  data: string;
  domains: DomainFile[];
  /** Demo members for a store without any; 0 leaves it empty. */
  members: number;
  /** Progress messages. */
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
  /** Reads the current domains: requests to upstreams added after the start are allowed too. */
  domainsNow?: () => readonly DomainFile[];
}

export type ProductOptions = StoreOptions & ServeOptions;

export interface Product {
  port: number;
  local: Miniflare;
  db: D1Database;
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
  const { data, domains, vars, databases, front, build, onLog, reachable, domainsNow = () => domains } = options;
  const port = options.port || (await freePort());
  const push = await startPushService();
  const local = createLocal({
    port,
    data,
    domains: domainsNow,
    databases,
    front,
    build,
    onLog,
    vars: { PUSH_KEYS: await localPushKeys(data), PUSH_SERVICE: push.origin, ...vars, LOCAL_PORT: String(port) },
    reachable: [push.origin, ...(reachable ?? [])],
  });
  await local.ready;
  const db = (await local.getD1Database("DB")) as unknown as D1Database;
  return { port, local, db, push };
}

/** Applies migrations, domain files and demo members. */
export async function prepareStore(options: StoreOptions): Promise<void> {
  const { data, domains, members, onStep = () => {}, onProgress, onRuntime = () => {} } = options;
  mkdirSync(data, { recursive: true });
  // Takes seconds on a busy machine, in which the runtime would close its idle connection.
  withIcons(domains);
  // An interrupted first seed left demo data only: it restarts.
  const mark = join(data, "seeding");
  if (existsSync(mark)) clearData(data);
  const store = createStore(data);
  try {
    await store.ready;
    onRuntime();
    const db = (await store.getD1Database("DB")) as unknown as D1Database;
    const migrated = await migrate(db);
    if (migrated.length > 0) onStep(`Migrated the database (${migrated.length})`);
    await applyDomains(db, await readyDomains(domains, db), Date.now());
    if (members > 0) await seedStaff(db, Date.now());
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
