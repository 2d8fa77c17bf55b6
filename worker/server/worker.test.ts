import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { forgetDomains } from "./edge/host.ts";
import { servicesOf } from "./wiring/index.ts";
import { createWorker } from "./worker.ts";

const pages: string[] = [];
const worker = createWorker(async ({ url }) => {
  pages.push(new URL(url).pathname);
  return new Response("a page");
});

async function ask(url: string, init: RequestInit = {}, changed: Partial<Env> = {}) {
  pages.length = 0;
  const answer = await worker.fetch(new Request(url, init) as never, { ...env, ...changed }, createExecutionContext());
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

beforeAll(async () => {
  // Other files of this runtime get the same services, which must know the secrets.
  servicesOf(env);
  await env.DB.prepare("INSERT INTO hosts (host, domain_id) VALUES ('liaison.example', 'liaison')").run();
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("without its secrets the Worker answers nothing but its health", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  for (const path of ["/", "/members", "/api/settings.php", "/manifest.webmanifest"])
    expect([path, (await ask(`http://localhost${path}`, {}, { PASSWORD_PEPPER: "" })).status]).toEqual([path, 503]);
  const health = await ask("http://localhost/health", {}, { PASSWORD_PEPPER: "" });
  expect([health.status, JSON.parse(health.text).ok]).toEqual([503, false]);
  expect(pages).toEqual([]);
});

test("the staff host has no page, call or file of a domain", async () => {
  for (const path of ["/members", "/api/settings.php", "/manifest.webmanifest", "/media/a", "/health"]) {
    const { status, headers } = await ask(`http://staff.localhost${path}`);
    expect([path, status, headers.get("x-robots-tag")]).toEqual([path, 404, "noindex, nofollow"]);
  }
  expect(pages).toEqual([]);
});

test("a host of no domain is told so, before anything else is looked at", async () => {
  for (const path of ["/", "/api/settings.php", "/media/a", "/health", "/staff"])
    expect([path, (await ask(`https://nobody.example${path}`)).status]).toEqual([path, 404]);
  expect(pages).toEqual([]);
});

test("plain http is moved before the address is looked at", async () => {
  expect((await ask("http://liaison.example/m%65mbers")).headers.get("location")).toBe("https://liaison.example/m%65mbers");
});

test("an address is moved before it can name a page, a call or a photo", async () => {
  expect((await ask("https://liaison.example/m%65mbers")).headers.get("location")).toBe("/members");
  expect((await ask("https://liaison.example/%61pi/settings.php")).headers.get("location")).toBe("/api/settings.php");
  expect((await ask("https://liaison.example/%6dedia/a")).headers.get("location")).toBe("/media/a");
  expect(pages).toEqual([]);
});

test("a closed site has its health, its files and the notices of payments, and no page or call", async () => {
  await env.DB.exec(
    "INSERT INTO site_notices (id, domain_id, kind, audience, texts, dismissible, from_at, created_by, created_at) VALUES ('a', 'liaison', 'maintenance', 'everybody', '{}', 0, 1, 'o', 1)",
  );
  forgetDomains();
  try {
    for (const path of ["/", "/members", "/api/settings.php", "/api/live.php"])
      expect([path, (await ask(`https://liaison.example${path}`)).status]).toEqual([path, 503]);
    expect(JSON.parse((await ask("https://liaison.example/health")).text)).toHaveProperty("ok");
    for (const path of ["/manifest.webmanifest", "/imprint"])
      expect([path, (await ask(`https://liaison.example${path}`)).status]).toEqual([path, 200]);
    expect((await ask("https://liaison.example/api/payment-webhook.php?provider=sandbox", { method: "POST" })).status).not.toBe(
      503,
    );
  } finally {
    await env.DB.exec("DELETE FROM site_notices");
    forgetDomains();
  }
});

test("a file of the site carries no cookie", async () => {
  const { status, headers } = await ask("https://liaison.example/manifest.webmanifest?pi=a&source=b");
  expect([status, headers.get("set-cookie")]).toEqual([200, null]);
});

test("a form of another site reaches no page, a form of this one does", async () => {
  const post = (site: string) =>
    ask("https://liaison.example/login", {
      method: "POST",
      headers: { "sec-fetch-site": site },
      body: new URLSearchParams({ a: "b" }),
    });
  const refused = await post("cross-site");
  expect([refused.status, pages]).toEqual([403, []]);
  expect((await post("same-origin")).text).toBe("a page");
});

test("HEAD gets the headers of GET, and no body", async () => {
  const { status, text, headers } = await ask("https://liaison.example/login", { method: "HEAD" });
  expect([status, text, pages]).toEqual([200, "", ["/login"]]);
  expect(headers.get("content-security-policy")).not.toBeNull();
});

test("while the database is away a visitor reads in his own language when to come back, and a monitor hears it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const lost = async () => Promise.reject(new Error("D1_ERROR: Network connection lost."));
  const prepare = (): object => ({ bind: prepare, all: lost, first: lost, raw: lost, run: lost });
  const away = { DB: { prepare, batch: lost } as unknown as D1Database };
  const french = { headers: { "accept-language": "fr-FR,fr;q=0.9,en;q=0.8" } };
  const page = await ask("https://away.example/members", french, away);
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(page.text).toContain('<html lang="fr">');
  expect(page.text).toContain("Réessaie dans une minute.");
  const chosen = { headers: { ...french.headers, cookie: "locale=nl" } };
  expect((await ask("https://away.example/", chosen, away)).text).toContain('<html lang="nl">');
  const call = await ask("https://away.example/api/user.php", {}, away);
  expect([call.status, JSON.parse(call.text).error.retry_after]).toEqual([503, 60]);
  const health = await ask("https://away.example/health", {}, away);
  expect([health.status, JSON.parse(health.text).problems]).toEqual([503, expect.arrayContaining(["database"])]);
  expect(pages).toEqual([]);
});
