import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSheets } from "#worker/platform/sheets.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createWorker } from "#worker/server/worker.ts";
import { createCachedPages, type SharedPages } from "./cached-pages.ts";
import { edge } from "./edge.ts";
import { publicPageOf } from "./public-page.ts";
import { createSharedPages } from "./shared-pages.ts";
import { trailCookie } from "./trail.ts";

const SHEETS = createSheets({ rules: [".shown{top:0}"], sheets: { "/assets/sheet-aaaaaaaa.css": [0] } });
('<html><head><link rel="stylesheet" href="/assets/sheet-aaaaaaaa.css" data-precedence="x"/></head><body></body></html>');
const NOTHING: SharedPages = { find: async () => null, store: async () => {} };
/** A visitor of today who answered the entry question: the cookie needs no renewal. */
const ENTERED = `dismissed=entry-${seconds()}.written-${seconds()}`;

function seconds(): string {
  return Math.floor(Date.now() / 1000).toString(36);
}

/** Shows whatever a page could show of its visitor. */
const showsAll = async () => {
  const { nonce, formKey, source, draft, storedCode, dismissals, language, country, session, zoneCookie, url } = edge();
  const shown = {
    source,
    draft,
    storedCode,
    entered: "entry" in dismissals,
    language,
    country,
    session,
    zoneCookie,
    path: url.href,
  };
  const html = `<style nonce="${nonce}"></style>é<input value="${formKey}"><p>${JSON.stringify(shown)}</p><b nonce="${nonce}">`;
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
};
const fetchPage = vi.fn(showsAll);

let pages = createCachedPages(NOTHING, SHEETS);

beforeEach(() => {
  pages = createCachedPages(NOTHING, SHEETS);
  fetchPage.mockClear();
});

async function ask(path = "/", headers: Record<string, string> = {}, method = "GET") {
  const execution = createExecutionContext();
  const request = new Request(new URL(path, "http://localhost"), { method, headers });
  const answer = await createWorker(fetchPage, pages).fetch(request as never, env, execution);
  const html = await answer.text();
  await waitOnExecutionContext(execution);
  return {
    html,
    status: answer.status,
    headers: answer.headers,
    cookies: answer.headers.getSetCookie(),
    csp: answer.headers.get("content-security-policy") ?? "",
    nonces: [...html.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce as string),
    key: /value="([^"]*)"/.exec(html)?.[1],
    shown: /<p>(.*)<\/p>/.exec(html)?.[1],
  };
}

test("a second visitor gets the cached page, with a nonce and a form key of his own", async () => {
  const [first, second, third] = [await ask(), await ask(), await ask()];
  expect(fetchPage).toHaveBeenCalledTimes(1);
  expect([second.status, second.shown]).toEqual([200, first.shown]);
  expect(second.html.length).toBe(first.html.length);
  for (const { nonces, csp, key } of [first, second, third]) {
    expect(nonces).toHaveLength(2);
    for (const nonce of nonces) expect(csp.split(`'nonce-${nonce}'`)).toHaveLength(3);
    expect(key).toMatch(/^[0-9a-z]{20}$/);
  }
  expect(new Set([first, second, third].flatMap(({ nonces }) => nonces)).size).toBe(3);
  expect(new Set([first, second, third].map(({ key }) => key)).size).toBe(3);
  const names = (of: Headers) => [...of].filter(([name]) => name !== "content-security-policy");
  expect(names(second.headers)).toEqual(names(first.headers));
  expect(second.headers.get("cache-control")).toBe("private, no-store");
});

test("a cookie that is due to one visitor never reaches another", async () => {
  const old = "dismissed=entry-t0";
  const cookies = [await ask("/", { cookie: old }), await ask("/", { cookie: ENTERED }), await ask("/", { cookie: old })].map(
    (answer) => answer.cookies.length,
  );
  expect(cookies).toEqual([1, 0, 1]);
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

const SECRET = "s".repeat(43);
const MEMBER = `0123456789abcdefghij.${SECRET}`;

/** Requests that carry something of their visitor. */
const PERSONAL: [string, { path?: string; headers?: Record<string, string>; method?: string }][] = [
  ["a session", { headers: { cookie: `session=${MEMBER}` } }],
  ["the mark of a log-out", { headers: { cookie: `session=out.${SECRET}` } }],
  ["a draft of a sign-up", { headers: { cookie: `draft=${SECRET}.abc` } }],
  ["a traffic source", { headers: { cookie: "source=network%3Dspring" } }],
  ["a traffic source to be written", { path: "/?network=spring" }],
  ["a discount code", { headers: { cookie: "discountcode=SPRING" } }],
  ["a discount code to be written", { path: "/?discountcode=SPRING" }],
  ["a zone", { headers: { cookie: "zone=Europe%2FParis" } }],
  ["a trail", { headers: { cookie: "trail=popup%3D3" } }],
  ["a message", { path: `/?logged_out=${Date.now().toString(36)}` }],
  ["a return path", { path: "/?next=/chats" }],
  ["a language of tests", { headers: { cookie: "locale=xx" } }],
  ["a signed country", { headers: { "x-visitor": "signed" } }],
  ["the long way", { headers: { "x-long-way": "please" } }],
  ["a form", { method: "POST", headers: { "sec-fetch-site": "same-origin" } }],
  ["a router's question", { headers: { "rsc-action-id": "x" } }],
];

describe.each(PERSONAL)("a request with %s", (_, { path, headers, method }) => {
  test("gets a page of its own, and leaves none to others", async () => {
    const own = await ask(path, headers, method);
    expect(fetchPage).toHaveBeenCalledTimes(1);
    const plain = await ask();
    expect(fetchPage).toHaveBeenCalledTimes(2);
    await ask(path, headers, method);
    expect(fetchPage).toHaveBeenCalledTimes(3);
    expect((await ask()).shown).toBe(plain.shown);
    expect(fetchPage).toHaveBeenCalledTimes(3);
    expect(plain.html).not.toMatch(/spring|SPRING|sssss|Paris/);
    expect(plain.cookies).toEqual([]);
    expect(own.headers.has("etag")).toBe(false);
  });
});

test("the key of a cached page covers page, host, scheme, language, country and entry question", async () => {
  const kinds: [string, Record<string, string>][] = [
    ["/", {}],
    ["/terms", {}],
    ["http://velvet.localhost/", {}],
    ["https://localhost/", {}],
    ["/", { cookie: "locale=nl" }],
    ["/", { "cf-ipcountry": "DE" }],
    ["/", { cookie: ENTERED }],
  ];
  const made = new Set<string>();
  for (const [path, headers] of kinds) made.add((await ask(path, headers)).shown as string);
  expect(made.size).toBe(kinds.length);
  expect(fetchPage).toHaveBeenCalledTimes(kinds.length);
  for (const [path, headers] of kinds) expect(made).toContain((await ask(path, headers)).shown);
  expect(fetchPage).toHaveBeenCalledTimes(kinds.length);
});

test.each<[string, () => Response]>([
  ["sets a cookie", () => new Response("", { headers: { "set-cookie": "a=1" } })],
  [
    "sets a cookie beside its answer",
    () => {
      edge().answer.append("set-cookie", "a=1");
      return new Response("");
    },
  ],
  ["redirects", () => new Response(null, { status: 302, headers: { location: "/members" } })],
  ["is not found", () => new Response("", { status: 404 })],
  ["names its request", () => new Response(edge().requestId)],
])("a page that %s is not cached", async (_, answer) => {
  fetchPage.mockImplementationOnce(async () => answer()).mockImplementationOnce(async () => answer());
  await ask();
  const { headers } = await ask();
  expect(fetchPage).toHaveBeenCalledTimes(2);
  expect(headers.has("etag")).toBe(false);
});

test("no other page is cached", async () => {
  for (const path of [
    "/login",
    "/signup",
    "/members?country=all",
    "/complaints",
    "/terms/",
    "/landers/gallery/berlin",
    "/terms.rsc",
  ]) {
    await ask(path);
    await ask(path);
  }
  expect(fetchPage).toHaveBeenCalledTimes(14);
});

test("a client that names the page it has gets none, and keeps the policy of its copy", async () => {
  const { headers } = await ask();
  const etag = headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  const same = await ask("/", { "if-none-match": `"other", ${etag}` });
  expect([same.status, same.html, same.csp, same.headers.get("etag")]).toEqual([304, "", "", etag]);
  const other = await ask("/", { "if-none-match": '"other"' });
  expect([other.status, other.headers.get("etag")]).toEqual([200, etag]);
  expect((await ask("/terms")).headers.get("etag")).not.toBe(etag);
});

test.each([
  ["/", 300_000],
  ["/members", 10_000],
])("%s ends after %i ms", async (path, age) => {
  await ask(path);
  const request = new Request(new URL(path, "http://localhost/"));
  const at = Date.now();
  const page = await publicPageOf(request, at, (host) => servicesOf(env).domainsStore.findByHost(host));
  if (!page) throw new Error("no public page");
  // Two seconds for a slow machine: the page was made before `at`.
  expect((await pages.find({ request, page, at: at + age - 2000 }))?.status).toBe(200);
  expect(await pages.find({ request, page, at: at + age })).toBeNull();
});

describe("the search of visitors", () => {
  const OWN = trailCookie({ search: "country=NL", popup: null }, false);
  const trail = (search: string) => ({ cookie: trailCookie({ search, popup: null }, false).split(";")[0] as string });
  const searched = async () => {
    if (edge().trail.search !== "country=NL") edge().answer.append("set-cookie", OWN);
    return new Response("members");
  };
  beforeEach(() => void fetchPage.mockImplementation(searched));
  afterEach(() => void fetchPage.mockImplementation(showsAll));

  test.each([
    ["a visitor without a way back", undefined],
    ["a visitor with another way back", trail("country=DE")],
    ["a visitor with the same way back", trail("country=NL")],
  ])("is made for %s, and leaves each visitor the way back that is due", async (_, first) => {
    await ask("/members", first);
    for (const [headers, due] of [
      [undefined, [OWN]],
      [trail("country=DE"), [OWN]],
      [trail("country=NL"), []],
    ] as const)
      expect((await ask("/members", headers)).cookies).toEqual(due);
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  test("is made anew for a visitor with a pop-up, a session, a source or a query", async () => {
    await ask("/members");
    const cookies = ["trail=popup%3D3", `session=${MEMBER}`, "source=network%3Dspring", "zone=Europe%2FParis"];
    for (const cookie of cookies) await ask("/members", { cookie });
    await ask("/members?sort=newest");
    expect(fetchPage).toHaveBeenCalledTimes(6);
    expect((await ask("/members")).cookies).toEqual([OWN]);
    expect(fetchPage).toHaveBeenCalledTimes(6);
  });

  test("stays in its isolate", async () => {
    const shared = { find: vi.fn(async () => null), store: vi.fn(async () => {}) };
    pages = createCachedPages(shared, SHEETS);
    await ask("/members");
    expect([shared.find, shared.store].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    fetchPage.mockImplementation(showsAll);
    await ask("/terms");
    expect([shared.find, shared.store].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});

test("beyond its bytes the isolate forgets the page that was asked for longest ago", async () => {
  const length = (await ask("/terms")).html.length + 1;
  pages = createCachedPages(NOTHING, SHEETS, length * 2.5);
  const called = () => fetchPage.mock.calls.length - before;
  for (const path of ["/terms", "/ban", "/terms", "/faq"]) await ask(path);
  const before = fetchPage.mock.calls.length;
  await ask("/terms");
  await ask("/faq");
  expect(called()).toBe(0);
  await ask("/ban");
  expect(called()).toBe(1);
});

test("another isolate takes the page from the cache of the place", async () => {
  pages = createCachedPages(createSharedPages(), SHEETS);
  const first = await ask("/privacy");
  expect(fetchPage).toHaveBeenCalledTimes(1);
  pages = createCachedPages(createSharedPages(), SHEETS);
  const second = await ask("/privacy");
  expect(fetchPage).toHaveBeenCalledTimes(1);
  expect([second.shown, second.headers.get("etag")]).toEqual([first.shown, first.headers.get("etag")]);
  expect(second.nonces[0]).not.toBe(first.nonces[0]);
  expect(second.csp).toContain(`'nonce-${second.nonces[1]}'`);
});

test("a cache that fails costs a page made anew, nothing else", async () => {
  const fails = () => Promise.reject(new Error("no cache"));
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  pages = createCachedPages({ find: fails, store: fails }, SHEETS);
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect(fetchPage).toHaveBeenCalledTimes(1);
  expect(warned).toHaveBeenCalledTimes(2);
  warned.mockRestore();
});
