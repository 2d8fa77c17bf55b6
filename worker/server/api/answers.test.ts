import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";

let session: string;

beforeAll(async () => {
  session = await logIn(await addMember());
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(`http://localhost${path}`, init));
}

describe("every answer", () => {
  it("is cached by nobody on the way", async () => {
    for (const path of ["/api/user.php", "/api/members.php?gender=female", "/api/nothing.php", "/api/openapi.json"]) {
      expect((await ask(path)).headers.get("cache-control"), path).toBe("private, no-store");
    }
  });

  it("is public only where the caller changes nothing in it, and never with a cookie", async () => {
    const cacheControl = async (path: string, cookie = "") => {
      const { headers } = await ask(path, { headers: { cookie } });
      return `${headers.get("cache-control")}; vary ${headers.get("vary")}; ${headers.has("set-cookie") ? "cookie" : "none"}`;
    };
    const shared = "public, max-age=300; vary";
    const own = "private, no-cache; vary Cookie";
    expect(await cacheControl("/api/regions.php?country=NL")).toBe(`${shared} null; none`);
    expect(await cacheControl("/api/regions.php?country=NL", `session=${session}`)).toBe(`${shared} null; none`);
    expect(await cacheControl("/api/regions.php?country=NL", "dismissed=entry-t0")).toBe(`${own}; cookie`);
    expect(await cacheControl("/api/interests.php", "locale=nl")).toBe(`${shared} Cookie; none`);
    expect(await cacheControl("/api/interests.php", `session=${session}`)).toBe(`${own}; none`);
    for (const path of ["/api/regions.php", "/api/settings.php", "/api/companyinfo.php"])
      expect(await cacheControl(path), path).toBe(`${own}; none`);
    expect(await cacheControl("/api/regions.php?country=CN")).toBe("private, no-store; vary Cookie; none");
  });

  it("in a language that the country decides is private", async () => {
    const answer = await exports.default.fetch(new Request("http://funken.localhost/api/interests.php"));
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
  });

  it("is the same whatever X-Request-Type or a forwarded header says", async () => {
    const forged = {
      "x-request-type": "client",
      "x-forwarded-host": "velvet.localhost",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-proto": "https",
      forwarded: "host=velvet.localhost",
      "x-original-host": "velvet.localhost",
      "x-real-ip": "1.2.3.4",
      "x-visitor": "e30.forged",
    };
    const plain = await (await ask("/api/settings.php")).text();
    const answer = await ask("/api/settings.php", { headers: forged });
    expect(await answer.text()).toBe(plain);
    expect(answer.headers.has("strict-transport-security")).toBe(false);
  });

  it("shows of a failure its request's id, and nothing of the cause", async () => {
    await env.DB.exec("ALTER TABLE likes RENAME COLUMN liked_id TO away");
    const answer = await ask("/api/likes.php?type=sent", { headers: { cookie: `session=${session}` } });
    const body = (await answer.json()) as { error: Record<string, unknown> };
    await env.DB.exec("ALTER TABLE likes RENAME COLUMN away TO liked_id");
    expect(answer.status).toBe(500);
    expect(body.error).toEqual({
      code: "internal",
      message: "An error occured, please try again later.",
      field: null,
      params: {},
      retry_after: null,
      request_id: expect.stringMatching(/^[0-9a-z]{20}$/),
    });
  });
});

describe("hosts", () => {
  const name = async (url: string) => {
    const answer = await exports.default.fetch(new Request(`${url}/api/settings.php`));
    return answer.ok ? ((await answer.json()) as { settings: { domain: string } }).settings.domain : answer.status;
  };

  it("are told apart by the URL's host alone, in any case, with any port, with a trailing dot", async () => {
    expect(await name("http://LOCALHOST")).toBe("localhost");
    expect(await name("http://localhost.:8080")).toBe("localhost");
    expect(await name("http://VELVET.localhost:8080")).toBe("velvet.localhost");
    expect(await name("http://velvet.localhost.")).toBe("velvet.localhost");
  });

  it("that no domain claims get nothing of any domain", async () => {
    for (const url of [
      "http://evil.example",
      "http://localhost.evil.example",
      "http://x.velvet.localhost",
      "http://localhost..",
      "http://[::1]",
    ]) {
      expect(await name(url), url).toBe(404);
    }
  });

  it("that no domain claims get answers with a policy, pages and calls alike", async () => {
    for (const path of ["/", "/api/user.php"]) {
      const { status, headers } = await exports.default.fetch(new Request(`http://evil.example${path}`));
      expect([path, status, headers.get("content-security-policy")]).toEqual([
        path,
        404,
        expect.stringMatching(/^default-src 'none';/),
      ]);
    }
  });
});

describe("a wrong input", () => {
  it("is told only to who may ask, whatever is read", async () => {
    const status = async (cookie: string) => (await ask("/api/geocode.php?lat=x", { headers: { cookie } })).status;
    expect([await status(""), await status("session=nonsense"), await status(`session=${session}`)]).toEqual([403, 403, 422]);
  });
});

describe("a second session cookie", () => {
  it("changes nothing: the first one counts", async () => {
    const other = await logIn(await addMember({ name: "Other" }));
    const who = async (cookie: string) => (await ask("/api/likes.php", { headers: { cookie } })).status;
    expect(await who(`session=${session}; session=nonsense`)).toBe(200);
    expect(await who(`session=nonsense; session=${other}`)).toBe(403);
    expect(await who(`Session=${session}`)).toBe(403);
  });
});
