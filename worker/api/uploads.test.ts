import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { CALLS } from "#worker/calls.ts";
import type { Call } from "#worker/lib/call.ts";
import { newId } from "#worker/lib/ids.ts";
import { createWorker } from "#worker/worker.ts";
import { createUploadQueue } from "./uploads.ts";

const MB = 1024 * 1024;
const READERS = ["formData", "text", "json", "arrayBuffer", "blob", "bytes"] as const;
const fetchPage = vi.fn(async (request: Request) => {
  await request.formData().catch(() => {});
  return new Response("a page");
});
const worker = createWorker(fetchPage);
let session: string;
/** How often a body was read whole. */
let read = 0;

beforeAll(async () => {
  session = await logIn(await addMember());
});
beforeEach(() => {
  read = 0;
  fetchPage.mockClear();
  for (const name of READERS) {
    const original = Request.prototype[name] as () => Promise<never>;
    vi.spyOn(Request.prototype, name).mockImplementation(function (this: Request) {
      read++;
      return original.call(this);
    });
  }
});
afterEach(() => vi.restoreAllMocks());

/** What is sent in pieces, and how much of it was taken. */
function bodyOf(size: number) {
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= size) return controller.close();
      sent += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024).fill(120));
    },
  });
  return { stream, taken: () => sent };
}

interface Sent {
  method?: string;
  size?: number;
  type?: string;
  cookie?: string;
  announced?: boolean;
}

async function send(
  path: string,
  { method = "POST", size = 10 * MB, type = "multipart/form-data; boundary=x", cookie, announced = true }: Sent,
) {
  const { stream, taken } = bodyOf(size);
  read = 0;
  const headers = new Headers({ "content-type": type, "sec-fetch-site": "same-origin" });
  if (cookie) headers.set("cookie", `session=${cookie}`);
  if (announced) headers.set("content-length", String(size));
  const request = new Request(`http://localhost${path}`, { method, headers, body: stream });
  const answer = await worker.fetch(request as never, env, createExecutionContext());
  return { status: answer.status, location: answer.headers.get("location"), taken: taken(), read };
}

const nobody = () => `${newId()}.${"B".repeat(43)}`;

test.each([true, false])("a picture of nobody is thrown away unread, its length announced: %s", async (announced) => {
  for (const cookie of [undefined, "nonsense", nobody()]) {
    const answer = await send("/api/photo.php", { cookie, announced });
    expect([cookie, answer.status, answer.read]).toEqual([cookie, 403, 0]);
    const page = await send("/profile", { cookie, announced });
    expect([cookie, page.status, page.location, page.read]).toEqual([cookie, 303, "/login?next=%2Fprofile", 0]);
  }
  expect(fetchPage).not.toHaveBeenCalled();
});

test("a picture of a member is read", async () => {
  expect(await send("/api/photo.php", { cookie: session })).toMatchObject({ status: 400, taken: 10 * MB });
  expect(read).toBeGreaterThan(0);
  expect(await send("/profile", { cookie: session })).toMatchObject({ status: 200 });
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

test("a call of nobody's is refused without its body, whatever the call", async () => {
  const calls = (Object.values(CALLS) as Call[]).filter(({ method, access }) => method !== "GET" && access !== "anyone");
  expect(calls.length).toBeGreaterThan(20);
  for (const { path, method, multipart } of calls) {
    if (multipart) continue;
    const answer = await send(path, { method, size: 256 * 1024, type: "application/json" });
    // One piece is asked for by the stream itself.
    expect([path, answer.status, answer.read, answer.taken <= 64 * 1024]).toEqual([path, 403, 0, true]);
  }
});

test("an oversized body is refused by its announced length, and without one as soon as it exceeds the limit", async () => {
  expect(await send("/api/user.php", { size: MB, type: "application/json" })).toMatchObject({ status: 413, read: 0 });
  const pieces = await send("/api/user.php", { size: 2 * MB, type: "application/json", announced: false });
  expect(pieces).toMatchObject({ status: 413, read: 0 });
  expect(pieces.taken).toBeLessThan(MB);
  expect(await send("/api/photo.php", { size: 12 * MB, cookie: session })).toMatchObject({
    status: 413,
    read: 0,
    taken: 12 * MB,
  });
  expect(await send("/login", { size: MB })).toMatchObject({ status: 413, read: 0 });
  const form = await send("/login", { size: 2 * MB, announced: false });
  expect(form.taken).toBeLessThan(MB);
  expect(await send("/profile", { size: 12 * MB, cookie: session })).toMatchObject({
    status: 303,
    location: "/profile?photo=too_large#photos",
    read: 0,
  });
});

/** Places with a clock of the test's own: `pass` moves it on and ends the waits that are over by then. */
function places() {
  let time = 0;
  const waits = new Set<{ until: number; end(): void }>();
  const enqueue = createUploadQueue({
    now: () => time,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const one = { until: time + ms, end: () => resolve(undefined) };
        waits.add(one);
        signal?.addEventListener("abort", () => {
          waits.delete(one);
          reject(signal.reason);
        });
      }),
  });
  const pass = async (ms: number) => {
    for (const end = time + ms; time < end; ) {
      time += 50;
      for (const one of [...waits]) if (one.until <= time && waits.delete(one)) one.end();
      await scheduler.wait(0);
    }
  };
  const deferred: Promise<unknown>[] = [];
  const upload = (member: string, body: ReadableStream<Uint8Array> = bodyOf(64 * 1024).stream) => ({
    member,
    request: new Request("http://localhost/", { method: "POST", headers: { "content-type": "multipart/form-data" }, body }),
    defer: (work: Promise<unknown>) => deferred.push(work),
  });
  return { enqueue, pass, upload, deferred };
}

/** A body that never ends, and whether its reading was given up. */
function slowBody() {
  let cancelled = false;
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(1024));
      end = () => controller.close();
    },
    cancel: () => {
      cancelled = true;
    },
  });
  return { stream, cancelled: () => cancelled, end: () => end() };
}

const receive = (request: Request) => request.arrayBuffer().then(({ byteLength }) => byteLength);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );

test("two pictures are read at a time, the others after them", async () => {
  const { enqueue, pass, upload } = places();
  let now = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++now);
    await scheduler.wait(5);
    now--;
  };
  let ended = false;
  const all = Promise.all(Array.from({ length: 7 }, (_, index) => enqueue(upload(`m${index}`), work))).then(() => {
    ended = true;
  });
  while (!ended) await pass(50);
  await all;
  await expect(enqueue(upload("m"), () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  await enqueue(upload("m"), work);
  expect([most, now]).toEqual([2, 0]);
});

test("a member has one place: the other is for somebody else", async () => {
  const { enqueue, pass, upload } = places();
  const first = slowBody();
  const one = codeOf(enqueue(upload("slow", first.stream), receive));
  let second = false;
  const again = enqueue(upload("slow"), async () => {
    second = true;
  });
  expect(await enqueue(upload("quick"), receive)).toBe(64 * 1024);
  await pass(10_000);
  expect(second).toBe(false);
  first.end();
  await pass(200);
  expect(await one).toBe("done");
  await again;
  expect(second).toBe(true);
});

test("a body that does not arrive in time is given up, and its place is free", async () => {
  const { enqueue, pass, upload, deferred } = places();
  const slow = [slowBody(), slowBody()];
  const refused = slow.map(({ stream }, index) => codeOf(enqueue(upload(`slow${index}`, stream), receive)));
  await pass(29_000);
  expect(slow.map(({ cancelled }) => cancelled())).toEqual([false, false]);
  const next = enqueue(upload("next"), receive);
  await pass(2_000);
  expect(await Promise.all(refused)).toEqual(["malformed", "malformed"]);
  expect(await next).toBe(64 * 1024);
  // The runtime is told of each, so that it goes on where the browser leaves.
  expect(deferred).toHaveLength(3);
});

test("an answer that was made of a body given up is not the answer", async () => {
  const { enqueue, pass, upload } = places();
  const swallowed = codeOf(enqueue(upload("slow", slowBody().stream), (request) => receive(request).catch(() => 0)));
  await pass(31_000);
  expect(await swallowed).toBe("malformed");
});

test("work that takes long after its body has arrived keeps its place and its answer", async () => {
  const { enqueue, pass, upload } = places();
  const held = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
  const working = held.map(({ promise }, index) =>
    enqueue(upload(`m${index}`), async (request) => {
      await receive(request);
      await promise;
      return "made";
    }),
  );
  await pass(40_000);
  let begun = false;
  const next = enqueue(upload("next"), async () => {
    begun = true;
  });
  await pass(1_000);
  expect(begun).toBe(false);
  for (const { resolve } of held) resolve();
  expect(await Promise.all(working)).toEqual(["made", "made"]);
  await pass(100);
  await next;
  expect(begun).toBe(true);
});

test("nobody waits longer than 15 seconds; what was sent is thrown away", async () => {
  const { enqueue, pass, upload } = places();
  const never = new Promise<void>(() => {});
  for (const member of ["a", "b"]) void enqueue(upload(member), () => never);
  const { stream, taken } = bodyOf(10 * MB);
  const refused = codeOf(enqueue(upload("c", stream), receive));
  await pass(14_900);
  expect(taken()).toBeLessThan(MB);
  await pass(200);
  expect(await refused).toBe("too_many_requests");
  expect(taken()).toBe(10 * MB);
});
