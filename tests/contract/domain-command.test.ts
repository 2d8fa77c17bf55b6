import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { inlined } from "#scripts/database.ts";
import { deployable } from "#scripts/domain/options.ts";
import { domainStatements } from "#scripts/domains.ts";
import { withIcons } from "#scripts/icons/draw.ts";
import { type Instance, startInstance } from "#tests/setup/instances.ts";
import { ask } from "./http.ts";

const ROOT = join(import.meta.dirname, "../..");
// In ms. Each command is a process: one second on an idle machine, ten on a busy one.
vi.setConfig({ testTimeout: 180_000 });

let own: Instance;
beforeAll(async () => {
  own = await startInstance();
});
afterAll(() => own.stop());

function run(all: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, all, { cwd, env: { ...process.env, NODE_NO_WARNINGS: "1" } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

describe("npm run domain", () => {
  // A copy of the product: the command writes into db/domains.
  const copy = mkdtempSync(join(tmpdir(), "liaison-domain-"));
  const domain = (...args: string[]) => run(["scripts/domain.ts", ...args], copy);
  const path = join(copy, "db/domains/gipfel.json");
  const change = (work: (file: { hosts: string[]; settings: Record<string, unknown> }) => void) => {
    const file = JSON.parse(readFileSync(path, "utf8"));
    work(file);
    writeFileSync(path, JSON.stringify(file, null, 2));
  };
  const page = (host: string, path = "/", method = "GET") =>
    ask({ port: own.port, path, method, headers: { host, origin: `http://${host}` } });
  beforeAll(() => {
    for (const name of ["package.json", "scripts", "worker", "db", "locales"])
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it("makes a niche, shows it before, brings it to a running site, compares and restores it", async () => {
    const data = ["--data", own.data];
    expect(await domain("new", "gipfel", "--languages", "de", "--countries", "AT,CH")).toMatchObject({ code: 0 });
    expect(await domain("new", "gipfel")).toMatchObject({ code: 1, output: expect.stringContaining("already") });
    expect(await domain("diff", "gipfel", ...data)).toMatchObject({
      code: 0,
      output: expect.stringContaining("not applied yet"),
    });

    const shown = await domain("preview", "gipfel", ...data);
    const [preview = ""] = /preview-\w+\.localhost/.exec(shown.output) ?? [];
    const early = await page(preview);
    expect([early.status, early.headers["x-robots-tag"]]).toEqual([200, "noindex"]);
    expect(early.text).toContain("Vorschau von Gipfel");
    for (const path of ["/", "/signup", "/login"]) expect((await page(preview, path, "POST")).status).toBe(403);
    expect((await page(preview, "/api/user.php", "POST")).status).toBe(403);
    expect((await page("gipfel.localhost")).status).toBe(404);

    // An unknown host is remembered for two seconds.
    expect(await domain("apply", "gipfel", ...data)).toMatchObject({ code: 0, output: expect.stringContaining("version 1") });
    await expect.poll(async () => (await page("gipfel.localhost")).status).toBe(200);
    const live = await page("gipfel.localhost");
    expect(live.text).toContain('<html lang="de"');
    expect(live.text).not.toContain("Vorschau");
    expect((await page("localhost")).status).toBe(200);

    change(({ settings }) => Object.assign(settings, { name: "Bergfex", theme: { primary: "#1f6f54" } }));
    expect((await domain("diff", "gipfel", ...data)).output.trim().split("\n")).toEqual([
      "gipfel: version 1 → the file",
      '  settings.name: "Gipfel" → "Bergfex"',
      '+ settings.theme.primary: "#1f6f54"',
    ]);
    expect(await domain("apply", "gipfel", ...data)).toMatchObject({ code: 0, output: expect.stringContaining("version 2") });
    expect(await domain("restore", "gipfel", "7", ...data)).toMatchObject({
      code: 1,
      output: expect.stringContaining("it has 2, 1"),
    });
    expect(await domain("restore", "gipfel", "1", "--write", ...data)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(path, "utf8")).settings).toMatchObject({ name: "Gipfel", domain: "gipfel.localhost" });
    expect(readFileSync(path, "utf8")).not.toContain("message_length");
    const history = await domain("history", "gipfel", ...data);
    expect(history.output).toMatch(/3 .*restored 1.*name, theme.primary[\s\S]*2 .*name, theme.primary[\s\S]*1 .*first/);
    expect((await domain("diff", "gipfel", ...data)).output).toContain("is applied as its file says (version 3)");
    expect((await domain("preview", "gipfel", "--hours", "0", ...data)).code).toBe(0);
  });

  it("prints each mistake on a line, changes nothing then, and keeps what is of this machine here", async () => {
    change(({ hosts, settings }) => {
      hosts.push("localhost");
      Object.assign(settings, { nam: "x" });
    });
    const mistakes = [
      expect.stringMatching(/^✖ db\/domains\/gipfel\.json:\d+:5: settings\.nam: there is no such key; did you mean name\?$/),
      expect.stringMatching(/^db\/domains\/localhost\.json:4:12: hosts \(.*\): localhost is taken by gipfel\.json/),
    ];
    for (const action of [["check"], ["apply", "gipfel", "--data", own.data]]) {
      const { code, output } = await domain(...action);
      expect(code).toBe(1);
      expect(output.trim().split("\n").slice(0, 2)).toEqual(mistakes);
    }
    rmSync(path);
    expect(await domain("apply", "--remote")).toMatchObject({ code: 1, output: expect.stringContaining("of this machine") });
    for (const wrong of [[], ["apply", "--x"], ["restore", "gipfel"], ["new", "A b"]])
      expect(await domain(...wrong)).toMatchObject({ code: 1 });
  });
});

test("a deployment gets no host of this machine, and loses what has no file", () => {
  const [home] = readDomainFiles().filter(({ id }) => id === "liaison");
  if (!home) expect.unreachable();
  const gipfel = { ...home, id: "gipfel", hosts: ["dating.example.com", "gipfel.localhost"] };
  const files = deployable([home, gipfel]);
  expect(files.map(({ id, hosts }) => [id, hosts])).toEqual([["gipfel", ["dating.example.com"]]]);
  const deployed = new DatabaseSync(":memory:");
  const migrations = join(ROOT, "db/migrations");
  for (const name of readdirSync(migrations).filter((one) => one.endsWith(".sql")))
    deployed.exec(readFileSync(join(migrations, name), "utf8"));
  deployed.exec(`INSERT INTO domains (id, pool, settings, updated_at) VALUES ('liaison', 'liaison', '{}', 0);
    INSERT INTO hosts (host, domain_id) VALUES ('localhost', 'liaison')`);
  for (const statement of domainStatements(withIcons(files), Date.now(), { by: "anna" })) deployed.exec(inlined(statement));
  expect(deployed.prepare("SELECT host || ' ' || domain_id AS line FROM hosts").all()).toEqual([
    { line: "dating.example.com gipfel" },
  ]);
  expect(deployed.prepare("SELECT id FROM domains").all()).toEqual([{ id: "gipfel" }]);
  expect(deployed.prepare("SELECT domain_id, number, by FROM domain_versions").all()).toEqual([
    { domain_id: "gipfel", number: 1, by: "anna" },
  ]);
  const icons = deployed.prepare("SELECT domain_id, count(*) AS n FROM domain_icons GROUP BY domain_id").all();
  expect(icons).toEqual([{ domain_id: "gipfel", n: 6 }]);
});
