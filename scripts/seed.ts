import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { applyDomains, migrate, readDomainFiles } from "./data.ts";
import { createLocal } from "./miniflare.ts";
import { seed } from "./seed-data.ts";

const { values } = parseArgs({
  options: { members: { type: "string", default: "600" }, data: { type: "string", default: ".data/local" } },
});
const members = Number(values.members);
if (!Number.isInteger(members) || members < 1) {
  console.error("✖ --members takes a whole number of at least 1.");
  process.exit(1);
}

const data = join(import.meta.dirname, "..", values.data);
rmSync(data, { recursive: true, force: true });
const local = createLocal({ port: 0, data });
await local.ready;
const db = (await local.getD1Database("DB")) as never;
await migrate(db);
await applyDomains(db, readDomainFiles(), Date.now());
const started = Date.now();
await seed({
  db,
  photos: (await local.getR2Bucket("PHOTOS")) as never,
  members,
  now: Date.now(),
  onProgress: (done, total) =>
    total >= 100_000 && done % 50_000 === 0 && console.log(`▸ ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`),
});
console.log(`✓ ${members.toLocaleString("en")} members in ${values.data} (${Math.round((Date.now() - started) / 1000)} s)`);
await local.dispose();
