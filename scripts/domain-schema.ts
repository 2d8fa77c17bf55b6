// Writes db/domains/schema.json for editors; --check only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchema } from "#worker/sites/domains/schema-words.ts";
import { readDomainFiles } from "./data.ts";

const path = join(import.meta.dirname, "../db/domains/schema.json");
const schema = `${JSON.stringify(jsonSchema, null, 2)}\n`;

if (!process.argv.includes("--check")) writeFileSync(path, schema);
else if (readFileSync(path, "utf8") !== schema) {
  console.error("db/domains/schema.json is not what the code says: run npm run schema.");
  process.exit(1);
}
try {
  readDomainFiles();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
