// `npm run migration -- <name>`: writes the next migration from db/schema and db/triggers.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { MIGRATIONS, migrationsIn } from "./migrations/files.ts";
import { intended, migrated, withoutRowid } from "./migrations/schema.ts";
import { differences, shapeOf, triggersIn } from "./migrations/shape.ts";
import { MOST_BYTES, rebuiltIn, referringTo, triggerChanges, triggersNaming } from "./migrations/write.ts";
import { fail } from "./terminal.ts";

const ROOT = join(import.meta.dirname, "..");
const BREAK = "\n--> statement-breakpoint\n";
const [name = "", ...more] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]*$/.test(name) || more.length > 0) fail("Use: npm run migration -- <what_it_does>");

const before = migrationsIn();
const earlier = migrated();
const tables = generate(name);
if (tables) writeFileSync(tables, ofTables(readFileSync(tables, "utf8")));
const wanted = await intended();
const triggers = triggerChanges(triggersIn(wanted), triggersIn(migrated()));
if (triggers.length > 0) writeTriggers(triggers.join(BREAK));
keepNewestSnapshot();

const written = migrationsIn().filter((file) => !before.includes(file));
for (const file of written) console.log(`✓ db/migrations/${file}: read it before you commit it`);
if (written.length === 0) console.log("✓ The migrations make the database of db/schema and db/triggers already");
const left = differences(shapeOf(wanted), shapeOf(migrated()));
if (left.length > 0) fail(`The migrations still make another database:\n${left.join("\n")}`);

/** The path of the file that drizzle-kit wrote; null where it had nothing to write. */
function generate(called: string, ...options: string[]): string | null {
  const known = migrationsIn();
  const args = [join(ROOT, "node_modules/drizzle-kit/bin.cjs"), "generate", "--name", called, ...options];
  // Its questions about renamed columns are asked on the terminal.
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) fail("drizzle-kit wrote no migration");
  const file = migrationsIn().find((one) => !known.includes(one));
  return file ? join(MIGRATIONS, file) : null;
}

function ofTables(statements: string): string {
  const rebuilt = rebuiltIn(statements);
  const referring = referringTo(earlier, rebuilt);
  if (referring.length > 0)
    console.warn(
      `! ${rebuilt.join(", ")}: made anew, and its DROP deletes or refuses rows of ${referring.join(", ")}. Change it by hand.`,
    );
  return [...triggersNaming(earlier, rebuilt), withoutRowid(statements)].join(BREAK);
}

/** Behind the tables, or in a migration of their own. */
function writeTriggers(statements: string): void {
  const text = tables ? `${readFileSync(tables, "utf8").trimEnd()}${BREAK}${statements}\n` : "";
  if (tables && Buffer.byteLength(text) <= MOST_BYTES) writeFileSync(tables, text);
  else writeFileSync(generate(tables ? `${name}_triggers` : name, "--custom") as string, `${statements}\n`);
}

/** drizzle-kit compares with the newest alone. */
function keepNewestSnapshot(): void {
  const folder = join(MIGRATIONS, "meta");
  const snapshots = readdirSync(folder).filter((file) => file.endsWith("_snapshot.json"));
  for (const file of snapshots.sort().slice(0, -1)) {
    rmSync(join(folder, file));
    console.log(`  ${relative(ROOT, join(folder, file))}: removed, the newest is enough`);
  }
}
