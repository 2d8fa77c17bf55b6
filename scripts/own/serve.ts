// `npm run serve`: the deploy build on a machine of one's own. docs/operating/own-server.md
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { ForeignDatabase, pendingMigrations, readDomainFiles } from "#scripts/data.ts";
import { DataUnavailable, lockData } from "#scripts/data-lock.ts";
import { localStore } from "#scripts/database.ts";
import { DomainError, deployable } from "#scripts/domain/options.ts";
import { notedDatabases } from "#scripts/local-databases.ts";
import { freePort, isFree } from "#scripts/ports.ts";
import { prepareStore } from "#scripts/product.ts";
import { StoreError } from "#scripts/sql-text.ts";
import { fail, fileProblem, orFail } from "#scripts/terminal.ts";
import { AssetError } from "#tools/brand/store.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { type OwnConfig, readOwnConfig } from "./config.ts";
import { copyStore } from "./copy.ts";
import { doorOf, openDoor } from "./door.ts";
import { askInside, everyMinute, runCron } from "./inside.ts";
import { createMailer } from "./mail.ts";
import { writeNewConfig } from "./new-config.ts";
import { noteOwnStore } from "./own-store.ts";
import { createRestarts } from "./restart.ts";
import { createOwn } from "./runtime.ts";
import { listenTls } from "./tls.ts";
import type { Watched } from "./watch.ts";

const ROOT = join(import.meta.dirname, "../..");
/** In ms. */
const WATCH = { every: 15_000, within: 30_000, failures: 4 };
const BEFORE = "before-migrations";
const COPIES_KEPT = 2;

const { config: path, "new-config": fresh, build, from } = options();
if (build) {
  // scripts/run.mjs made it.
  console.log("✓ Installed and built");
  process.exit(0);
}
if (fresh !== undefined) {
  await writeNewConfig(fresh);
  process.exit(0);
}
const config = orFail(() => readOwnConfig(path as string));
const domains = orFail(sites);
const lock = orFail(() => lockData(config.data, config.port, "npm run serve"));
try {
  await serve(config);
} catch (error) {
  lock.release();
  const isTold = [ForeignDatabase, AssetError, StoreError, DomainError, DataUnavailable].some((known) => error instanceof known);
  const text = isTold ? (error as Error).message : fileProblem(error);
  if (text === null) throw error;
  fail(text);
}

async function serve({ data, host, port, tls, smtp, networks, memory, vars }: OwnConfig): Promise<void> {
  if (!(await isFree(port))) throw new StoreError(`Port ${port} is taken by another program.`);
  await copyBeforeMigrations(data);
  say("info", "preparing the store", { data });
  const databases = notedDatabases(data);
  const onStep = (text: string) => say("info", text);
  await prepareStore({ data, domains, members: 0, databases, onStep, onRuntime: lock.noteRuntimes });
  noteOwnStore(data, { staffHost: vars.STAFF_HOST ?? "", port: config.port, config: config.path });
  const direct = tls ? { host: "127.0.0.1", port: await freePort() } : { host, port };
  const inside = { port: await freePort(), key: newSecret(32) };
  const restarts = createRestarts({ inside, limit: memory, say, onRestart: lock.noteRuntimes });
  const local = createOwn({
    ...{ build: resolve(ROOT, from), data, vars, databases, networks, inside, ...direct },
    sendMail: createMailer(smtp),
    onLog: (line) => console.log(line),
    onRestart: restarts.noted,
  });
  await local.ready;
  lock.noteRuntimes();
  const door = await openDoor(data, (body) => askInside(inside, "/sql", body));
  lock.noteDoor(doorOf(data), direct.port);
  if (tls) await listenTls(tls, { host, port, to: direct.port });
  const cron = everyMinute(
    () => runCron(inside),
    (event, error) => say("error", event, { error }),
  );
  const workerData: Watched = { ...WATCH, port: direct.port, host: domains[0]?.hosts[0] ?? "" };
  const watch = new Worker(new URL("watch.ts", import.meta.url), { workerData });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // Miniflare's own listener would end the process at once, as if it had failed.
    process.removeAllListeners(signal);
    process.once(signal, async () => {
      say("info", "stopping");
      clearInterval(cron);
      await watch.terminate();
      door.close();
      await restarts.stop();
      await local.dispose();
      lock.release();
      process.exit(0);
    });
  }
  // Without TLS of its own it is the end of a log-in shell at most.
  if (!tls) process.on("SIGHUP", () => {});
  const hosts = domains.flatMap((domain) => domain.hosts);
  say("info", "ready", { address: `${tls ? "https" : "http"}://${host}:${port}`, hosts, staff: vars.STAFF_HOST });
}

/** A migration only adds, but a copy is cheap. It holds databases, no pictures. */
async function copyBeforeMigrations(data: string): Promise<void> {
  if (!existsSync(join(data, "d1"))) return;
  const pending = await pendingMigrations(localStore(data).db);
  if (pending.length === 0) return;
  const folder = join(data, BEFORE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(":", "")}-${pending[0]?.replace(/\.sql$/, "")}`;
  await copyStore(data, join(folder, name), { pictures: false });
  say("info", "copied the databases before their migration", { folder: join(folder, name) });
  const old = readdirSync(folder).sort().slice(0, -COPIES_KEPT);
  for (const one of old) rmSync(join(folder, one), { recursive: true });
}

/** @throws Error with what to do */
function sites(): DomainFile[] {
  const files = deployable(readDomainFiles());
  const taken = files.find(({ hosts }) => hosts.includes(config.vars.STAFF_HOST ?? ""));
  if (taken)
    throw new Error(`STAFF_HOST ${config.vars.STAFF_HOST} is a host of ${taken.id}: the staff pages need one of their own.`);
  if (files.length > 0) return files;
  throw new Error(
    "No file in db/domains has a host of its own. Make a site: npm run domain -- new <id> --host dating.example.com",
  );
}

function say(level: "info" | "error", event: string, more: object = {}): void {
  console.log(JSON.stringify({ level, event, ...more }));
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        config: { type: "string" },
        "new-config": { type: "string" },
        build: { type: "boolean" },
        from: { type: "string", default: "build-own" },
      },
    });
    if (Object.keys(values).length === 2) return values;
  } catch {
    // unknown option
  }
  return fail(`Use: npm run serve -- --config /etc/liaison/liaison.env
     npm run serve -- --new-config /etc/liaison/liaison.env     writes one with new secrets
     npm run serve -- --build                                   installs and builds only`);
}
