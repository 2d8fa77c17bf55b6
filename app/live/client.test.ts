import rows from "virtual:browser-calls";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FrameGate } from "#worker/delivery/live/frames.ts";
import type { Call } from "#worker/platform/call.ts";
import { CALLS } from "#worker/server/calls.ts";
import { CallError, call, delayOf, newKey } from "./client.ts";

const fetched: { url: string; init: RequestInit }[] = [];
let answers: (() => Response | Promise<Response>)[] = [];
const assign = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.length = 0;
  assign.mockClear();
  vi.stubGlobal("location", { assign, pathname: "/chats", search: "?x=1" });
  vi.stubGlobal("document", { body: { dataset: { author: "anna" } }, querySelector: () => ({}) });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    fetched.push({ url, init });
    const next = answers.shift();
    if (!next) throw new TypeError("network is gone");
    return next();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal =
  (status: number, code: string, extra = {}) =>
  () =>
    Response.json({ error: { code, message: "words", field: null, params: {}, retry_after: null, ...extra } }, { status });

async function settled<T>(work: Promise<T>): Promise<T | CallError> {
  const outcome = work.catch((error) => error as CallError);
  await vi.runAllTimersAsync();
  return outcome;
}

describe("the browser's client", () => {
  it("knows method and path of the calls that islands make, and of no other", () => {
    const made = Object.keys(rows) as (keyof typeof rows)[];
    expect(made).toEqual(expect.arrayContaining(["user", "chats", "likes", "chat", "sendMessage", "passkeyLogin"]));
    expect(made.length).toBeLessThan(40);
    for (const name of made) {
      const { method, path, multipart }: Call = CALLS[name];
      expect(rows[name], name).toEqual(multipart ? [method, path, 1] : [method, path]);
    }
  });

  it("puts the input of a GET into the query and leaves out what is not set", async () => {
    answers = [() => Response.json({ messages: [] })];
    await call("chat", { conversation: "c1", after: 4, before: undefined });
    expect(fetched[0]).toMatchObject({ url: "/api/chat.php?conversation=c1&after=4", init: { method: "GET" } });
  });

  it("repeats a write up to five times under one key", async () => {
    answers = [];
    const error = await settled(call("readChat", { conversation: "c", seq: 1 }));
    expect(error).toMatchObject({ code: "unreachable", status: 0 });
    expect(fetched).toHaveLength(6);
    const keys = new Set(fetched.map(({ init }) => new Headers(init.headers).get("idempotency-key")));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[\w-]{22}$/);
  });

  it("sends no key where the message has one of its own", async () => {
    answers = [() => Response.json({}, { status: 201 })];
    await call("sendMessage", { profile: "p", text: "hello", client_id: "12345678" });
    expect(new Headers(fetched[0]?.init.headers).has("idempotency-key")).toBe(false);
  });

  it("sends a file as a form under the caller's key, by another sender where one is given", async () => {
    const sent: RequestInit[] = [];
    const send = async (_: string, init: RequestInit) => {
      sent.push(init);
      return Response.json({ photos: [], photo_limit: 3 }, { status: 201 });
    };
    const file = new File(["pixels"], "me.jpg");
    await call("addPhoto", { file }, { key: "the-same-upload", send });
    const body = sent[0]?.body;
    expect(body instanceof FormData && body.get("file")).toBeInstanceOf(File);
    const headers = new Headers(sent[0]?.headers);
    expect([headers.get("idempotency-key"), headers.get("content-type")]).toEqual(["the-same-upload", null]);
    expect(fetched).toEqual([]);
  });

  it("succeeds after failures that pass", async () => {
    answers = [
      refusal(502, "upstream_failed"),
      () => new Response("gateway", { status: 503 }),
      () => Response.json({ liked: true, match: false }),
    ];
    expect(await settled(call("readChat", { conversation: "c", seq: 1 }))).toEqual({ liked: true, match: false });
  });

  it("reads the waiting time from the header where there is no body to read", async () => {
    answers = [() => new Response("slow down", { status: 429, headers: { "retry-after": "90" } })];
    expect(await settled(call("chats", {}))).toMatchObject({ status: 429, retryAfter: 90 });
    expect(fetched).toHaveLength(1);
  });

  it("does not repeat a refusal", async () => {
    answers = [refusal(402, "not_enough_credits", { params: { name: "Anna" } })];
    const error = await settled(call("sendMessage", { profile: "p", text: "hello", client_id: "12345678" }));
    expect(error).toMatchObject({ status: 402, code: "not_enough_credits", message: "words", params: { name: "Anna" } });
    expect(fetched).toHaveLength(1);
  });

  it("waits as long as it is told, and not at all for longer than half a minute", () => {
    expect(delayOf(new CallError(429, { retry_after: 20 }), 0)).toBe(20_000);
    expect(delayOf(new CallError(429, { retry_after: 120 }), 0)).toBeNull();
    expect(delayOf(new CallError(408), 0)).toBeGreaterThanOrEqual(250);
    expect(delayOf(new CallError(409), 0)).toBeNull();
    for (let attempt = 0; attempt < 5; attempt++) {
      const delay = delayOf(new CallError(0), attempt) as number;
      expect(delay).toBeGreaterThanOrEqual(250 * 2 ** attempt);
      expect(delay).toBeLessThanOrEqual(500 * 2 ** attempt);
    }
  });

  it("opens the log-in page after a log-out", async () => {
    answers = [refusal(403, "authentication_required")];
    expect(await settled(call("chats", {}))).toMatchObject({ code: "authentication_required" });
    expect(assign).toHaveBeenCalledWith("/login?ended=&next=%2Fchats%3Fx%3D1");
  });

  it("stops when it is aborted, also while it waits", async () => {
    const controller = new AbortController();
    const outcome = call("chats", {}, { signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    controller.abort(new Error("left the page"));
    expect(await outcome).toMatchObject({ message: "left the page" });
    expect(fetched).toHaveLength(1);
  });
});

describe("the key of a page in a call", () => {
  const id = "0".repeat(20);
  const namesPage = (device: string) =>
    new FrameGate(0).judge(JSON.stringify({ type: "call_here", call: id, device, received: 0 }), 0) !== null;
  const answers = (device: string) => CALLS.answerCall.input.safeParse({ id, device }).success;

  it("is taken by the answer and by the socket, whatever a browser makes", () => {
    for (let n = 0; n < 200; n++) {
      const made = newKey();
      expect([made, answers(made), namesPage(made)]).toEqual([made, true, true]);
    }
  });

  it("is refused by the answer, which is paid for, where the socket refuses it", () => {
    for (const device of ["short-1", "device one", "device.one", "ünusual-key", "x".repeat(65)])
      expect([device, answers(device), namesPage(device)]).toEqual([device, false, false]);
  });
});
