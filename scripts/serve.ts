import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve as resolvePath } from "node:path";
import { parseArgs } from "node:util";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../db/seed/logins.ts";
import { applyDomains, migrate, readDomainFiles } from "./data.ts";
import { createLocal } from "./miniflare.ts";
import { isSeeded, seed } from "./seed-data.ts";

const { port, folder } = options();
const data = resolvePath(import.meta.dirname, "..", folder);
const pidFile = join(data, "runtime.pid");
const domains = read();

// What was ended keeps its port for a moment more.
for (let tries = endOrphan() ? 20 : 0; tries > 0 && !(await isFree(port)); tries--)
  await new Promise((resolve) => setTimeout(resolve, 100));
if (!(await isFree(port))) fail(`Port ${port} is taken by another program. Close it, or run: npm start -- --port ${port + 1}`);

console.log("▸ Starting");
const upstreams = new Set(domains.flatMap(({ api }) => (api.mode === "proxy" ? [new URL(api.upstream).origin] : [])));
const local = createLocal({
  port,
  data,
  vars: { LOCAL_PORT: String(port) },
  // Outside there is only the upstream of a domain that has one.
  outbound: (request) =>
    upstreams.has(new URL(request.url).origin) ? fetch(request) : new Response("outbound fetch refused", { status: 502 }),
});
await local.ready;
mkdirSync(data, { recursive: true });
writeFileSync(pidFile, [process.pid, ...runtimes()].join("\n"));
const db = await local.getD1Database("DB");
const migrated = await migrate(db as never);
if (migrated.length > 0) console.log(`▸ Migrated the database (${migrated.length})`);
await applyDomains(db as never, domains, Date.now());
if (!(await isSeeded(db as never))) {
  console.log("▸ Seeding demo members");
  await seed({ db: db as never, photos: (await local.getR2Bucket("PHOTOS")) as never, members: 600, now: Date.now() });
}

// Cloudflare calls the cron every minute; here it is done by hand.
const worker = await local.getWorker();
const cron = setInterval(() => void worker.scheduled({ cron: "* * * * *" }).catch(() => {}), 60_000);

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // Miniflare's own listener would end the process at once, as if it had failed.
  process.removeAllListeners(signal);
  process.once(signal, async () => {
    clearInterval(cron);
    await local.dispose();
    rmSync(pidFile, { force: true });
    process.exit(0);
  });
}

const list = domains.flatMap((domain) =>
  domain.hosts.filter((host) => host.endsWith("localhost")).map((host) => ({ host, name: domain.settings.name })),
);
const width = Math.max(...list.map(({ host }) => host.length)) + String(port).length + 8;
console.log(`
Liaison is running.

${list.map(({ host, name }) => `  ${`http://${host}:${port}`.padEnd(width)}  ${name}`).join("\n")}
  ${`http://localhost:${port}/dev/mail`.padEnd(width)}  every mail that was sent
  ${`http://localhost:${port}/dev/ui`.padEnd(width)}  every component

Log in as (password for all: ${DEMO_PASSWORD})
${DEMO_LOGINS.map((login) => `  ${login.email.padEnd(26)} ${login.note}`).join("\n")}

Ready on http://localhost:${port} (Ctrl+C stops)`);

function options(): { port: number; folder: string } {
  try {
    const { values } = parseArgs({
      options: { port: { type: "string", default: "8787" }, data: { type: "string", default: ".data/local" } },
    });
    const wanted = Number(values.port);
    if (Number.isInteger(wanted) && wanted > 0 && wanted < 65536) return { port: wanted, folder: values.data };
  } catch {
    // an option that is not known: the same answer
  }
  fail("Use: npm start -- [--port 1…65535] [--data folder]");
}

function read() {
  try {
    return readDomainFiles();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(text: string): never {
  console.error(`\n✖ ${text}\n`);
  process.exit(1);
}

function isFree(wanted: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(wanted, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** The runtime that this process started, where the system tells (Linux). */
function runtimes(): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isRuntime(pid) && status(pid, "stat").split(") ")[1]?.split(" ")[1] === String(process.pid));
}

/** A start that was killed leaves its runtime behind, which keeps the port: it is ended, if it still is that. True where one was. */
function endOrphan(): boolean {
  if (!existsSync(pidFile)) return false;
  const [parent = 0, ...pids] = readFileSync(pidFile, "utf8").split("\n").map(Number);
  // A start that is still running is left alone: its port is simply taken.
  if (status(parent, "cmdline").includes("serve.ts")) return false;
  const orphans = pids.filter((pid) => pid > 0 && isRuntime(pid));
  for (const pid of orphans) process.kill(pid, "SIGKILL");
  rmSync(pidFile, { force: true });
  return orphans.length > 0;
}

function isRuntime(pid: number): boolean {
  return status(pid, "cmdline").includes("workerd");
}

function status(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // it has ended meanwhile
  }
}
