// `npm run domains`: domain files as SQL for `wrangler d1 execute`. --local writes to a local database, also beside a
// running server.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isLocal, isLocalHost } from "#worker/domains/read-domains.ts";
import { readDomainFiles } from "./data.ts";
import { inlined, localStore, StoreError } from "./database.ts";
import { applyDomains, domainStatements } from "./domains.ts";
import { withIcons } from "./icons/draw.ts";
import { fail, refusing } from "./terminal.ts";

const USE = `Use: npm run domains                              checks the files, writes build/domains.sql for a deployment
     npm run domains -- --local [--data folder]   checks them, and brings them into the store of npm start`;

const { values } = options();
await refusing(
  async () => {
    const files = read();
    if (values.local) {
      await applyDomains(localStore(values.data).db, withIcons(files), Date.now());
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
  const statements = domainStatements(withIcons(files), Date.now()).map((statement) => `${inlined(statement)};`);
  const folder = join(import.meta.dirname, "../build");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "domains.sql"), `${statements.join("\n")}\n`);
  console.log(`✓ ${files.map(({ id }) => id).join(", ")} in build/domains.sql; ${staying} of this machine (*.localhost) left out
  now: npx wrangler d1 execute DB --remote --file build/domains.sql`);
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
