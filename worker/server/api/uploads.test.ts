import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import type { Call } from "#worker/platform/call.ts";
import { newId } from "#worker/platform/ids.ts";
import { LIMITS, limitOf } from "#worker/platform/limits-table.ts";
import { CALLS } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createWorker } from "#worker/server/worker.ts";

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

/** The limits of their rules. An age check has its own in age-checks.test.ts. */
test.each([
  ["/api/photo.php", "photoUploads"],
  ["/api/verification.php", "verifications"],
  ["/api/chat-photo.php", "chatPhotos"],
  ["/api/chat-voice.php", "voices"],
  ["/api/voice-answer.php", "voiceAnswers"],
] as const)("a file for %s that the rule would refuse is thrown away unread", async (path, name) => {
  const member = await addMember();
  const cookie = await logIn(member);
  const allowed = await send(path, { size: MB, cookie });
  expect([allowed.status, allowed.read > 0]).toEqual([400, true]);
  const most = Math.min(...LIMITS[name].windows.map(({ limit }) => limit));
  expect(await servicesOf(env).limits.hit(...limitOf(name, { member }), Date.now(), most)).toMatchObject({ allowed: true });
  expect(await send(path, { size: MB, cookie })).toMatchObject({ status: 429, read: 0 });
});

test.each(["/profile/voice/pets", "/settings/acquaintances", "/complaints?kind=intimate&upload"])(
  "a file is read at %s",
  async (page) => {
    expect(await send(page, { size: MB, cookie: session })).toMatchObject({ status: 200, taken: MB });
  },
);

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
    location: "/profile?photo=too_large#upload",
    read: 0,
  });
  expect(await send("/complaints?kind=intimate&upload", { size: 12 * MB })).toMatchObject({
    status: 303,
    location: "/complaints?kind=intimate&upload=&photo=too_large#upload",
    read: 0,
  });
});
