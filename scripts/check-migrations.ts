// The migrations must make what db/schema and db/triggers say: decision 83.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS, migrationsIn } from "./migrations/files.ts";
import { wholeTableWork } from "./migrations/large.ts";
import { intended, migrated } from "./migrations/schema.ts";
import { differences, shapeOf } from "./migrations/shape.ts";
import { MOST_BYTES } from "./migrations/write.ts";

const large = migrationsIn().filter((name) => statSync(join(MIGRATIONS, name)).size > MOST_BYTES);
for (const name of large) console.error(`db/migrations/${name}: more than ${MOST_BYTES} bytes, which D1 may refuse. Split it.`);

const works = migrationsIn().flatMap((name) =>
  wholeTableWork(name, readFileSync(join(MIGRATIONS, name), "utf8")).map((work) => `db/migrations/${name}: ${work}`),
);
for (const work of works) console.error(`${work}: a large table may not be read as a whole (decision 84)`);

const found = differences(shapeOf(await intended()), shapeOf(migrated()));
for (const line of found) console.error(line);
if (found.length > 0) console.error("Write the migration that is missing: npm run migration -- <what_it_does>");
if (found.length + large.length + works.length > 0) process.exit(1);
