import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import { testDomains } from "#tests/setup/domains.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { assetAddress } from "./assets.vocabulary.ts";

const HASH = "0123456789abcdef";
const logo = { hash: HASH, type: "svg" as const, width: 30, height: 10 };
const domains = testDomains();
const home = domains.find(({ file }) => file.hosts.includes("localhost")) ?? expect.unreachable();
const branded = { ...home, file: { ...home.file, assets: { logo } } };

const ask = (path: string, host = "localhost") => exports.default.fetch(new Request(`http://${host}${path}`));
const put = (hash: string, name: string, part: number, text: string, domain = home.file.id) =>
  env.DB.prepare("INSERT INTO domain_assets (domain_id, hash, name, part, data) VALUES (?, ?, ?, ?, ?)").bind(
    ...[domain, hash, name, part, btoa(text)],
  );
const hashes = async () => {
  const { results } = await env.DB.prepare("SELECT DISTINCT hash FROM domain_assets ORDER BY 1").all<{ hash: string }>();
  return results.map(({ hash }) => hash);
};

beforeEach(async () => {
  // Three bytes are four characters of base64: parts join without a remainder.
  await env.DB.batch([
    env.DB.prepare("DELETE FROM domain_assets"),
    put(HASH, "logo.svg", 1, "/> "),
    put(HASH, "logo.svg", 0, "<svg  "),
    put(HASH, "source", 0, "as handed in"),
  ]);
});

test("a file of the niche is put together from its parts, and cached for a year everywhere", async () => {
  const answer = await ask(assetAddress(logo, "logo.svg"));
  expect([answer.status, await answer.text()]).toEqual([200, "<svg  /> "]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers.get("set-cookie")).toBeNull();
});

test("neither another niche's host, nor another name or hash, shows a file; the file as it was handed in stays unseen", async () => {
  const other = domains.find(({ file }) => file.id !== home.file.id)?.file.hosts[0];
  expect((await ask(assetAddress(logo, "logo.svg"), other)).status).toBe(404);
  for (const path of [`${HASH}/logo.png`, `${HASH}/source`, `${"f".repeat(16)}/logo.svg`, `${HASH}/../logo.svg`, HASH, ""])
    expect([path, (await ask(`/brand/${path}`)).status]).toEqual([path, 404]);
});

test("a file stays while a version or a preview shows it, and goes with the last of them", async () => {
  await put("aaaaaaaaaaaaaaaa", "source", 0, "x").run();
  await put("bbbbbbbbbbbbbbbb", "source", 0, "x").run();
  const shown = JSON.stringify({ ...home.file, assets: { font: { hash: "b".repeat(16) } } });
  await env.DB.prepare("INSERT INTO domain_previews (host, settings, created_at, expires_at) VALUES ('p.localhost', ?, 0, 1)")
    .bind(shown)
    .run();
  await applyDomains(env.DB, [branded], Date.now(), { only: true });
  expect(await hashes()).toEqual([HASH, "b".repeat(16)]);
  await env.DB.prepare("DELETE FROM domain_previews").run();
  await applyDomains(env.DB, [home], Date.now(), { only: true });
  expect(await hashes()).toEqual([HASH]);
  await env.DB.prepare("DELETE FROM domain_versions").run();
  await applyDomains(env.DB, [home], Date.now(), { only: true });
  expect(await hashes()).toEqual([]);
});

test("a preview shows the files of its niche on its own host", async () => {
  await env.DB.prepare("INSERT INTO domain_previews (host, settings, created_at, expires_at) VALUES (?, ?, 0, ?)")
    .bind("preview-brand.localhost", JSON.stringify(branded.file), Date.now() + 60_000)
    .run();
  const answer = await ask(assetAddress(logo, "logo.svg"), "preview-brand.localhost");
  expect([answer.status, await answer.text()]).toEqual([200, "<svg  /> "]);
  await env.DB.prepare("DELETE FROM domain_previews").run();
});

test("the stored domain brings its words and files to the pages", async () => {
  const words = { ...home.file.words, title: { en: "Above the tree line" }, tagline: { en: "For people who climb." } };
  await applyDomains(env.DB, [{ ...branded, file: { ...branded.file, words } }], Date.now(), { only: true });
  const found = await servicesOf(env).domainsStore.findById(home.file.id);
  expect(found).toMatchObject({ words: { title: { en: "Above the tree line" } }, assets: { logo } });
  await applyDomains(env.DB, [home], Date.now(), { only: true });
});

test("a stored version with two equal offers is not applied, and nothing is written", async () => {
  const before = await env.DB.prepare("SELECT id, settings FROM domains ORDER BY id").all();
  const old = { ...home, file: { ...home.file, settings: { ...home.file.settings, delete_discount: 25 } } };
  await expect(applyDomains(env.DB, [old], Date.now(), { only: true })).rejects.toThrow("settings.delete_discount");
  expect((await env.DB.prepare("SELECT id, settings FROM domains ORDER BY id").all()).results).toEqual(before.results);
});
