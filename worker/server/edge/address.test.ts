import { createExecutionContext, env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { createWorker } from "#worker/server/worker.ts";
import { checkAddress, MAX_PATH, MAX_QUERY, MAX_SEGMENTS } from "./address.ts";

const judge = (path: string, method = "GET") => checkAddress(new URL(path, "https://liaison.example"), method);

test.each([
  "/",
  "/members",
  "/members/abcdefghij0123456789/landing3/den-haag",
  "/landers/transitionsvideolanding/saint-germain-en-laye",
  `/um${"x".repeat(63)}`,
  `/reset-password/do?token=r${"x".repeat(43)}`,
  `/members?${"interests=walking&".repeat(50)}`,
  `/login?next=${encodeURIComponent(`/members?${"interests=walking&".repeat(20)}`)}`,
  "/icons/maskable-512.png",
  "/download/abcdefghij0123456789.zip",
  "/members.rsc?_routes=root",
  "/_.rsc",
  "/.well-known/change-password",
  "/a%20b",
  "/%C3%BCber",
])("an address that the product may make is let through: %s", (path) => {
  expect(judge(path)).toBeNull();
});

test("an address beyond the bounds is refused, at the bound it is not", () => {
  expect(judge(`/${"a".repeat(MAX_PATH - 1)}`)).toBeNull();
  expect(judge(`/${"a".repeat(MAX_PATH)}`)).toEqual({ refused: "not_found" });
  expect(judge("/a".repeat(MAX_SEGMENTS))).toBeNull();
  expect(judge("/a".repeat(MAX_SEGMENTS + 1))).toEqual({ refused: "not_found" });
  expect(judge(`/?${"a".repeat(MAX_QUERY - 1)}`)).toBeNull();
  expect(judge(`/?${"a".repeat(MAX_QUERY)}`)).toEqual({ refused: "malformed" });
});

test("a page has one spelling", () => {
  expect(judge("/%70rivacy?a=%70")).toEqual({ moved: "/privacy?a=%70" });
  expect(judge("/members/%41bc%5F")).toEqual({ moved: "/members/Abc_" });
  for (const path of [
    "/privacy.data",
    "/privacy.data/",
    "/privacy.DATA",
    "/privacy%2edata",
    "/privacy//",
    "/a//b",
    "/%2570rivacy",
  ])
    expect([path, judge(path)]).toEqual([path, path === "/%2570rivacy" ? null : { refused: "not_found" }]);
  for (const path of ["/%ff", "/%E0%A4%A", "/members/%", "/%C3"])
    expect([path, judge(path)]).toEqual([path, { refused: "not_found" }]);
  expect(judge("/%70rivacy", "POST")).toEqual({ refused: "not_found" });
  expect(judge("/api/%75ser.php")).toEqual({ refused: "not_found" });
  // Never a redirect to another host.
  expect(checkAddress({ pathname: "//evil.example/%61", search: "" }, "GET")).toEqual({ refused: "not_found" });
});

test("no router sees a long path, of a page, a call or anything else", async () => {
  const fetchPage = vi.fn(async () => new Response("a page"));
  const worker = createWorker(fetchPage);
  const ask = async (path: string, method = "GET") => {
    const headers = { "sec-fetch-site": "same-origin" };
    const answer = await worker.fetch(
      new Request(`http://localhost${path}`, { method, headers }) as never,
      env,
      createExecutionContext(),
    );
    return answer.status;
  };
  expect(await ask("/members")).toBe(200);
  expect(fetchPage).toHaveBeenCalledTimes(1);
  for (const start of ["", "/api", "/media", "/download", "/.well-known", "/icons"])
    for (const method of ["GET", "POST", "PUT"])
      expect([start, method, await ask(start + "/a".repeat(4000), method)]).toEqual([
        start,
        method,
        start === "/media" && method !== "GET" ? 405 : 404,
      ]);
  expect(await ask(`/?${"a=1&".repeat(2000)}`)).toBe(400);
  expect(await ask(`/api/settings.php?${"a=1&".repeat(2000)}`)).toBe(400);
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

test("a page is asked for or sent a form, nothing else", async () => {
  const fetchPage = vi.fn(async () => new Response("a page"));
  const worker = createWorker(fetchPage);
  const ask = (method: string, path = "/members") => {
    const headers = { "sec-fetch-site": "same-origin" };
    return worker.fetch(new Request(`http://localhost${path}`, { method, headers }) as never, env, createExecutionContext());
  };
  for (const method of ["PUT", "DELETE", "PATCH", "PROPFIND"]) {
    const answer = await ask(method);
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD, OPTIONS, POST"]);
    expect(await answer.text()).not.toMatch(/action|loader|route/i);
  }
  const options = await ask("OPTIONS");
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
  // What the router in the browser reads is only read.
  const payload = await ask("POST", "/members.rsc");
  expect([payload.status, payload.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  expect(fetchPage).not.toHaveBeenCalled();
  expect((await ask("POST")).status).toBe(200);
});
