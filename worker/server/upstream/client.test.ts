import { afterEach, describe, expect, it, vi } from "vitest";
import { type CallObserver, createUpstreamCalls } from "./client.ts";
import { createUpstream } from "./upstream.ts";

const observer: CallObserver = { before: vi.fn(async () => {}), after: vi.fn() };
const requests = vi.fn<(url: URL, init: RequestInit) => Promise<Response>>();

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Calls to an upstream that answers like this. */
function calls(answer: () => Response | Promise<Response>, timeout_ms = 8000) {
  vi.stubGlobal(
    "fetch",
    requests.mockImplementation(async () => answer()),
  );
  const upstream = createUpstream({
    api: { mode: "proxy", upstream: "https://api.example/v1/", timeout_ms, local: [] },
    visitor: { country: "NL", network: "10.0.0.1", origin: "https://meet.example", page: "https://meet.example" },
    key: undefined,
    cookies: { session: "s", locale: null },
    userAgent: "Test",
    requestId: "r",
    now: 0,
    pageOrigin: "https://meet.example",
    language: () => "nl",
    setCookies: () => {},
  });
  return createUpstreamCalls(upstream, "r", observer, { intimate_interests: null, niche: 1 });
}

const refusal = (status: number, error: object) => () =>
  Response.json({ error: { message: "words of theirs", ...error } }, { status });

describe("a call to an upstream", () => {
  it("puts a GET's input into the query and a write's into the body, and follows no redirect", async () => {
    const made = calls(() => Response.json({ liked: true, match: false }));
    await made.like({ profile: "p" });
    expect(requests.mock.lastCall?.[0].href).toBe("https://api.example/v1/api/like.php");
    expect(requests.mock.lastCall?.[1]).toMatchObject({ method: "POST", body: '{"profile":"p"}', redirect: "manual" });
    await made.member({ id: "a&b", network: undefined }).catch(() => {});
    expect(requests.mock.lastCall?.[0].href).toBe("https://api.example/v1/api/member.php?id=a%26b");
    const headers = new Headers(requests.mock.lastCall?.[1].headers);
    expect(headers.get("cookie")).toBe("__Host-session=s; session=s; locale=nl");
    expect(headers.has("x-visitor")).toBe(false);
  });

  it("answers what the contract has of it, no more", async () => {
    const made = calls(() => Response.json({ liked: true, match: false, secret: 1 }));
    expect(await made.like({ profile: "p" })).toEqual({ liked: true, match: false });
    expect(observer.after).toHaveBeenCalledWith("like", { profile: "p" }, { liked: true, match: false });
  });

  it("refuses as the upstream does, with everything that the words are made of", async () => {
    const made = calls(
      refusal(422, {
        code: "invalid",
        fields: [
          { field: "text", code: "too_long", message: "x", params: { max: 9 } },
          { field: "a", code: "new_code", message: "x" },
        ],
      }),
    );
    await expect(made.like({ profile: "p" })).rejects.toMatchObject({
      code: "invalid",
      fields: [
        { field: "text", code: "too_long", params: { max: 9 } },
        { field: "a", code: "invalid_format" },
      ],
    });
    await expect(
      calls(refusal(402, { code: "not_enough_credits", params: { name: "Anna" } })).like({ profile: "p" }),
    ).rejects.toMatchObject({
      code: "not_enough_credits",
      params: { name: "Anna" },
    });
    await expect(calls(refusal(429, { code: "too_many_requests", retry_after: 7 })).like({ profile: "p" })).rejects.toMatchObject(
      { retryAfter: 7 },
    );
    expect(observer.after).not.toHaveBeenCalled();
  });

  it.each([
    ["cannot be reached", () => Promise.reject(new TypeError("connection refused"))],
    ["refuses for a fault of ours", refusal(403, { code: "cross_origin" })],
    ["refuses with a code that there is not", refusal(403, { code: "no_such_code" })],
    [
      "answers 404 with a page",
      () => new Response("<h1>Not Found</h1>", { status: 404, headers: { "content-type": "text/html" } }),
    ],
    ["answers 404 with other JSON", () => Response.json({ message: "nope" }, { status: 404 })],
    ["hides a failure in a refusal", refusal(400, { code: "internal" })],
  ])("fails where it %s", async (_, answer) => {
    await expect(calls(answer).like({ profile: "p" })).rejects.toMatchObject({ code: "upstream_failed" });
  });

  it("waits once in vain, not once a call", async () => {
    const made = calls(() => Promise.reject(new DOMException("too slow", "TimeoutError")));
    await expect(made.user({})).rejects.toMatchObject({ code: "upstream_timeout" });
    await expect(made.chats({})).rejects.toMatchObject({ code: "upstream_timeout" });
    expect(requests).toHaveBeenCalledTimes(1);
  });
});
