// `npm run dev`: Vite in front of workerd, with hot reload.
import { mkdirSync, watch, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readyDomains } from "#tools/brand/store.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { withIcons } from "#worker/sites/pwa/draw.ts";
import { DOMAINS, migrate, readDomainFiles } from "./data.ts";
import { lockData } from "./data-lock.ts";
import { localStore } from "./database.ts";
import { fewerModules, isUnwatched } from "./dev-modules.ts";
import { devPages, showChange } from "./dev-pages.ts";
import { applyDomains } from "./domains.ts";
import { inFrontOf } from "./in-front.ts";
import { localPushKeys } from "./local-push-keys.ts";
import { startLocalRelay } from "./local-relay.ts";
import { alsoOnIpv6 } from "./loopback.ts";
import { intoFiles } from "./picture-store.ts";
import { isFree, portFrom } from "./ports.ts";
import { startPushService } from "./push-service.ts";
import { LOCAL_SECRETS } from "./secrets.ts";
import { fail, orFail } from "./terminal.ts";

const ROOT = join(import.meta.dirname, "..");
const DEBOUNCE_MS = 100;

const { wanted, given, data, upstream } = options();
const port = await choosePort();
const lock = orFail(() => lockData(data, port, "npm run dev"));
// Loaded once nothing refuses the start, and before a runtime waits: they take most of a second.
const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import("miniflare");
const { createServer } = await import("vite");
const { isSeeded, seed } = await import("#demo/seed-data.ts");
const store = join(data, "v3");
process.env.SQL_KEY = newSecret(32);
process.env.PUSH_KEYS = await localPushKeys(data);
process.env.PUSH_SERVICE = (await startPushService()).origin;
if (!upstream) Object.assign(process.env, (await startLocalRelay())?.vars);
prepareEnvironment();
await fill();

const server = await createServer({
  root: ROOT,
  server: { host: "127.0.0.1", port, strictPort: true, watch: { ignored: isUnwatched } },
  plugins: [devPages(), fewerModules()],
});
await server.listen();
await alsoOnIpv6(port);
lock.noteRuntimes();
lock.noteSqlKey(process.env.SQL_KEY);
let changed: NodeJS.Timeout | undefined;
const watcher = watch(DOMAINS, { recursive: true }, () => {
  clearTimeout(changed);
  changed = setTimeout(() => void takeDomains(), DEBOUNCE_MS);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // Vite's and Miniflare's own listeners would end the process as if it had failed.
  process.removeAllListeners(signal);
  process.once(signal, () => {
    watcher.close();
    void server.close().then(() => {
      lock.release();
      process.exit(0);
    });
  });
}
console.log(`\nReady on http://localhost:${port} (Ctrl+C stops)`);

function prepareEnvironment(): void {
  mkdirSync(data, { recursive: true });
  // Without this file the runtime asks a server or assumes Austin; the domain's geoip_country applies instead.
  const place = join(data, "cf.json");
  writeFileSync(place, JSON.stringify({ colo: "LOCAL" }));
  Object.assign(process.env, LOCAL_SECRETS, {
    CLOUDFLARE_CF_FETCH_PATH: place,
    WRANGLER_SEND_METRICS: "false",
    X_LOCAL_EXPLORER: "false",
    X_LOCAL_OBSERVABILITY: "false",
    LIAISON_DEV_DATA: data,
    LIAISON_DEV_PORT: String(port),
  });
}

/** Fills the store before the server opens it, in a runtime with the same names and no Worker. */
async function fill(): Promise<void> {
  const domains = read() ?? process.exit(1);
  // Takes seconds on a busy machine, in which the runtime would close its idle connection.
  withIcons(domains);
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default {}",
      log: new Log(LogLevel.WARN),
      cf: false,
      resourcePersistencePath: store,
      // Without an id in wrangler.toml the local database is named after its binding.
      d1Databases: { DB: "DB" },
      r2Buckets: { PHOTOS: "liaison-photos" },
    } as never),
  );
  const db = (await runtime.getD1Database("DB")) as unknown as D1Database;
  lock.noteRuntimes();
  await migrate(db);
  await applyDomains(db, await readyDomains(domains, db), Date.now());
  if (!upstream && !(await isSeeded(db))) {
    console.log("▸ Seeding demo members");
    const putPictures = intoFiles((await runtime.getR2Bucket("PHOTOS")) as never, store);
    await seed({ db, direct: () => localStore(store).db, putPictures, members: 600, now: Date.now() });
  }
  await runtime.dispose();
}

/** Applies changed domain files and reloads open pages. A mistake changes nothing. */
async function takeDomains(): Promise<void> {
  const files = read();
  if (!files) return;
  const { db } = localStore(store);
  await applyDomains(db, await readyDomains(files, db), Date.now());
  const { rsc } = server.environments;
  // This module holds the Worker's domain cache.
  const host = rsc?.moduleGraph.getModulesByFile(join(ROOT, "worker/server/edge/host.ts"));
  for (const module of host ?? []) await rsc?.reloadModule(module);
  showChange(server, { all: true });
  console.log(`▸ Applied ${files.length} domain files`);
}

/** Null after a reported mistake. */
function read(): ReturnType<typeof readDomainFiles> | null {
  try {
    return inFrontOf(upstream, readDomainFiles());
  } catch (error) {
    for (const line of (error as Error).message.split("\n")) console.error(`✖ ${line}`);
    return null;
  }
}

/** The requested port, or the next free one: `npm start` may use the default. */
async function choosePort(): Promise<number> {
  for (let port = wanted; port < wanted + 20; port++) {
    if (await isFree(port)) return port;
    if (given) fail(`Port ${port} is taken. Take another: npm run dev -- --port ${port + 1}`);
    console.log(`▸ Port ${port} is taken, by npm start perhaps`);
  }
  return fail("No port is free here. Name one: npm run dev -- --port 9000");
}

function options(): { wanted: number; given: boolean; data: string; upstream: URL | null } {
  try {
    const { values } = parseArgs({
      options: { port: { type: "string" }, data: { type: "string" }, upstream: { type: "string" } },
    });
    const upstream = values.upstream === undefined ? null : new URL(values.upstream);
    const wanted = orFail(() => portFrom(values.port, process.env.PORT, 8787));
    const data = resolve(ROOT, values.data ?? (upstream ? ".data/dev-front" : ".data/dev"));
    return { wanted, given: Boolean(values.port ?? process.env.PORT), data, upstream };
  } catch {
    // unknown option or no URL
  }
  return fail("Use: npm run dev -- [--port number] [--data folder] [--upstream http://localhost:8787]");
}
