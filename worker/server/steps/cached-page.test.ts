import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import type { CachedPages } from "#worker/server/edge/cached-pages.ts";
import { cachedPage } from "./cached-page.ts";

const keys: string[] = [];
let cached: Response | null = null;
const find: CachedPages["find"] = async ({ page }) => {
  keys.push(page.key);
  return cached;
};
const step = cachedPage({ find } as CachedPages);

beforeEach(() => {
  keys.length = 0;
  cached = null;
});

/** Text of the next step: the path of the page that may be cached. */
const next = (c: Parameters<typeof step>[0]) => new Response(c.var.publicRequest?.page.url.pathname ?? NEXT);

test("a page that is equal for all comes from the cache", async () => {
  cached = new Response("a cached page");
  expect((await answerAt(step, "/faq", { env, next })).text).toBe("a cached page");
  expect(keys).toHaveLength(1);
});

test("a page that the cache lacks is made, and may be cached then", async () => {
  expect((await answerAt(step, "/faq", { env, next })).text).toBe("/faq");
  expect(keys).toHaveLength(1);
});

test("a personal page never asks the cache", async () => {
  cached = new Response("another member's page");
  const headers = { cookie: "session=a" };
  for (const [path, init] of [
    ["/profile", {}],
    ["/faq", { headers }],
    ["/faq", { method: "POST", body: "a" }],
  ] as const)
    expect([path, (await answerAt(step, path, { env, next, ...init })).text]).toEqual([path, NEXT]);
  expect(keys).toEqual([]);
});

test("a domain that cannot be read is left to the next step", async () => {
  const prepare = () => {
    throw new Error("no database");
  };
  const failing = { ...env, DB: { prepare } as unknown as D1Database };
  expect((await answerAt(step, "https://uncached.example/faq", { env: failing, next })).text).toBe(NEXT);
});
