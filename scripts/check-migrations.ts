// The migrations must make what db/schema and db/triggers say: decision 83.
import { statSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS, migrationsIn } from "./migrations/files.ts";
import { intended, migrated } from "./migrations/schema.ts";
import { differences, shapeOf } from "./migrations/shape.ts";
import { MOST_BYTES } from "./migrations/write.ts";

const large = migrationsIn().filter((name) => statSync(join(MIGRATIONS, name)).size > MOST_BYTES);
for (const name of large) console.error(`db/migrations/${name}: more than ${MOST_BYTES} bytes, which D1 may refuse. Split it.`);

const found = differences(shapeOf(await intended()), shapeOf(migrated()));
for (const line of found) console.error(line);
if (found.length > 0) console.error("Write the migration that is missing: npm run migration -- <what_it_does>");
if (found.length + large.length > 0) process.exit(1);
