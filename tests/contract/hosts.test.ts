import { connect } from "node:net";
import { describe, expect, inject, it } from "vitest";
import { ask } from "./http.ts";
import { Person, SIDES, unconfirmed } from "./person.ts";

/** Raw response to these bytes, for requests that no HTTP client sends. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk.toString("utf8")));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    socket.end(text);
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

describe("the health", () => {
  it.each(SIDES)("of a deployment is its own (%s), without a cookie", async (side) => {
    const { status, text, headers } = await new Person(side).request("GET", "/health", undefined, { cookie: "session=nobodys" });
    expect([status, headers["set-cookie"], headers["cache-control"]]).toEqual([200, undefined, "no-store"]);
    expect(JSON.parse(text)).toEqual({
      ok: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      build: expect.stringMatching(/^\w+$/),
      schema: expect.stringMatching(/^\d{4}_\w+\.sql$/),
    });
  });
});

describe("the Host header", () => {
  const settings = async (host: string) => {
    const answer = await ask({ port: inject("local"), path: "/api/settings.php", headers: { host } });
    return answer.status === 200 ? (JSON.parse(answer.text) as { settings: { domain: string } }).settings.domain : answer.status;
  };

  it("selects a domain in any case, with any port and with a trailing dot", async () => {
    for (const host of ["localhost", "LOCALHOST", "LocalHost:1", "localhost.:8787"])
      expect(await settings(host), host).toBe("localhost");
    for (const host of ["velvet.localhost", "VELVET.LOCALHOST:9", "velvet.localhost."])
      expect(await settings(host), host).toBe("velvet.localhost");
  });

  it("selects no domain with userinfo, a path, two names or an unknown name", async () => {
    const hosts = [
      "velvet.localhost@evil.example",
      "evil.example",
      "localhost.evil.example",
      "evil.example#localhost",
      "localhost,evil.example",
      "localhost..",
      "-",
    ];
    for (const host of hosts) {
      const found = await settings(host);
      // 500 is the emulator's: it cannot parse two host names. The Worker is not called.
      expect([400, 404, 500], `${host}: ${found}`).toContain(found);
    }
  });

  it("with an unknown name yields an error body below /api/", async () => {
    const answer = await ask({ port: inject("local"), path: "/api/settings.php", headers: { host: "nobody.example" } });
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, expect.stringContaining("application/json")]);
    expect(JSON.parse(answer.text).error).toMatchObject({ code: "not_found", message: expect.any(String) });
  });

  it("with userinfo in it never selects the domain that the userinfo names", async () => {
    expect(await settings("localhost:80@velvet.localhost")).not.toBe("localhost");
  });

  it("is refused when sent twice", async () => {
    const twice = "GET /api/settings.php HTTP/1.1\r\nHost: localhost\r\nHost: velvet.localhost\r\nConnection: close\r\n\r\n";
    const answer = await raw(inject("local"), twice);
    expect([400, 404, 500]).toContain(statusOf(answer));
    expect(answer).not.toContain('"domain"');
  });

  it("is not overridden by another header", async () => {
    for (const header of [
      "x-forwarded-host",
      "x-host",
      "x-original-host",
      "x-http-host-override",
      "forwarded",
      "cf-worker",
      "x-rewrite-url",
    ]) {
      const answer = await ask({
        port: inject("local"),
        path: "/api/settings.php",
        headers: { [header]: header === "forwarded" ? "host=velvet.localhost" : "velvet.localhost" },
      });
      expect(answer.text, header).toContain('"domain":"localhost"');
    }
  });
});

describe.each(SIDES)("forged headers: %s", (side) => {
  it("open no other member's session", async () => {
    const person = await unconfirmed(side);
    const session = `session=${person.cookies.get("session")}`;
    const stranger = new Person(side);
    const who = async (headers: Record<string, string | string[]>) =>
      (await stranger.request("GET", "/api/user.php", undefined, headers)).status;
    expect(await who({ cookie: session })).toBe(200);
    expect(await who({ cookie: `session=nonsense; ${session}` })).toBe(403);
    expect(await who({ "x-session": session, authorization: `Bearer ${person.cookies.get("session")}` })).toBe(403);
    expect(await who({ cookie: `Session=${person.cookies.get("session")}` })).toBe(403);
    expect(await who({ cookie: `session=${person.id}.${"A".repeat(43)}` })).toBe(403);
    expect(await who({ cookie: `session=${person.cookies.get("session")}x` })).toBe(403);
  });

  it("do not change the visitor's network: a lock-out stays", async () => {
    const person = await unconfirmed(side);
    const guesser = new Person(side);
    const wrong = { email: person.email, password: "wrong" };
    for (let i = 0; i < 5; i++)
      await guesser.refused("login", wrong, {
        "x-forwarded-for": `1.2.3.${i}`,
        "x-real-ip": `4.3.2.${i}`,
        "x-visitor": `e30.${i}`,
      });
    expect((await guesser.refused("login", wrong, { "x-forwarded-for": "9.9.9.9", "true-client-ip": "9.9.9.9" })).code).toBe(
      "login_blocked",
    );
  });

  it("are refused in a cross-origin write", async () => {
    const visitor = new Person(side);
    for (const headers of [
      {},
      { origin: "http://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { origin: "null" },
    ] as Record<string, string>[]) {
      const answer = await visitor.request("POST", "/api/user.php", '{"email":"a","password":"b"}', {
        "content-type": "application/json",
        ...headers,
      });
      expect(visitor.refusal(answer).code, JSON.stringify(headers)).toBe("cross_origin");
    }
    const own = { "content-type": "application/json", origin: `http://localhost:${visitor.port}` };
    expect(visitor.refusal(await visitor.request("POST", "/api/user.php", '{"email":"a","password":"b"}', own)).code).toBe(
      "login_failed",
    );
  });
});
