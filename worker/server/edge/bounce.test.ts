import { afterEach, beforeEach, expect, test, vi } from "vitest";
import routes from "#app/routes.ts?raw";
import { NOON } from "#tests/setup/context.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { followBounce, PAGE_LEFT, shapeOf, takePageLeft } from "./bounce.ts";
import type { Edge } from "./edge.ts";

const lines: object[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, "info").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const TOKEN = `a${"Q3".repeat(21)}Z`;

/** A request for a page at a time, as the edge knows it. */
function opened(path: string, { at = NOON, referer = "", session = null as Edge["session"], method = "GET" } = {}) {
  const url = new URL(path, "http://localhost");
  const edge = { url, method, session, now: () => at, domain: { id: "liaison" }, network: "n" } as Edge;
  return followBounce(new Request(url, { method, headers: referer ? { referer } : {} }), edge);
}

test("a page without the mark says nothing", () => {
  expect(opened("/pricing", { referer: "http://localhost/faq" })).toBeNull();
  expect(lines).toEqual([]);
});

test("without scripts the next page tells how long the one before was looked at", () => {
  const marked = opened("/landers/video/utrecht?network=x&lb");
  const path = marked?.headers.get("location") ?? "";
  expect([marked?.status, path]).toEqual([302, `/landers/video/utrecht?network=x&lb=${NOON.toString(36)}`]);
  expect(opened(path, { at: NOON + 40 })).toBeNull();
  expect(opened("/signup", { at: NOON + 7_300, referer: `http://localhost${path}` })).toBeNull();
  expect(lines).toEqual([
    { level: "info", event: "page opened", domain: "liaison", path: "/landers/video/*" },
    { level: "info", event: "page left", domain: "liaison", path: "/landers/video/*", ms: 7_300 },
  ]);
});

test("a link that is passed on with its time begins anew, and a time to come is none", () => {
  const old = opened(`/?lb=${(NOON - 3_600_000).toString(36)}`);
  expect(old?.headers.get("location")).toBe(`/?lb=${NOON.toString(36)}`);
  opened("/pricing", { referer: `http://localhost/?lb=${(NOON + 5_000).toString(36)}` });
  opened("/pricing", { referer: `https://elsewhere.example/?lb=${(NOON - 5_000).toString(36)}` });
  expect(lines).toEqual([{ level: "info", event: "page opened", domain: "liaison", path: "/" }]);
});

test("a member's page keeps its address: it says itself when it is hidden", async () => {
  expect(opened("/members/abcdefghij0123456789/chat?lb", { session: { memberId: "x", token: "x" } })).toBeNull();
  const body = JSON.stringify({ path: "/chats/abcdefghij0123456789", ms: 12 });
  expect((await said(body)).status).toBe(204);
  expect(lines).toEqual([
    { level: "info", event: "page opened", domain: "liaison", path: "/members/*/chat" },
    { level: "info", event: "page left", domain: "liaison", path: "/chats/*", ms: 12 },
  ]);
});

test("a malformed or too frequent report is refused without a log line", async () => {
  for (const body of ["", "[]", '{"path":"/"}', '{"path":"/","ms":-1}', '{"path":"/","ms":1.5}', '{"path":"/","ms":1e12}'])
    expect([body, (await said(body)).status]).toEqual([body, 400]);
  expect((await said(JSON.stringify({ path: "x".repeat(5_000), ms: 1 }))).status).toBe(413);
  await expect(said('{"path":"/","ms":1}', false)).rejects.toMatchObject({ status: 429 });
  expect(lines).toEqual([]);
});

async function said(body: string, allowed = true): Promise<Response> {
  const request = new Request(`http://localhost${PAGE_LEFT}`, {
    method: "POST",
    body,
    headers: { "content-length": String(body.length) },
  });
  const edge = { network: "n", now: () => NOON, domain: { id: "liaison" } } as Edge;
  return takePageLeft(request, edge, { hit: async () => ({ allowed, retryAfterMs: 1000 }) } as unknown as Limits);
}

test("a line names every page of ours, and holds no token, id or invented word", () => {
  // The staff host keeps no such lines.
  const ours = routes.replace(/route\("staff",[\s\S]*?\]\)/, "");
  expect(ours).not.toContain("staff/");
  const own = [...ours.matchAll(/route\("([^"]+)"/g)].map(([, path = ""]) => path).filter((path) => !path.startsWith("dev/"));
  expect(own.length).toBeGreaterThan(60);
  for (const path of own) {
    const expected = path.split("/").map((part) => (part.startsWith(":") ? "*" : part));
    expect(shapeOf(`/${path.replaceAll(/:\w+\??/g, TOKEN)}`)).toBe(`/${expected.join("/")}`);
  }
  expect(shapeOf(`/${TOKEN}`)).toBe("/*");
  expect(shapeOf("/anna@example.org/x/y/z/a/b/c/d")).toBe("/*/*/*/*/*");
});
