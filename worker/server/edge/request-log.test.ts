import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { noteRequest } from "#worker/platform/request-facts.ts";
import { logged, patternOf } from "./request-log.ts";

const SECRET = "a".repeat(43);
const execution = { waitUntil() {}, passThroughOnException() {} } as unknown as ExecutionContext;

const workerOf = (work: () => Promise<Response>) =>
  logged({ fetch: (_request: unknown, _env: Env, _execution: ExecutionContext) => work() });

/** Log lines and data points of one request to a Worker that does `work`. */
async function lines(url: string, work: () => Promise<Response>, init?: RequestInit) {
  const points: AnalyticsEngineDataPoint[] = [];
  const written = vi.spyOn(console, "info").mockImplementation(() => {});
  const bindings = { ...env, REQUEST_LOG: "on", METRICS: { writeDataPoint: (point) => points.push(point ?? {}) } } as Env;
  try {
    const answer = await workerOf(work)
      .fetch(new Request(url, init) as never, bindings, execution)
      .catch(() => null);
    return { answer, points, lines: written.mock.calls.map(([line]) => JSON.parse(String(line))) };
  } finally {
    written.mockRestore();
  }
}

test("a request is one line with its pattern, status and D1 costs, and one data point", async () => {
  const seen = await lines(`http://localhost/members/7?name=anna`, async () => {
    await env.DB.batch([env.DB.prepare("SELECT id FROM domains"), env.DB.prepare("SELECT 1")]);
    await env.DB.prepare("SELECT 1").run();
    noteRequest({ route: "/members/:id", longWay: true });
    return new Response("", { status: 404 });
  });
  expect(seen.lines.length).toBe(1);
  const { ms, rows, ...line } = seen.lines[0];
  const named = { method: "GET", route: "/members/:id", status: 404, trips: 2, long_way: true, host: "localhost" };
  expect(line).toEqual({ level: "info", event: "request", ...named });
  expect(rows).toBeGreaterThan(0);
  expect(seen.points).toEqual([{ indexes: ["/members/:id"], blobs: ["GET", "404", "localhost"], doubles: [ms, 2, rows, 1, 0] }]);
});

test("requests at the same time do not share their costs", async () => {
  const ask = (times: number) => async () => {
    for (let i = 0; i < times; i++) await env.DB.prepare("SELECT 1").run();
    return new Response("");
  };
  const written = vi.spyOn(console, "info").mockImplementation(() => {});
  const fetching = (times: number) =>
    workerOf(ask(times)).fetch(new Request("http://localhost/") as never, { ...env, REQUEST_LOG: "on" }, execution);
  await Promise.all([fetching(1), fetching(3)]);
  expect(written.mock.calls.map(([line]) => JSON.parse(String(line)).trips).toSorted()).toEqual([1, 3]);
  written.mockRestore();
});

test("a Worker that fails is logged as 500, and still fails", async () => {
  const { answer, lines: written } = await lines("http://localhost/", () => Promise.reject(new Error("broken")));
  expect([answer, written.length, written[0]?.status]).toEqual([null, 1, 500]);
});

test("a cached page says so: in its line, its data point and to the browser", async () => {
  const seen = await lines("http://localhost/terms", async () => {
    noteRequest({ route: "/terms", cachedIn: "memory" });
    return new Response("");
  });
  expect(seen.lines.map(({ route, kept }) => [route, kept])).toEqual([["/terms", "memory"]]);
  expect(seen.points.map(({ doubles }) => doubles?.[4])).toEqual([1]);
  expect(seen.answer?.headers.get("server-timing")).toMatch(/^kept;desc="memory", total;dur=\d+$/);
});

test("the duration of a read is told, that of a write is not", async () => {
  const timing = async (method: string) =>
    (await lines("http://localhost/", async () => new Response(""), { method })).answer?.headers.get("server-timing");
  expect(await timing("GET")).toMatch(/^total;dur=\d+$/);
  expect(await timing("POST")).toBeNull();
});

test.each([
  ["/api/user.php", "/api/user.php"],
  ["/api/openapi.json", "/api/openapi.json"],
  [`/api/${SECRET}`, "/api/*"],
  [`/media/${SECRET}`, "/media/*"],
  [`/download/${SECRET}`, "/download/*"],
  [`/l${SECRET}`, "other"],
  [`/activate/${SECRET}`, "other"],
  ["/members/42", "other"],
])("the path %s is logged as %s", (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});
