import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NewerDatabase } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { prepareStore } from "#scripts/product.ts";

const ROOT = join(import.meta.dirname, "../..");

test("a build refuses a database with an unknown migration, and leaves it unchanged", async () => {
  const data = mkdtempSync(join(tmpdir(), "liaison-newer-"));
  try {
    await prepareStore({ data, domains: [], members: 0 });
    const { db } = localStore(data);
    const names = async () => (await db.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>()).results;
    await db.prepare("DELETE FROM d1_migrations WHERE name = '0024_deck.sql'").run();
    await db.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_newer.sql')").run();
    const before = await names();
    expect(before.length).toBeGreaterThan(20);

    await expect(prepareStore({ data, domains: [], members: 0 })).rejects.toThrow(NewerDatabase);
    expect(await names()).toEqual(before);

    const { status, stderr } = spawnSync(process.execPath, ["scripts/serve.ts", "--data", data, "--port", "18999"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain("The database is newer than this build: it has 9999_newer.sql");
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
