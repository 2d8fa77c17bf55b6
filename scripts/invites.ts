import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { sha256 } from "../worker/lib/crypto.ts";
import { newSecret } from "../worker/lib/ids.ts";
import { migrate, readDomainFiles } from "./data.ts";
import { createLocal } from "./miniflare.ts";

const USE = "Use: npm run invites -- <domain> [--uses 1…1000] [--days 1…365] [--port 8787] [--data folder] [--sql]";
const DAY = 24 * 3600 * 1000;

const { wanted, uses, days, port, folder, sql } = options();
const domain = readDomainFiles().find(({ id, hosts }) => id === wanted || hosts.includes(wanted));
if (!domain) fail(`There is no domain "${wanted}" in db/domains.`);
if (domain.settings.signups === "all") fail(`${domain.id} lets everybody sign up: nobody needs an invitation there.`);

// Only the hash is stored: the link is shown here, once.
const code = `i${newSecret(32)}`;
const now = Date.now();
const row = [await sha256(code), domain.id, uses, now, now + days * DAY];
const insert = "INSERT INTO invites (hash, domain_id, account_id, uses_left, created_at, expires_at)";

if (sql) {
  const [hash, id, ...numbers] = row;
  console.log(`${insert} VALUES ('${hash}', '${id}', NULL, ${numbers.join(", ")});`);
} else {
  const local = createLocal({ port: 0, data: resolve(import.meta.dirname, "..", folder) });
  await local.ready;
  const db = await local.getD1Database("DB");
  await patiently(async () => {
    await migrate(db as never);
    await db
      .prepare(`${insert} VALUES (?, ?, NULL, ?, ?, ?)`)
      .bind(...row)
      .run();
  });
  await local.dispose();
}
const host = domain.hosts[0] as string;
const origin = host.endsWith("localhost") ? `http://${host}:${port}` : `https://${host}`;
// Beside the SQL, which is the output then.
console[sql ? "error" : "log"](
  `✓ ${origin}/${code}\n  lets ${uses === 1 ? "one person" : `${uses} people`} sign up on ${domain.settings.name}, for ${days} days`,
);

/** A server that is running may be writing just then: the file is locked for a moment. */
async function patiently(work: () => Promise<void>, tries = 20): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (tries === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 250));
    await patiently(work, tries - 1);
  }
}

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        uses: { type: "string", default: "1" },
        days: { type: "string", default: "30" },
        port: { type: "string", default: "8787" },
        data: { type: "string", default: ".data/local" },
        sql: { type: "boolean", default: false },
      },
    });
    const [wanted] = positionals;
    const [uses, days, port] = [values.uses, values.days, values.port].map(Number) as [number, number, number];
    const within = (number: number, most: number) => Number.isInteger(number) && number >= 1 && number <= most;
    if (wanted && positionals.length === 1 && within(uses, 1000) && within(days, 365) && within(port, 65_535))
      return { wanted, uses, days, port, folder: values.data, sql: values.sql };
  } catch {
    // an option that is not known: the same answer
  }
  fail(USE);
}

function fail(text: string): never {
  console.error(`✖ ${text}`);
  process.exit(1);
}
