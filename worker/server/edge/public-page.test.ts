import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { publicPageOf } from "./public-page.ts";

let hosts = 0;

/** Of a host that the isolate has not read yet; null if no page is cached. */
async function versionOf(changes: object = {}, path = "/terms", headers: HeadersInit = {}): Promise<string | null> {
  hosts++;
  const page = await publicPageOf(new Request(`http://cached-${hosts}.localhost${path}`, { headers }), Date.now(), async () => {
    const domain = await servicesOf(env).domainsStore.findByHost("localhost");
    return domain && { ...domain, ...changes };
  });
  const [build, version] = page?.key.split("\n") ?? [];
  return page && `${build} ${version}`;
}

test("the version in the key follows from what is stored of the domain, not from the time of its reading", async () => {
  const version = await versionOf();
  expect(version).toMatch(/^tested [\w-]{43}$/);
  expect(await versionOf()).toBe(version);
  const settings = (await servicesOf(env).domainsStore.findByHost("localhost"))?.settings;
  expect(settings).toBeDefined();
  expect(await versionOf({ settings: { ...settings, support_phone: "+31 20 123" } })).not.toBe(version);
  expect(await versionOf({ icons: "another" })).not.toBe(version);
  expect(await versionOf({ assets: { font: { hash: "0123456789abcdef" } } })).not.toBe(version);
  expect(await versionOf({ words: { title: { en: "Own" }, points: [], faq: [], landers: {} } })).not.toBe(version);
});

test("no page of a preview or of an unknown host is cached", async () => {
  expect(await versionOf({ previewUntil: Date.now() })).toBeNull();
  expect(await publicPageOf(new Request("http://unknown.example/"), Date.now(), async () => null)).toBeNull();
});

test("behind a proxy no page is cached that asks a call", async () => {
  const api = { mode: "proxy", upstream: "https://api.example", timeout_ms: 1000 };
  expect(await versionOf({}, "/pricing")).not.toBeNull();
  expect(await versionOf({ api }, "/pricing")).toBeNull();
  expect(await versionOf({}, "/members")).not.toBeNull();
  expect(await versionOf({ api }, "/members")).toBeNull();
  expect(await versionOf({ api }, "/terms")).not.toBeNull();
});

test("a search that leaves no way back of its own is not cached, nor one with a pop-up", async () => {
  const trail = (value: string) => ({ cookie: `trail=${encodeURIComponent(value)}` });
  expect(await versionOf({}, "/members", trail("search=gender%3Dfemale"))).not.toBeNull();
  expect(await versionOf({}, "/members", { "x-request-type": "client", ...trail("search=network%3Dother") })).toBeNull();
  for (const popup of ["0", "2"]) expect(await versionOf({}, "/members", trail(`popup=${popup}`))).toBeNull();
});
