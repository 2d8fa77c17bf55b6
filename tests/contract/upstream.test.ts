import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { FAILURES } from "./failures.ts";
import { type Behaviour, FakeUpstream, get, host, hostFor, json, post } from "./fake.ts";
import { ask } from "./http.ts";
import { FAKE_TIMEOUT } from "./server.ts";
import { testFaults } from "./upstream-faults.ts";
import { testResponses } from "./upstream-responses.ts";
import { testStreams } from "./upstream-streams.ts";

const upstream = new FakeUpstream();
const SESSION = `${"a".repeat(20)}.${"B".repeat(43)}`;

beforeAll(() => upstream.start());
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.seen.length = 0;
});

describe("an upstream", () => {
  it.each(FAILURES)("that %s yields an error body with status and code", async (_, behaviour, status, code) => {
    upstream.behave = behaviour;
    const started = performance.now();
    const answer = await get("/api/likes.php", { cookie: `session=${SESSION}`, host: hostFor(status) });
    expect(answer.status).toBe(status);
    const { error } = JSON.parse(answer.text) as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      code,
      message: "An error occured, please try again later.",
      request_id: expect.stringMatching(/^[0-9a-z]{20}$/),
    });
    expect(answer.text).not.toMatch(/10\.0\.0\.5|maintenance|Welcome|127\.0\.0\.1/);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    // Sooner than with the timeout of a domain that sets none.
    if (status === 504) expect(performance.now() - started).toBeLessThan(8000 - FAKE_TIMEOUT);
  });

  it.each(FAILURES)("that %s yields an error page", async (_, behaviour, status) => {
    upstream.behave = behaviour;
    const answer = await get("/members", { cookie: `session=${SESSION}`, host: hostFor(status) });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.text).toContain("An error occured, please try again later.");
    expect(answer.text).toMatch(/<h1/);
    expect(answer.text).not.toMatch(/10\.0\.0\.5|maintenance|Welcome|127\.0\.0\.1/);
  });

  it("that is unreachable yields error body and error page at once", async () => {
    await upstream.stop();
    try {
      const [body, page] = [await get("/api/settings.php"), await get("/members", { cookie: `session=${SESSION}` })];
      expect([body.status, page.status]).toEqual([502, 502]);
      expect(page.text).toContain("An error occured, please try again later.");
    } finally {
      await upstream.start();
    }
  });

  it("that answers another schema fails the page and a call of the contract; any other call passes its answer on", async () => {
    upstream.behave = (_, response) => json(response, 200, { profile: { id: "<script>alert(1)</script>" } });
    expect((await get("/members", { cookie: `session=${SESSION}` })).status).toBe(502);
    expect((await get("/api/user.php", { cookie: `session=${SESSION}` })).status).toBe(502);
    const answer = await get("/api/of-theirs.php", { cookie: `session=${SESSION}` });
    expect([answer.status, answer.headers["content-type"], answer.headers["x-content-type-options"]]).toEqual([
      200,
      "application/json",
      "nosniff",
    ]);
  });

  it("that is slow or down does not block a member from static pages", async () => {
    const silent: Behaviour = () => {};
    for (const behaviour of [silent, (_, response) => response.destroy()] as Behaviour[]) {
      upstream.behave = behaviour;
      for (const path of [
        "/terms",
        "/privacy",
        "/faq",
        "/login",
        "/",
        "/terms.rsc",
        "/icons/icon.svg",
        "/manifest.webmanifest",
      ]) {
        const answer = await get(path, { cookie: `session=${SESSION}`, host: host() });
        expect([path, answer.status]).toEqual([path, 200]);
        // An unknown session must not count as logged out.
        expect((answer.headers["set-cookie"] ?? []).filter((line) => !line.startsWith("sheets="))).toEqual([]);
        expect(answer.text).not.toContain("You were logged out.");
      }
      // A form of such a page is pressed by its member later, when the upstream answers again.
      const { text } = await get("/complaints", { cookie: `session=${SESSION}`, host: host() });
      expect(text).toContain('name="$ACTION');
      expect(text).not.toContain('value="-" name="$ACTION');
      expect((await get("/complaints", { host: host() })).text).toContain('value="-" name="$ACTION');
    }
  });

  it("that answers 401 yields 403, with its message or ours", async () => {
    const contract = { error: { code: "login_failed", message: "no", field: null, params: {}, retry_after: null } };
    const answers: [Behaviour, string][] = [
      [
        (_, response) => response.writeHead(401, { "www-authenticate": "Basic", "content-type": "text/html" }).end("who?"),
        "authentication_required",
      ],
      [(_, response) => response.writeHead(401).end(), "authentication_required"],
      [(_, response) => json(response, 401, { message: "who?" }), "authentication_required"],
      [(_, response) => json(response, 401, contract), "login_failed"],
    ];
    for (const [behaviour, code] of answers) {
      upstream.behave = behaviour;
      const answer = await get("/api/likes.php", { cookie: `session=${SESSION}` });
      expect([answer.status, JSON.parse(answer.text).error.code, answer.headers["www-authenticate"]]).toEqual([
        403,
        code,
        undefined,
      ]);
      const page = await get("/likes", { cookie: `session=${SESSION}` });
      if (code === "authentication_required") expect([page.status, page.headers.location]).toEqual([302, "/login?next=%2Flikes"]);
      else expect(page.status).toBe(403);
    }
  });

  it("gets no members' call without a session", async () => {
    upstream.behave = (_, response) => json(response, 200, {});
    upstream.seen.length = 0;
    const answer = await post("/api/like.php", { profile: "x" });
    expect([answer.status, JSON.parse(answer.text).error.code, upstream.seen]).toEqual([403, "authentication_required", []]);
  });

  it("that is down does not block visitors' pages that need no call", async () => {
    upstream.behave = (_, response) => response.destroy();
    expect((await get("/")).status).toBe(200);
    expect((await get("/nothing-here")).status).toBe(404);
  });
});

describe("a file that takes longer than the upstream timeout", () => {
  const slowly = (type: string): Behaviour => {
    return (_, response) => {
      response.writeHead(200, { "content-type": type, "content-length": "8" });
      response.flushHeaders();
      let left = 8;
      const timer = setInterval(() => {
        response.write("x");
        if (--left > 0) return;
        clearInterval(timer);
        response.end();
      }, FAKE_TIMEOUT / 6);
    };
  };

  it.each([
    ["an archive", "/download/abcdefghij0123456789.zip", "application/zip"],
    ["a picture", "/media/key.full", "image/webp"],
  ])("arrives complete: %s", async (_, path, type) => {
    upstream.behave = slowly(type);
    const answer = await get(path, { cookie: `session=${SESSION}`, host: host() });
    expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([200, type, "x".repeat(8)]);
  });
});

describe("a request to an upstream", () => {
  beforeEach(() => {
    upstream.behave = (_, response) => json(response, 200, { ok: true });
  });

  it("has the upstream's base path, and the query and body unchanged", async () => {
    await post(
      "/api/anything.php?a=1&b=%C3%BC",
      { text: "héllo" },
      { "idempotency-key": "a-key-of-ours", "x-request-type": "client" },
    );
    expect(upstream.seen[0]).toMatchObject({
      method: "POST",
      url: "/base/api/anything.php?a=1&b=%C3%BC",
      body: '{"text":"héllo"}',
      headers: {
        "content-type": "application/json",
        "idempotency-key": "a-key-of-ours",
        "x-request-type": "client",
        accept: "application/json",
      },
    });
  });

  it("passes on only listed headers and two cookies", async () => {
    await get("/api/settings.php", {
      cookie: `tracker=1; session=${SESSION}; session=second; admin=yes; locale=nl`,
      "user-agent": "Test/1",
      authorization: "Basic c2VjcmV0",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-host": "evil.example",
      "x-visitor": "e30.forged",
      "sec-fetch-site": "same-origin",
      referer: "http://patient.localhost/chats/secret",
      "x-anything": "1",
      "proxy-authorization": "x",
      te: "trailers",
    });
    const { headers } = upstream.seen[0] as { headers: Record<string, string> };
    const own = Object.keys(headers).filter(
      (name) =>
        !["host", "connection", "accept-encoding", "accept-language", "sec-fetch-mode", "content-length", "cf-worker"].includes(
          name,
        ),
    );
    expect(own.sort()).toEqual(
      ["accept", "cookie", "origin", "sec-fetch-site", "user-agent", "x-request-id", "x-visitor"].sort(),
    );
    expect(headers).toMatchObject({
      cookie: `session=${SESSION}; locale=nl`,
      "user-agent": "Test/1",
      "sec-fetch-site": "same-origin",
      host: `127.0.0.1:${inject("fake")}`,
      origin: `http://127.0.0.1:${inject("fake")}`,
      "accept-language": "nl",
    });
    expect(headers["x-visitor"]).not.toContain("forged");
  });

  it("tells the origin of a GET, and a foreign one never counts as same-origin", async () => {
    for (const site of ["cross-site", "same-site", "none"])
      await get("/api/geocode.php", { "sec-fetch-site": site, origin: "http://evil.example" });
    await get("/api/geocode.php");
    expect(upstream.seen.map(({ headers }) => [headers["sec-fetch-site"], headers.origin])).toEqual([
      ["cross-site", undefined],
      ["same-site", undefined],
      ["none", undefined],
      ["cross-site", undefined],
    ]);
  });

  it("is never made for a cross-site write or a path that the upstream could read differently", async () => {
    expect((await post("/api/like.php", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    for (const path of ["/api/logout.php", "/api/auto-like.php"])
      expect((await get(path, { "sec-fetch-site": "none" })).status).toBe(403);
    for (const path of [
      "/api/..%2fadmin",
      "/api/%2e%2e/admin.php",
      "/api/a%00.php",
      "/api/.git/config",
      "/api//evil.example/x",
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
    expect((await post("/api/user.php", { email: "x".repeat(300_000) })).status).toBe(413);
    expect(upstream.seen).toEqual([]);
  });

  it("is never made for an unknown host", async () => {
    const answer = await ask({
      port: inject("proxy"),
      path: "/api/settings.php",
      headers: { host: "evil.example", "x-forwarded-host": host() },
    });
    expect(answer.status).toBe(404);
    expect(upstream.seen).toEqual([]);
  });
});

testResponses(upstream, SESSION);
testFaults(upstream);
testStreams(upstream);

describe("photos of an upstream", () => {
  const PNG = Buffer.from("iVBORw0KGgo=", "base64");

  it("are fetched with the visitor's session and cached privately", async () => {
    upstream.behave = (_, response) =>
      response
        .writeHead(200, { "content-type": "image/png", etag: '"1"', "set-cookie": "session=x", "cache-control": "public" })
        .end(PNG);
    const answer = await get("/media/key.full?d=1&s=abc", { cookie: `session=${SESSION}; other=1` });
    expect([
      answer.status,
      answer.headers["content-type"],
      answer.headers["cache-control"],
      answer.headers["set-cookie"],
    ]).toEqual([200, "image/png", "private, max-age=240", undefined]);
    expect(upstream.seen[0]).toMatchObject({
      url: "/base/media/key.full?d=1&s=abc",
      headers: { cookie: expect.stringContaining(SESSION) },
    });
  });

  it("are refused unless they are pictures", async () => {
    const refused: [Behaviour, number][] = [
      [(_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<script>"), 502],
      [(_, response) => response.writeHead(404).end(), 404],
      [(_, response) => response.writeHead(302, { location: "http://evil.example/" }).end(), 502],
      [(_, response) => response.destroy(), 502],
      [() => {}, 504],
    ];
    for (const [behaviour, status] of refused) {
      upstream.behave = behaviour;
      const answer = await get("/media/key.full", { host: hostFor(status) });
      expect([answer.status, answer.text]).toEqual([status, ""]);
    }
    expect((await get("/media/..%2fapi%2fuser.php")).status).toBe(404);
  });
});
