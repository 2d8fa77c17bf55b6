// Writes the schemas of domain files and of imports, for editors; --check only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchema } from "#worker/sites/domains/schema-words.ts";
import { readDomainFiles } from "./data.ts";
import { importSchema } from "./members/format.ts";

const schemas = {
  "db/domains/schema.json": `${JSON.stringify(jsonSchema, null, 2)}\n`,
  "docs/operating/import.schema.json": importSchema(),
};

for (const [file, schema] of Object.entries(schemas)) {
  const path = join(import.meta.dirname, "..", file);
  if (!process.argv.includes("--check")) writeFileSync(path, schema);
  else if (readFileSync(path, "utf8") !== schema) {
    console.error(`${file} is not what the code says: run npm run schema.`);
    process.exit(1);
  }
}
try {
  readDomainFiles();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
