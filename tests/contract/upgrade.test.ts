import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NewerDatabase } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { domainsWithoutIcons } from "#scripts/domains.ts";
import { prepareStore } from "#scripts/product.ts";
import { copyTemplate, startInstance } from "#tests/setup/instances.ts";
import { ask } from "./http.ts";

const ROOT = join(import.meta.dirname, "../..");

test("a build refuses a database with an unknown migration, and leaves it unchanged", async () => {
  const data = copyTemplate();
  try {
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

test("a build over a database without icons serves its pages, and none of them names an icon", async () => {
  const { port, db, stop } = await startInstance();
  try {
    expect(await domainsWithoutIcons(db)).toEqual([]);
    await db.prepare("DELETE FROM domain_icons").run();
    // These make the build for a deployment fail.
    expect(await domainsWithoutIcons(db)).toContain("liaison");
    const page = await ask({ port, path: "/" });
    expect(page.status).toBe(200);
    expect(page.text).toContain("/manifest.webmanifest");
    expect(page.text).not.toMatch(/rel="(icon|apple-touch-icon)"/);
    const manifest = await ask({ port, path: "/manifest.webmanifest" });
    expect(JSON.parse(manifest.text)).toMatchObject({ name: "Liaison", icons: [] });
    for (const path of ["/favicon.ico", "/icons/icon.svg"]) expect((await ask({ port, path })).status).toBe(404);
  } finally {
    await stop();
  }
});
