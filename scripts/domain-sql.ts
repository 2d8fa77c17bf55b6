// `npm run domains`: what brings the domain files into a deployed database, as SQL for `wrangler d1 execute`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDomainFiles } from "./data.ts";

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const list = (values: string[]) => values.map(text).join(", ");

let files: ReturnType<typeof readDomainFiles>;
try {
  files = readDomainFiles();
} catch (error) {
  console.error(`✖ ${(error as Error).message}`);
  process.exit(1);
}
const statements = files.flatMap((file) => [
  `INSERT INTO domains (id, pool, settings, updated_at) VALUES (${text(file.id)}, ${text(file.pool)}, ${text(JSON.stringify(file))}, ${Date.now()}) ` +
    "ON CONFLICT (id) DO UPDATE SET pool = excluded.pool, settings = excluded.settings, updated_at = excluded.updated_at;",
  ...file.hosts.map(
    (host) =>
      `INSERT INTO hosts (host, domain_id) VALUES (${text(host)}, ${text(file.id)}) ON CONFLICT (host) DO UPDATE SET domain_id = excluded.domain_id;`,
  ),
]);
statements.push(
  `DELETE FROM hosts WHERE host NOT IN (${list(files.flatMap((file) => file.hosts))});`,
  `DELETE FROM domains WHERE id NOT IN (${list(files.map((file) => file.id))});`,
);

const path = join(import.meta.dirname, "../build/domains.sql");
writeFileSync(path, `${statements.join("\n")}\n`);
console.log(
  `✓ ${files.length} domains in build/domains.sql; now: npx wrangler d1 execute liaison --remote --file build/domains.sql`,
);
