import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { sameOrigin } from "./same-origin.ts";

const stopped: string[] = [];
const edge = { backend: { unsubscribe: async ({ token }: { token: string }) => void stopped.push(token) }, network: "n" };

function write(headers: Record<string, string>, { path = "/login", body = "a=b" } = {}) {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", body, headers: { ...form, ...headers } };
  return answerAt(sameOrigin, path, { ...init, env, edge: edge as unknown as Partial<Edge> });
}

afterEach(() => {
  stopped.length = 0;
  vi.restoreAllMocks();
});

test("a read goes on, whoever makes it", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    const { status } = await answerAt(sameOrigin, "/login", { method, headers: { "sec-fetch-site": "cross-site" } });
    expect([method, status]).toEqual([method, 200]);
  }
});

test("a write of this site goes on", async () => {
  expect((await write({ "sec-fetch-site": "same-origin" })).text).toBe(NEXT);
  expect((await write({ origin: "http://localhost" })).text).toBe(NEXT);
});

test("a write of another site, or of none, is refused", async () => {
  const others: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site", origin: "http://localhost" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "http://localhost.example" },
    { origin: "null" },
    {},
  ];
  for (const headers of others) {
    const { status, text } = await write(headers);
    expect([headers, status, text]).toEqual([headers, 403, expect.stringContaining("errors.cross_origin")]);
  }
});

const TOKEN = `u${"a".repeat(60)}`;
const ONE_CLICK = { path: `/${TOKEN}`, body: "List-Unsubscribe=One-Click" };

test("one press in a mail program unsubscribes without an origin, and no page sees it", async () => {
  const { status, text, headers } = await write({}, ONE_CLICK);
  expect([status, text, stopped]).toEqual([200, "", [TOKEN]]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("a page of another site cannot press it, and nothing else comes without an origin", async () => {
  expect((await write({ "sec-fetch-site": "cross-site" }, ONE_CLICK)).status).toBe(403);
  expect((await write({ origin: "https://evil.example" }, ONE_CLICK)).status).toBe(403);
  expect((await write({}, { ...ONE_CLICK, body: "List-Unsubscribe=One-Click&a=b" })).status).toBe(403);
  expect((await write({}, { ...ONE_CLICK, path: "/settings/mails" })).status).toBe(403);
  expect(stopped).toEqual([]);
});

test("how long a page was open is logged for pages of this site only", async () => {
  const lines: string[] = [];
  vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(line));
  const left = { path: "/page-left", body: JSON.stringify({ path: "/pricing", ms: 5 }) };
  const length = { "content-length": String(left.body.length) };
  expect((await write({ ...length, "sec-fetch-site": "cross-site" }, left)).status).toBe(403);
  expect(lines).toEqual([]);
  expect((await write({ ...length, "sec-fetch-site": "same-origin" }, left)).status).toBe(204);
  expect(lines).toEqual([expect.stringContaining('"page left"')]);
});
