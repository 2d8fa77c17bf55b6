import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { applyDomains, readDomainsIn } from "#scripts/data.ts";
import { domainsWithoutIcons } from "#scripts/domains.ts";
import { type Instance, startInstance } from "#tests/setup/instances.ts";
import { writeFolder } from "#tools/brand/restore.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { ask } from "./http.ts";

let own: Instance;
const domains = mkdtempSync(join(tmpdir(), "liaison-legal-"));
beforeAll(async () => {
  own = await startInstance();
});
afterAll(async () => {
  await own.stop();
  rmSync(domains, { recursive: true });
});

const put = (name: string, content: string) => writeFileSync(join(domains, name), content);
const terms = (language: string, version: string, words: string, more = "{{#payments}}{{site}}{{/payments}}") =>
  put(
    `alm/terms.${language}.md`,
    `---\nversion: ${version}\n---\n\n# ${words}\n\n{{company}}, {{version_date}}.\n\n## A {#a}\n\n${more}\n`,
  );
const page = (port: number, host: string, path: string, headers = {}) =>
  ask({ port, path, method: "GET", headers: { host, ...headers } });

it("a niche's own terms replace ours on its page, are stored with it, and come back with an earlier version", async () => {
  const file = JSON.parse(readFileSync(join(import.meta.dirname, "../../db/domains/spaetsommer.json"), "utf8"));
  Object.assign(file, { id: "alm", pool: "alm", hosts: ["alm.localhost"] });
  Object.assign(file.settings, { name: "Alm", domain: "alm.localhost" });
  put("alm.json", JSON.stringify(file, null, 2));
  mkdirSync(join(domains, "alm"));
  terms("de", "2026-11-15", "Regeln der Alm", "{{sight}}");
  expect(readDomainsIn(domains).problems).toEqual([
    expect.stringMatching(/^db\/domains\/alm\.json:\d+:\d+: settings\.languages .*: the folder has no terms\.en\.md/),
    "db/domains/alm/terms.de.md:11:1: there is no placeholder sight",
  ]);
  terms("de", "2026-11-15", "Regeln der Alm");
  terms("en", "2026-11-15", "Rules of the Alm");
  const { files, problems } = readDomainsIn(domains);
  expect(problems).toEqual([]);
  await applyDomains(own.db, await readyDomains(files, own.db), Date.now(), { only: true });
  await expect.poll(async () => (await page(own.port, "alm.localhost", "/terms")).status).toBe(200);
  const { text } = await page(own.port, "alm.localhost", "/terms");
  for (const said of ["Regeln der Alm</h1>", "Fassung vom 15. November 2026", "Liaison Media B.V., 15. November 2026."])
    expect(text).toContain(said);
  const english = await page(own.port, "alm.localhost", "/terms", { cookie: "locale=en" });
  expect(english.text).toContain("Rules of the Alm</h1>");
  expect((await page(own.port, "alm.localhost", "/privacy")).text, "ours").toContain('id="rights"');

  const before = files[0] ?? expect.unreachable();
  terms("de", "2026-11-20", "Neue Regeln");
  terms("en", "2026-11-20", "New rules");
  await applyDomains(own.db, await readyDomains(readDomainsIn(domains).files, own.db), Date.now(), { only: true });
  await writeFolder(join(domains, "alm"), before, own.db);
  expect(readFileSync(join(domains, "alm/terms.de.md"), "utf8")).toContain("# Regeln der Alm");
  expect(readDomainsIn(domains).files).toEqual(files);
});

it("the demo's own texts stand on its pages, with the version that its members agree to", async () => {
  const port = inject("local");
  const { text } = await page(port, "spaetsommer.localhost", "/imprint");
  for (const said of ["Fassung vom 15. November 2026", "Verbraucherschlichtungsstelle"]) expect(text).toContain(said);
  expect((await page(port, "spaetsommer.localhost", "/terms")).text).toContain("Hilfe am Telefon");
  expect((await page(port, "funken.localhost", "/imprint")).text).not.toContain("Verbraucherschlichtungsstelle");
});

it("a build over a database without icons serves its pages, and none of them names an icon", async () => {
  const { port, db } = own;
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
});
