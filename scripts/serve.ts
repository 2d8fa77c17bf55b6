import { createServer } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../db/seed/logins.ts";
import { applyDomains, migrate, readDomainFiles } from "./data.ts";
import { createLocal } from "./miniflare.ts";
import { isSeeded, seed } from "./seed-data.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "8787" }, data: { type: "string", default: ".data/local" } } });
const port = Number(values.port);

if (!(await isFree(port))) {
  console.error(`\n✖ Port ${port} is taken by another program. Close it, or run: npm start -- --port ${port + 1}\n`);
  process.exit(1);
}

console.log("▸ Starting");
const local = createLocal({ port, data: join(import.meta.dirname, "..", values.data) });
await local.ready;
const db = await local.getD1Database("DB");
const migrated = await migrate(db as never);
if (migrated.length > 0) console.log(`▸ Migrated the database (${migrated.length})`);
const domains = readDomainFiles();
await applyDomains(db as never, domains, Date.now());
if (!(await isSeeded(db as never))) {
  console.log("▸ Seeding demo members");
  await seed({ db: db as never, photos: (await local.getR2Bucket("PHOTOS")) as never, members: 600, now: Date.now() });
}

// Cloudflare calls the cron every minute; here it is done by hand.
const worker = await local.getWorker();
const cron = setInterval(() => void worker.scheduled({ cron: "* * * * *" }).catch(() => {}), 60_000);

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, async () => {
    clearInterval(cron);
    await local.dispose();
    process.exit(0);
  });
}

const list = domains.flatMap((domain) => domain.hosts.filter((host) => host.endsWith("localhost")).map((host) => ({ host, name: domain.settings.name })));
const width = Math.max(...list.map(({ host }) => host.length)) + String(port).length + 8;
console.log(`
Liaison is running.

${list.map(({ host, name }) => `  ${`http://${host}:${port}`.padEnd(width)}  ${name}`).join("\n")}
  ${`http://localhost:${port}/dev/mail`.padEnd(width)}  every mail that was sent

Log in as (password for all: ${DEMO_PASSWORD})
${DEMO_LOGINS.map((login) => `  ${login.email.padEnd(26)} ${login.note}`).join("\n")}

Ready on http://localhost:${port} (Ctrl+C stops)`);

function isFree(wanted: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(wanted, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
