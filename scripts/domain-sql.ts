// `npm run domains`: domain files as SQL for `wrangler d1 execute`. --local writes to a local database, also beside a
// running server.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isLocal, isLocalHost } from "#worker/domains/read-domains.ts";
import { readDomainFiles } from "./data.ts";
import { localStore, StoreError } from "./database.ts";
import { applyDomains, SEE_FICTIONAL_LIKES } from "./domains.ts";
import { fail, refusing } from "./terminal.ts";

const USE = `Use: npm run domains                              checks the files, writes build/domains.sql for a deployment
     npm run domains -- --local [--data folder]   checks them, and brings them into the store of npm start`;

const { values } = options();
await refusing(
  async () => {
    const files = read();
    if (values.local) {
      await applyDomains(localStore(values.data).db, files, Date.now());
      console.log(`✓ ${files.length} domains in ${values.data}; a server that is running follows within 30 seconds`);
    } else writeSql(files);
  },
  (error) => (error instanceof StoreError ? error.message : null),
);

function writeSql(all: ReturnType<typeof read>): void {
  const files = all
    .filter((file) => !isLocal(file))
    .map((file) => ({ ...file, hosts: file.hosts.filter((host) => !isLocalHost(host)) }));
  const staying = all.length - files.length;
  if (files.length === 0)
    fail(`All ${staying} files are of this machine (*.localhost). Copy one, and put the host of your site into its hosts.`);
  const statements = [
    ...files.map(
      (file) =>
        `INSERT INTO domains (id, pool, settings, updated_at) VALUES (${text(file.id)}, ${text(file.pool)}, ${text(JSON.stringify(file))}, ${Date.now()}) ` +
        "ON CONFLICT (id) DO UPDATE SET pool = excluded.pool, settings = excluded.settings, updated_at = excluded.updated_at;",
    ),
    ...files.flatMap(({ id, hosts }) =>
      hosts.map(
        (host) =>
          `INSERT INTO hosts (host, domain_id) VALUES (${text(host)}, ${text(id)}) ON CONFLICT (host) DO UPDATE SET domain_id = excluded.domain_id;`,
      ),
    ),
    `DELETE FROM hosts WHERE host NOT IN (${list(files.flatMap(({ hosts }) => hosts))});`,
    `DELETE FROM domains WHERE id NOT IN (${list(files.map(({ id }) => id))});`,
    `${SEE_FICTIONAL_LIKES};`,
  ];
  const folder = join(import.meta.dirname, "../build");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "domains.sql"), `${statements.join("\n")}\n`);
  console.log(`✓ ${files.map(({ id }) => id).join(", ")} in build/domains.sql; ${staying} of this machine (*.localhost) left out
  now: npx wrangler d1 execute DB --remote --file build/domains.sql`);
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function list(all: string[]): string {
  return all.map(text).join(", ");
}

function read() {
  try {
    return readDomainFiles();
  } catch (error) {
    return fail((error as Error).message);
  }
}

function options() {
  try {
    return parseArgs({
      options: { local: { type: "boolean", default: false }, data: { type: "string", default: ".data/local" } },
    });
  } catch {
    // unknown option
    return fail(USE);
  }
}
