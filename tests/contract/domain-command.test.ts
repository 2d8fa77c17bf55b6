import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { deployable } from "#scripts/domain/options.ts";
import { domainStatements } from "#scripts/domains.ts";
import { migrated } from "#scripts/migrations/schema.ts";
import { inlined } from "#scripts/sql-text.ts";
import { startCommands } from "#tests/setup/commands.ts";
import { type Instance, startInstance } from "#tests/setup/instances.ts";
import { withImages } from "#tools/brand/images.ts";
import { withIcons } from "#worker/sites/pwa/draw.ts";
import { PNG_ICONS } from "#worker/sites/pwa/icons.vocabulary.ts";
import { ask } from "./http.ts";

const ROOT = join(import.meta.dirname, "../..");

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
  const commands = startCommands(copy);
  const domain = (...args: string[]) => commands.run("domain", ...args);
  const path = join(copy, "db/domains/gipfel.json");
  const change = (work: (file: { hosts: string[]; settings: Record<string, unknown> }) => void) => {
    const file = JSON.parse(readFileSync(path, "utf8"));
    work(file);
    writeFileSync(path, JSON.stringify(file, null, 2));
  };
  const page = (host: string, path = "/", method = "GET") =>
    ask({ port: own.port, path, method, headers: { host, origin: `http://${host}` } });
  beforeAll(() => {
    for (const name of ["package.json", "scripts", "tools", "demo", "worker", "db", "locales"])
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  });
  afterAll(() => {
    commands.end();
    rmSync(copy, { recursive: true });
  });

  it("makes a niche, shows it before, brings it to a running site, compares and restores it", async () => {
    const data = ["--data", own.data];
    expect(await domain("new", "gipfel", "--languages", "de", "--countries", "AT,CH")).toMatchObject({ code: 0 });
    expect(await domain("new", "gipfel")).toMatchObject({ code: 1, output: expect.stringContaining("already") });
    expect(await domain("diff", "gipfel", ...data)).toMatchObject({
      code: 0,
      output: expect.stringContaining("not applied yet"),
    });

    const shown = await domain("preview", "gipfel", ...data);
    expect(shown.output).toContain(`.localhost:${own.port}/`);
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
    // As an operator's shell starts it.
    expect((await run(["scripts/domain.ts", "apply", "gipfel", ...data], copy)).output).toContain(
      "✓ gipfel: version 3 on gipfel.localhost: nothing changed",
    );
  });

  it("refuses a file that takes the site from its members, and asks before something ends for them", async () => {
    const data = ["--data", own.data];
    await own.db
      .prepare(
        `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, terms_version, terms_accepted_at,
          sensitive_version, sensitive_accepted_at, created_at)
          VALUES ('gipfel1', 'gipfel', 'gipfel', 'mira@example.com', '-', 'de', 'active', '1', 0, '1', 0, 0)`,
      )
      .run();
    const stored = () => own.db.prepare("SELECT pool, settings FROM domains WHERE id = 'gipfel'").first();
    const before = await stored();
    const kept = readFileSync(path, "utf8");
    change((file) => Object.assign(file, { pool: "gipfle" }));
    const said = 'gipfel: pool is "gipfle" in the file, but the site\'s 1 member is in "gipfel"';
    expect(await domain("apply", "gipfel", "--yes", ...data)).toMatchObject({ code: 1, output: expect.stringContaining(said) });
    writeFileSync(path, kept);
    change(({ settings }) => Object.assign(settings, { languages: ["en"], domain_language: "en" }));
    const asked = await domain("apply", "gipfel", ...data);
    expect(asked.output).toMatch(
      /offers "de", in which 1 member reads the site\.\nNothing was changed\. If you mean it, say --yes\./,
    );
    expect(await stored()).toEqual(before);
    expect((await domain("apply", "gipfel", "--yes", ...data)).output).toContain("✓ gipfel: version 4");
    await own.db.prepare("DELETE FROM accounts WHERE id = 'gipfel1'").run();
    writeFileSync(path, kept);
    expect((await domain("apply", "gipfel", ...data)).output).toContain("✓ gipfel: version 5");
  });

  it("refuses a file that would undo a change of the browser, until a pull has written it into the file", async () => {
    const data = ["--data", own.data];
    const { settings } =
      (await own.db.prepare("SELECT settings FROM domains WHERE id = 'gipfel'").first<{ settings: string }>()) ?? {};
    const file = JSON.parse(settings ?? "");
    const changed = JSON.stringify({ ...file, settings: { ...file.settings, description: "Changed by Olga" } });
    await own.db.batch([
      own.db
        .prepare(
          `INSERT INTO domain_versions (domain_id, number, settings, applied_at, by, staff_id)
            VALUES ('gipfel', 6, ?1, 0, 'Olga', 'olga1')`,
        )
        .bind(changed),
      own.db.prepare("UPDATE domains SET settings = ?1 WHERE id = 'gipfel'").bind(changed),
    ]);
    expect(await domain("apply", "gipfel", "--yes", ...data)).toMatchObject({
      code: 1,
      output: expect.stringContaining("Olga has changed the site in the browser (version 6)"),
    });
    const kept = readFileSync(path, "utf8");
    change((own) => Object.assign(own.settings, { name: "Never applied" }));
    expect(await domain("pull", "gipfel", ...data)).toMatchObject({
      code: 1,
      output: expect.stringContaining("were never applied"),
    });
    writeFileSync(path, kept);
    expect(await domain("pull", "gipfel", ...data)).toMatchObject({
      code: 0,
      output: expect.stringContaining("what version 6 says"),
    });
    expect(JSON.parse(readFileSync(path, "utf8")).settings.description).toBe("Changed by Olga");
    expect((await domain("apply", "gipfel", ...data)).output).toContain(
      "✓ gipfel: version 6 on gipfel.localhost: nothing changed",
    );
    change((own) => Object.assign(own.settings, { description: "Again by the file" }));
    expect((await domain("apply", "gipfel", ...data)).output).toContain("✓ gipfel: version 7");
  });

  it("brings a niche's own words, logo, picture and font to a preview and a site, and restores them with their files", async () => {
    const data = ["--data", own.data];
    const folder = join(copy, "db/domains/alm");
    const put = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
    const read = (name: string) => readFileSync(join(folder, name));
    const drawing = (size: string, colour: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="${colour}" d="M0 0h99v99H0z"/></svg>`;
    const picture = await withImages(async (resize) =>
      resize(Buffer.from(drawing('width="1600" height="1000"', "#246")), { height: 1000, format: "image/png" }),
    );
    expect(await domain("new", "alm", "--languages", "de,en")).toMatchObject({ code: 0 });
    mkdirSync(folder);
    const words = { title: { de: "Liebe über der Baumgrenze", en: "Love above the tree line" } };
    put("words.json", JSON.stringify({ ...words, tagline: { de: "Für Leute, die steigen." } }, null, 2));
    put("logo.svg", drawing('viewBox="0 0 90 30"', "#1f6f54"));
    put("icon.svg", drawing('viewBox="0 0 40 40"', "#1f6f54"));
    put("hero.png", picture.subarray(0, picture.length / 2));
    put("font.woff2", readFileSync(join(ROOT, "app/styles/fonts/nunito.woff2")));
    put("font-licence.txt", "SIL Open Font Licence 1.1");
    expect((await domain("apply", "alm", ...data)).output.trim()).toMatch(
      /^✖ db\/domains\/alm\/words\.json:6:14: tagline\.en: is missing: the site speaks en too/,
    );
    const tagline = { de: "Für Leute, die steigen.", en: "For people who climb." };
    const faq = [{ question: { de: "Wo?", en: "Where?" }, answer: { de: "Oben.", en: "Up there." } }];
    put("words.json", JSON.stringify({ ...words, tagline, faq, landers: { video: { title: words.title } } }));

    const damaged = await domain("apply", "alm", ...data);
    expect(damaged.output.trim()).toMatch(/^✖ db\/domains\/alm\/hero\.png: cannot be drawn, save it anew \(.+\)$/);
    put("hero.png", picture);
    const shown = await domain("preview", "alm", ...data);
    const [preview = ""] = /preview-\w+\.localhost/.exec(shown.output) ?? [];
    expect(await domain("apply", "alm", ...data)).toMatchObject({ code: 0, output: expect.stringContaining("version 1") });
    await expect.poll(async () => (await page("alm.localhost")).status).toBe(200);
    for (const host of [preview, "alm.localhost"]) {
      const { text } = await page(host);
      for (const said of [words.title.de, tagline.de, "Wo?", '@font-face{font-family:"Own"']) expect(text, host).toContain(said);
      expect((await page(host, "/faq")).text).toContain("Oben.");
      expect((await page(host, "/landers/video")).text).toMatch(new RegExp(`<h1[^>]*>${words.title.de}</h1>`));
      const addresses = new Set(text.match(/\/brand\/[0-9a-f]{16}\/[\w.-]+/g));
      const names = ["font.woff2", "hero-1200.webp", "hero-1600.webp", "hero-480.webp", "hero-800.webp", "logo.svg"];
      expect([...addresses].map((address) => address.slice(24)).sort()).toEqual(names);
      for (const address of addresses) {
        const { status, headers } = await page(host, address);
        expect([status, headers["cache-control"]], host + address).toEqual([200, "public, max-age=31536000, immutable"]);
      }
    }
    const { description, icons } = JSON.parse((await page("alm.localhost", "/manifest.webmanifest")).text);
    expect(description).toBe(tagline.de);
    expect((await page("alm.localhost", icons.at(-1).src)).text).toContain('viewBox="0 0 40 40"');

    const before = ["logo.svg", "hero.png", "font.woff2", "font-licence.txt"].map((name) => [name, read(name)] as const);
    put("words.json", JSON.stringify({ title: { ...words.title, de: "Anders" }, tagline }));
    for (const [name] of before) rmSync(join(folder, name));
    const changes = (await domain("diff", "alm", ...data)).output;
    for (const said of ["words.title.de:", "- assets.logo:", "- assets.hero:", "- assets.font:"]) expect(changes).toContain(said);
    expect((await domain("apply", "alm", ...data)).code).toBe(0);
    expect(await domain("restore", "alm", "1", "--write", ...data)).toMatchObject({ code: 0 });
    expect(JSON.parse(read("words.json").toString())).toMatchObject({ ...words, tagline, faq });
    for (const [name, bytes] of before) expect(read(name).equals(bytes), name).toBe(true);
    expect((await domain("diff", "alm", ...data)).output).toContain("is applied as its file says (version 3)");
    rmSync(folder, { recursive: true });
    rmSync(join(copy, "db/domains/alm.json"));
  });

  it("prints each mistake on a line, changes nothing then, and keeps what is of this machine here", async () => {
    change(({ hosts, settings }) => {
      hosts.push("localhost");
      Object.assign(settings, { nam: "x" });
    });
    const mistakes = [
      expect.stringMatching(/^✖ db\/domains\/gipfel\.json:\d+:\d+: hosts \(.*\): localhost is taken by localhost\.json/),
      expect.stringMatching(/^db\/domains\/gipfel\.json:\d+:5: settings\.nam: there is no such key; did you mean name\?$/),
      expect.stringMatching(/^db\/domains\/localhost\.json:4:12: hosts \(.*\): localhost is taken by gipfel\.json/),
    ];
    const ofFile = await domain("check", "gipfel");
    expect(ofFile.output.trim().split("\n")).toEqual([...mistakes.slice(0, 2), "", "2 mistakes"]);
    const other = await domain("check", "velvet");
    expect(other).toEqual({ code: 0, output: "✓ velvet; other files hold 3 mistakes\n" });
    const none = await domain("check", "gip");
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining("no file db/domains/gip.json") });
    const data = ["--data", own.data];
    const started = await run(["scripts/serve.ts", ...data], copy);
    for (const { code, output } of [await domain("check"), await domain("apply", "gipfel", ...data), started]) {
      expect(code).toBe(1);
      expect(output.trim().split("\n").slice(0, 3)).toEqual(mistakes);
    }
    rmSync(path);
    const applied = await domain("apply", "--data", own.data);
    expect(applied).toMatchObject({ code: 0, output: expect.stringContaining("– gipfel: has no file") });
    expect(applied.output).not.toContain("– velvet");
    await expect.poll(async () => (await page("gipfel.localhost")).status, { timeout: 60_000 }).toBe(404);
    expect(await domain("apply", "--remote")).toMatchObject({ code: 1, output: expect.stringContaining("of this machine") });
    for (const [wrong, said] of [
      [[], "Use: "],
      [["apply", "--x"], "Unknown option '--x'"],
      [["aply"], 'There is no "aply"'],
      [["restore", "gipfel"], "Use: "],
      [["new", "A b"], "no id of a domain"],
    ] as const)
      expect(await domain(...wrong)).toMatchObject({ code: 1, output: expect.stringContaining(said) });
  });
});

test("a deployment gets no host of this machine, and loses what has no file", () => {
  const [home] = readDomainFiles().filter(({ id }) => id === "liaison");
  if (!home) expect.unreachable();
  const gipfel = { ...home, id: "gipfel", hosts: ["dating.example.com", "gipfel.localhost"] };
  const files = deployable([home, gipfel]);
  expect(files.map(({ id, hosts }) => [id, hosts])).toEqual([["gipfel", ["dating.example.com"]]]);
  const deployed = migrated();
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
  expect(icons).toEqual([{ domain_id: "gipfel", n: Object.keys(PNG_ICONS).length + 2 }]);
});
