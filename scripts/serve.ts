import { resolve as resolvePath } from "node:path";
import { parseArgs } from "node:util";
import { DEMO_LOGINS, DEMO_PASSWORD, DEMO_STAFF } from "#demo/logins.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { ForeignDatabase, readDomainFiles } from "./data.ts";
import { lockData } from "./data-lock.ts";
import { StoreError } from "./database.ts";
import { inFrontOf } from "./in-front.ts";
import { notedDatabases, staffHostOf } from "./local-databases.ts";
import { alsoOnIpv6 } from "./loopback.ts";
import { everyMinute } from "./own/inside.ts";
import { isFree, portFrom } from "./ports.ts";
import { LOCAL_SECRETS } from "./secrets.ts";
import { fail, orFail } from "./terminal.ts";

const PORT_FREED_WITHIN_MS = 2000;

const { port, folder, upstream, databases } = options();
const data = resolvePath(import.meta.dirname, "..", folder);
let domains = orFail(read);
const lock = orFail(() => lockData(data, port));
if (!(await freeSoon(port))) {
  lock.release();
  fail(`Port ${port} is taken by another program. Close it, or run: npm start -- --port ${port + 1}`);
}

console.log("▸ Starting");
// A refused start has loaded neither the runtime nor the demo members.
const { startProduct } = await import("./product.ts");
const { AssetError } = await import("#tools/brand/store.ts");
const { DomainError } = await import("./domain/options.ts");
const sqlKey = newSecret(32);
const { startLocalRelay } = await import("./local-relay.ts");
const relay = upstream ? null : await startLocalRelay();
const { local, tick } = await startProduct({
  sqlKey,
  port,
  data,
  domains,
  domainsNow: followed,
  members: upstream ? 0 : 600,
  work: true,
  databases,
  ...(relay && { vars: relay.vars }),
  onStep: (text) => console.log(`▸ ${text}`),
  onRuntime: lock.noteRuntimes,
}).catch((error: unknown) => {
  lock.release();
  if ([ForeignDatabase, AssetError, StoreError, DomainError].some((known) => error instanceof known))
    return fail((error as Error).message);
  throw error;
});

lock.noteSqlKey(sqlKey);
await alsoOnIpv6(port);

// Miniflare runs no cron. A stop ends one that runs.
let stopping = false;
const cron = everyMinute(tick, (event, reason) => {
  if (!stopping) console.error(`✖ ${event}${reason && `: ${reason}`}`);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // Miniflare's own listener would end the process at once, as if it had failed.
  process.removeAllListeners(signal);
  process.once(signal, async () => {
    stopping = true;
    clearInterval(cron);
    await local.dispose();
    lock.release();
    process.exit(0);
  });
}

const list = domains.flatMap((domain) =>
  domain.hosts.filter((host) => host.endsWith("localhost")).map((host) => ({ host, name: domain.settings.name })),
);
const mails = upstream?.origin ?? `http://localhost:${port}`;
const width = Math.max(...list.map(({ host }) => host.length)) + String(port).length + 8;
console.log(`
Liaison is running${upstream ? ` in proxy mode, in front of ${upstream.origin}` : ""}.

${list.map(({ host, name }) => `  ${`http://${host}:${port}`.padEnd(width)}  ${name}`).join("\n")}
  ${`${mails}/dev/mail`.padEnd(width)}  every mail that was sent
  ${`http://localhost:${port}/dev/push`.padEnd(width)}  every push message that was sent
  ${`http://localhost:${port}/dev/api`.padEnd(width)}  the reference of the API
  ${`http://localhost:${port}/dev/ui`.padEnd(width)}  every component

Log in as (password for all: ${DEMO_PASSWORD})
${DEMO_LOGINS.map((login) => `  ${login.email.padEnd(26)} ${login.note}`).join("\n")}

Staff pages: http://${LOCAL_SECRETS.STAFF_HOST}:${port}/staff (same password, codes at http://localhost:${port}/dev/staff)
${DEMO_STAFF.map(({ email, role }) => `  ${email.padEnd(26)} ${role}`).join("\n")}
${notedDatabases(data)
  .map((name) => `Staff of ${name}: http://${staffHostOf(name)}:${port}/staff (codes at /dev/staff of a host that lives there)\n`)
  .join("")}
${relay ? "" : "There are no calls: they need a relay (apt-get install coturn, then start again)\n"}This is for trying, on this machine only: its secrets are known, and /dev shows every mail and code. To run a site: docs/operating/deploy.md, own-server.md
Ready on http://localhost:${port} (Ctrl+C stops)`);

function read(): DomainFile[] {
  return inFrontOf(upstream, readDomainFiles());
}

/** A mistake in a file that is being written changes nothing. */
function followed(): DomainFile[] {
  try {
    domains = read();
  } catch (error) {
    for (const line of (error as Error).message.split("\n")) console.error(`✖ ${line}`);
  }
  return domains;
}

function options(): { port: number; folder: string; upstream: URL | null; databases: string[] } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        data: { type: "string" },
        upstream: { type: "string" },
        database: { type: "string", multiple: true, default: [] },
      },
    });
    const upstream = values.upstream === undefined ? null : new URL(values.upstream);
    const port = orFail(() => portFrom(values.port, process.env.PORT, upstream ? 8788 : 8787));
    const folder = values.data ?? (upstream ? ".data/front" : ".data/local");
    return { port, folder, upstream, databases: values.database };
  } catch {
    // unknown option or no URL
  }
  return fail("Use: npm start -- [--port number] [--data folder] [--upstream http://localhost:8787] [--database DB_2]");
}

async function freeSoon(wanted: number): Promise<boolean> {
  const until = Date.now() + PORT_FREED_WITHIN_MS;
  while (!(await isFree(wanted))) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return true;
}
