// Writes db/domains/schema.json, by which an editor completes and checks a domain file; with --check only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { domainFileSchema } from "../worker/domains/settings.ts";
import { readDomainFiles } from "./data.ts";

const path = join(import.meta.dirname, "../db/domains/schema.json");
const schema = `${JSON.stringify(z.toJSONSchema(domainFileSchema, { io: "input" }), null, 2)}\n`;

if (!process.argv.includes("--check")) writeFileSync(path, schema);
else if (readFileSync(path, "utf8") !== schema) {
  console.error("db/domains/schema.json is not what the code says: run `node scripts/domain-schema.ts` with the pinned Node.");
  process.exit(1);
}
readDomainFiles();
