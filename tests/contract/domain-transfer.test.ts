import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMPUTED, NICHE_TABLES, STAYING } from "#scripts/domain/niche-tables.ts";
import { startCommands } from "#tests/setup/commands.ts";
import { type Instance, startInstance } from "#tests/setup/instances.ts";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { ask } from "./http.ts";
import { member } from "./person.ts";
import { inStore, served } from "./served-store.ts";

const DAY = 24 * 3_600_000;

const folder = mkdtempSync(join(tmpdir(), "liaison-transfer-"));
const commands = startCommands();
const domain = ({ port, data }: Pick<Instance, "port" | "data">, ...words: string[]) =>
  commands.run("domain", ...words, "--port", String(port), "--data", data);
let from: Instance;
let to: Instance;
beforeAll(async () => {
  from = await startInstance();
  to = await startInstance([]);
  Object.assign(served, { local: from.port, sql: from.sql });
});
afterAll(async () => {
  commands.end();
  await Promise.all([from.stop(), to.stop()]);
  rmSync(folder, { recursive: true });
});

const countOf = (at: Instance, what: string) => at.db.prepare(`SELECT count(*) AS n FROM ${what}`).first<number>("n");

test("a table is of the niche, or has a reason to stay", async () => {
  const { results } = await from.db
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
        AND name <> 'd1_migrations'`,
    )
    .all<{ name: string }>();
  expect(results.map(({ name }) => name).sort()).toEqual([...Object.keys(NICHE_TABLES), ...Object.keys(STAYING)].sort());
  const triggers = await from.db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all<{ name: string }>();
  expect(triggers.results.filter(({ name }) => COMPUTED.test(name)).length).toBeGreaterThan(5);
});

test("a niche moves with members, photos, old and new messages and books, even when it is cut off", async () => {
  const [anna, ben] = [await member("local"), await member("local", { gender: "male", looking_for: "female" })];
  await anna.call("addPhoto", { file: phonePhoto() });
  const say = (text: string) => anna.call("sendMessage", { profile: ben.id, text, client_id: `client-${text}` });
  const { message } = await say("old");
  await inStore(
    { sql: "UPDATE messages SET created_at = created_at - ?", values: [60 * DAY] },
    { sql: "UPDATE conversations SET oldest_at = oldest_at - ?", values: [60 * DAY] },
  );
  await from.tick();
  await expect.poll(() => from.db.prepare("SELECT archived_seq AS n FROM conversations").first("n")).toBe(1);
  await say("new");

  const font = "0123456789abcdef";
  await inStore(
    {
      sql: "UPDATE domains SET settings = json_set(settings, '$.assets', json(?)) WHERE id = 'liaison'",
      values: [`{"font":{"hash":"${font}"}}`],
    },
    ...["source", "font.woff2"].map((name) => ({
      sql: "INSERT INTO domain_assets (domain_id, hash, name, part, data) VALUES ('liaison', ?, ?, 0, 'AAAA')",
      values: [font, name],
    })),
  );

  const file = join(folder, "liaison.niche");
  expect(await domain(from, "export", "liaison", file)).toMatchObject({
    code: 0,
    output: expect.stringContaining("liaison, dichtbij, funken with 3 objects"),
  });
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(await domain(from, "export", "liaison", file)).toMatchObject({ code: 1 });

  // As a kill leaves it: one object is whole, the next one torn.
  const other = join(folder, "again.niche");
  const cut = lines.findIndex((line) => line.startsWith('{"object"')) + 1;
  writeFileSync(`${other}.part`, `${lines.slice(0, cut).join("\n")}\n${lines[cut]?.slice(0, 50)}`);
  expect(await domain(from, "export", "liaison", other)).toMatchObject({
    code: 0,
    output: expect.stringContaining("1 of 3 objects are there"),
  });
  expect(readFileSync(other, "utf8").trimEnd().split("\n")).toEqual(lines);

  const damaged = join(folder, "damaged.niche");
  const profiles = lines.findIndex((line) => line.startsWith('{"table":"profiles"'));
  expect(profiles).toBeGreaterThan(0);
  for (const [at, from, by, place] of [
    [0, /"at":\d/, '"at":9', "its first line"],
    [profiles, /"name":"./, '"name":"?', "profiles"],
  ] as const) {
    writeFileSync(damaged, `${lines.map((line, index) => (index === at ? line.replace(from, by) : line)).join("\n")}\n`);
    expect(await domain(to, "import", damaged)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`is damaged in ${place}: nothing was imported`),
    });
    expect(await countOf(to, "accounts")).toBe(0);
  }

  const tried = await domain(to, "import", file, "--dry-run");
  expect(tried).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /PASSWORD_PEPPER is the one[\s\S]*accounts: 2 rows, SHA-256 [\da-f]{64}[\s\S]*pictures: 3, .*SHA-256 [\da-f]{64}/,
    ),
  });
  // Nobody is asked: there may be no deployment yet.
  const empty = await domain({ port: 1, data: folder }, "import", file, "--dry-run", "--empty");
  expect(empty).toMatchObject({ code: 0, output: expect.stringMatching(/equal by count and hash[\s\S]*into an empty database/) });
  expect((await domain(to, "import", damaged, "--dry-run")).output).toContain("is damaged in profiles");
  expect(await countOf(to, "accounts")).toBe(0);

  const torn = join(folder, "torn.niche");
  writeFileSync(torn, `${lines.slice(0, 12).join("\n")}\n`);
  expect(await domain(to, "import", torn)).toMatchObject({
    code: 1,
    output: expect.stringContaining("ends too early"),
  });
  expect(await countOf(to, "accounts")).toBe(0);
  // Stands for whatever writes beside the import. Its name is of those that stay.
  await to.db
    .prepare(
      "CREATE TRIGGER profile_counts_other AFTER INSERT ON profiles BEGIN UPDATE profiles SET name = 'Other' WHERE id = NEW.id; END",
    )
    .run();
  expect(await domain(to, "import", file)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Going on after line 10[\s\S]*Nothing was imported: profiles/),
  });
  expect(await countOf(to, "accounts")).toBe(0);
  await to.db.prepare("DROP TRIGGER profile_counts_other").run();
  expect(await domain(to, "import", file)).toMatchObject({
    code: 0,
    output: expect.stringContaining("equal by count and hash"),
  });
  expect(await domain(to, "import", file)).toMatchObject({
    code: 1,
    output: expect.stringContaining("members here already"),
  });
  expect(await countOf(to, "sqlite_master WHERE name GLOB 'niche_import*'")).toBe(0);
  const triggers = "sqlite_master WHERE type = 'trigger'";
  expect(await countOf(to, triggers)).toBe(await countOf(from, triggers));

  expect((await ask({ port: to.port, method: "GET", path: `/brand/${font}/font.woff2` })).status).toBe(200);

  served.local = to.port;
  const { photos } = (await anna.logIn().then(() => anna.call("user", {}))).profile;
  const picture = await anna.request("GET", `/media/${photos[0]?.filename}`);
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
  // The triggers are back, and row numbers go on.
  await say("after");
  const { messages } = await anna.call("chat", { conversation: message.conversation });
  expect(messages.map(({ text }) => text)).toEqual(["old", "new", "after"]);
  expect(await commands.run("audit", "--data", to.data)).toMatchObject({ code: 0 });
});

test("without its key the address of a transfer does not exist", async () => {
  for (const path of ["/operator/secret", "/operator/objects?prefix=a", "/operator/archive/x?after=0"])
    for (const headers of [{ authorization: "" }, { authorization: `Bearer ${"x".repeat(43)}` }])
      expect((await ask({ port: from.port, method: "GET", path, headers })).status).toBe(404);
});
