import { describe, expect, it } from "vitest";
import { type FakeUpstream, genuine, get, json } from "./fake.ts";

/** Headers, cookies and caching of upstream responses. One test file calls all parts: they share one upstream port. */
export function testResponses(upstream: FakeUpstream, SESSION: string): void {
  describe("an upstream's response", () => {
    it("may be cached only for calls that allow it, as far as the upstream allows it", async () => {
      const cached = async (path: string, headers: Record<string, string>) => {
        upstream.behave = await genuine(path, headers);
        const answer = await get(path);
        return [answer.headers["cache-control"], answer.headers.etag];
      };
      const regions = "/api/regions.php?country=NL";
      expect(await cached(regions, { etag: '"1"', "cache-control": "public, max-age=9" })).toEqual(["public, max-age=9", '"1"']);
      for (const [allowed, expected] of [
        ["public", "public, max-age=300"],
        ["Public, Max-Age=9", "public, max-age=9"],
        ["public, max-age=0", "public, max-age=0"],
        ["public, max-age=9000", "public, max-age=300"],
        ["public, max-age=9, s-maxage=2", "public, max-age=2"],
        ["public, max-age=soon", "private, no-cache"],
        ["public, no-cache", "private, no-cache"],
        ["public, max-age=9, Must-Revalidate", "private, no-cache"],
        ["public, private", "private, no-cache"],
        ["Public, No-Store", "private, no-store"],
      ] as const)
        expect((await cached(regions, { "cache-control": allowed }))[0], allowed).toBe(expected);
      expect(await cached(regions, { etag: '"1"', "cache-control": "max-age=9" })).toEqual(["private, no-cache", '"1"']);
      expect((await cached(regions, { "cache-control": "no-store" }))[0]).toBe("private, no-store");
      expect((await cached(regions, {}))[0]).toBe("private, no-store");
      expect(await cached("/api/settings.php", { etag: '"1"', "cache-control": "public, max-age=9" })).toEqual([
        "private, no-cache",
        '"1"',
      ]);
      expect(await cached("/api/likes.php", { etag: '"1"', "cache-control": "public" })).toEqual([
        "private, no-store",
        undefined,
      ]);
      const cookie = { "set-cookie": `session=${SESSION}`, "cache-control": "public, max-age=9" };
      expect((await cached(regions, cookie))[0]).toBe("private, no-cache");
    });

    it("is shared only if it varies by nothing but what our own answer varies by", async () => {
      const cacheControl = async (path: string, vary: string) => {
        upstream.behave = await genuine(path, { "cache-control": "public, max-age=9", vary });
        return (await get(path)).headers["cache-control"];
      };
      for (const vary of ["Accept-Language", "Cookie", "*", "X-Visitor, Cookie"])
        expect(await cacheControl("/api/regions.php?country=NL", vary), vary).toBe("private, no-cache");
      expect(await cacheControl("/api/interests.php", "Accept-Language")).toBe("private, no-cache");
      expect(await cacheControl("/api/interests.php", "cookie")).toBe("public, max-age=9");
    });

    it("is a 304 only to a revalidation of such a call", async () => {
      const likes = await genuine("/api/likes.php");
      upstream.behave = (request, response, body) =>
        request.headers["if-none-match"] ? response.writeHead(304, { etag: '"1"' }).end() : likes(request, response, body);
      const tag = { "if-none-match": '"1"' };
      const known = await get("/api/settings.php", tag);
      expect([known.status, known.text, known.headers.etag]).toEqual([304, "", '"1"']);
      expect((await get("/api/likes.php", tag)).status).toBe(200);
      upstream.behave = (_, response) => response.writeHead(304, { etag: '"1"' }).end();
      expect([(await get("/api/settings.php", tag)).status, (await get("/api/settings.php")).status]).toEqual([304, 502]);
    });

    it("passes on session and locale with our attributes, and no other cookie or header", async () => {
      upstream.behave = await genuine("/api/settings.php", {
        "set-cookie": [
          `session=${SESSION}; Domain=evil.example; Path=/api; SameSite=None; Max-Age=99999999`,
          "locale=de; Path=/x",
          "tracker=1; Max-Age=1000",
          "__Host-admin=1",
        ],
        "x-powered-by": "PHP/5",
        server: "nginx",
        "access-control-allow-origin": "*",
        "content-security-policy": "default-src *",
        link: "</x>; rel=preload",
      });
      const { headers } = await get("/api/settings.php");
      expect(headers["set-cookie"]).toEqual([
        `session=${SESSION}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
        expect.stringMatching(/^locale=de; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
      for (const name of ["x-powered-by", "server", "access-control-allow-origin", "link"])
        expect(headers[name], name).toBeUndefined();
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    });

    it("deletes the session in each form of cookie deletion", async () => {
      for (const line of [
        "session=; Path=/",
        `session=${SESSION}; Max-Age=0`,
        "session=deleted; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      ]) {
        upstream.behave = await genuine("/api/settings.php", { "set-cookie": [line] });
        expect((await get("/api/settings.php")).headers["set-cookie"], line).toEqual([
          "session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
          // The browser's cache is cleared too.
          "sheets=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
        ]);
      }
    });

    it("sets no cookie with a value that needs quotes, and no unknown language", async () => {
      upstream.behave = await genuine("/api/settings.php", {
        "set-cookie": ['session="a b"', "locale=../../x", "session=a,b"],
      });
      expect((await get("/api/settings.php")).headers["set-cookie"]).toBeUndefined();
    });

    it("passes on a refusal with its Retry-After", async () => {
      const error = { error: { code: "too_many_requests", message: "Not so fast", field: null, params: {}, retry_after: 9 } };
      upstream.behave = (_, response) => json(response, 429, error, { "retry-after": "9" });
      const answer = await get("/api/chats.php");
      expect([answer.status, answer.headers["retry-after"], JSON.parse(answer.text)]).toEqual([429, "9", error]);
    });

    it("may set a session of any format", async () => {
      upstream.behave = (_, response) => json(response, 403, { error: { code: "authentication_required", message: "x" } });
      await get("/", { cookie: "session=opaque-1234" });
      expect(upstream.seen[0]).toMatchObject({
        url: "/base/api/user.php",
        headers: { cookie: expect.stringContaining("session=opaque-1234") },
      });
    });
  });
}
