import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { MAX_BODY } from "#worker/platform/bodies.ts";
import type { Call } from "#worker/platform/call.ts";
import { createLimits } from "#worker/platform/limits.ts";
import { LIMITS, limitOf } from "#worker/platform/limits-table.ts";
import { CALLS } from "#worker/server/calls.ts";

const ORIGIN = "http://localhost";
const SAME = { "sec-fetch-site": "same-origin" };
const JSON_TYPE = { "content-type": "application/json" };
let session: string;

beforeAll(async () => {
  session = await logIn(await addMember());
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(new Request(ORIGIN + path, init));
}

/** A write as our own pages send one. */
function write(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return ask(path, {
    method,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { ...SAME, ...JSON_TYPE, ...headers },
  });
}

async function refusal(response: Response) {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; fields?: { field: string; code: string }[] };
  };
  return { status: response.status, code: error.code, fields: error.fields?.map(({ field, code }) => `${field}: ${code}`) };
}

describe("a limit that is asked before the call", () => {
  const [row] = LIMITS.unlikes.windows;
  const unlike = (cookie: string, body: unknown) => write("DELETE", "/api/like.php", body, { cookie });
  async function used(times: number): Promise<string> {
    const id = await addMember();
    const [key, windows] = limitOf("unlikes", { member: id });
    const limits = createLimits(env.LIMITS, env.PASSWORD_PEPPER);
    for (let n = 0; n < times; n++) await limits.hit(key, windows, Date.now());
    return `session=${await logIn(id)}`;
  }

  it("refuses before the body is read", async () => {
    const cookie = await used(row.limit);
    expect(await refusal(await unlike(cookie, "{"))).toMatchObject({ status: 429, code: "too_many_requests" });
  });

  it("counts each call once, also one with an invalid body", async () => {
    const cookie = await used(row.limit - 3);
    const other = await addMember();
    expect((await unlike(cookie, { profile: other })).status).toBe(200);
    expect((await unlike(cookie, "{")).status).toBe(400);
    expect((await unlike(cookie, { profile: other })).status).toBe(200);
    expect((await unlike(cookie, { profile: other })).status).toBe(429);
  });
});

describe("what a body may be", () => {
  it("refuses what is not JSON by its type", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "",
    ]) {
      const answer = await ask("/api/user.php", { method: "POST", body: "{}", headers: { ...SAME, "content-type": type } });
      expect(await refusal(answer), type).toMatchObject({ status: 415, code: "unsupported_media_type" });
    }
  });

  it("refuses what calls itself JSON and is none", async () => {
    for (const body of ["", "{", "[1,2", "{'a':1}", "nul", "\u0000"]) {
      expect(await refusal(await write("POST", "/api/user.php", body)), body).toMatchObject({ status: 400, code: "malformed" });
    }
  });

  it("refuses JSON that is no object", async () => {
    for (const body of ["null", "[]", "1", '"text"', "[".repeat(50_000) + "]".repeat(50_000)]) {
      expect(await refusal(await write("POST", "/api/user.php", body))).toMatchObject({ status: 400, code: "malformed" });
    }
  });

  it("refuses a large body, announced or not", async () => {
    const body = JSON.stringify({ email: "x".repeat(MAX_BODY), password: "" });
    expect(await refusal(await write("POST", "/api/user.php", body))).toMatchObject({ status: 413, code: "too_large" });
    const chunk = new TextEncoder().encode("x".repeat(64 * 1024));
    let sent = 0;
    const stream = new ReadableStream({
      pull: (controller) => (sent++ < 6 ? controller.enqueue(chunk) : controller.close()),
    });
    const answer = await ask("/api/user.php", { method: "POST", body: stream, headers: { ...SAME, ...JSON_TYPE } });
    expect(await refusal(answer)).toMatchObject({ status: 413, code: "too_large" });
  });

  it("names the unknown, missing, wrong and mistyped field", async () => {
    const form = { email: "a@example.org", name: 5, gender: "robot", nickname: "x", constructor: "x" };
    const { status, code, fields } = await refusal(await write("POST", "/api/signup.php", form));
    expect({ status, code }).toEqual({ status: 422, code: "invalid" });
    expect(fields).toEqual(
      expect.arrayContaining([
        "name: invalid_format",
        "password: required",
        "looking_for: required",
        "nickname: unknown_field",
        "constructor: unknown_field",
      ]),
    );
  });

  it("takes a key that is a name of the language itself as any other unknown field", async () => {
    const { status, fields } = await refusal(
      await write("POST", "/api/user.php", '{"__proto__":{"admin":true},"email":"a","password":"b"}'),
    );
    expect({ status, fields }).toEqual({ status: 422, fields: ["__proto__: unknown_field"] });
  });

  it("names at most fifty fields, however many were sent, and quotes none at length", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
    const answer = await write("POST", "/api/user.php", { ...many, ["k".repeat(100_000)]: 1 });
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).error.fields.length]).toEqual([422, 50]);
    expect(text.length).toBeLessThan(10_000);
    const long = await write("POST", "/api/user.php", { ["k".repeat(100_000)]: 1 });
    expect((await long.text()).length).toBeLessThan(1000);
  });

  it("names a missing and an unknown step of a call in steps", async () => {
    const cookie = `session=${session}`;
    const asked = async (body: object) => (await refusal(await write("POST", "/api/directdebit.php", body, { cookie }))).fields;
    expect(await asked({})).toEqual(["step: unknown_option"]);
    expect(await asked({ step: "jump" })).toEqual(["step: unknown_option"]);
  });

  it("takes no unknown field in any write", async () => {
    const steps: Record<string, object> = { "/api/directdebit.php": { step: "code" } };
    const cookie = `session=${session}`;
    for (const call of (Object.values(CALLS) as Call[]).filter(({ method }) => method !== "GET")) {
      const form = new FormData();
      form.set("unheard_of", "1");
      const answer = call.multipart
        ? await ask(call.path, { method: call.method, body: form, headers: { ...SAME, cookie } })
        : await write(call.method, call.path, { ...steps[call.path], unheard_of: 1 }, { cookie });
      const { fields } = await refusal(answer);
      expect(fields, `${call.method} ${call.path}`).toContain("unheard_of: unknown_field");
    }
  });
});

describe("what a query may be", () => {
  it("refuses a key that comes twice, an unknown one, and a value outside its list", async () => {
    expect(await refusal(await ask("/api/members.php?gender=female&gender=male"))).toMatchObject({
      status: 422,
      fields: ["gender: unknown_option"],
    });
    expect(await refusal(await ask("/api/members.php?shoe_size=44"))).toMatchObject({
      status: 422,
      fields: ["shoe_size: unknown_field"],
    });
    expect(await refusal(await ask("/api/members.php?gender=robot"))).toMatchObject({
      status: 422,
      fields: ["gender: unknown_option"],
    });
    expect(await refusal(await ask("/api/regions.php?country=nl"))).toMatchObject({
      status: 422,
      fields: ["country: invalid_format"],
    });
    expect(await refusal(await ask("/api/members.php?cursor=garbage"))).toMatchObject({
      status: 422,
      fields: ["cursor: bad_cursor"],
    });
  });

  it("lets settings be asked with whatever the page's own query holds", async () => {
    expect((await ask("/api/settings.php?domain=other.example&utm=1")).status).toBe(200);
  });

  it("survives NUL, direction marks and broken escapes", async () => {
    for (const query of ["country=%00", "gender=%E2%80%AEelamef", "cursor=%ff%fe", "id=%"]) {
      const { status } = await ask(`/api/members.php?${query}`);
      expect(status, query).toBe(422);
    }
  });
});

describe("methods and paths", () => {
  it("answers 405 with Allow on a known path, 404 on any other", async () => {
    const wrong = await write("PUT", "/api/like.php", {});
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("DELETE, OPTIONS, POST");
    expect(await refusal(wrong)).toMatchObject({ code: "method_not_allowed" });
    expect((await ask("/api/user.php", { method: "PATCH", headers: SAME })).headers.get("allow")).toBe(
      "DELETE, GET, HEAD, OPTIONS, POST, PUT",
    );
    for (const path of ["/api/", "/api/nothing.php", "/api/USER.php", "/api/user.php/", "/api/user.php%00", "/api//user.php"]) {
      expect(await refusal(await ask(path)), path).toMatchObject({ status: 404, code: "not_found" });
    }
  });

  it("answers HEAD like GET without a body, but never where GET changes something", async () => {
    const head = await ask("/api/settings.php", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const logout = await ask("/api/logout.php", { method: "HEAD", headers: { ...SAME, cookie: `session=${session}` } });
    expect([logout.status, logout.headers.get("allow")]).toEqual([405, "GET, OPTIONS"]);
    expect((await ask("/api/user.php", { headers: { cookie: `session=${session}` } })).status).not.toBe(403);
  });

  it("says what a path takes, and allows other origins nothing", async () => {
    const answer = await ask("/api/chat.php", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "DELETE, GET, HEAD, OPTIONS, POST"]);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("who may write", () => {
  const like = (headers: Record<string, string>) =>
    ask("/api/like.php", { method: "POST", body: '{"profile":"x"}', headers: { ...JSON_TYPE, ...headers } }).then(refusal);

  it("refuses writes from other sites and without a stated origin", async () => {
    for (const headers of [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:81" },
      { origin: "http://localhost.evil.example" },
      { "sec-fetch-site": "cross-site", origin: ORIGIN },
    ] as Record<string, string>[]) {
      expect(await like(headers), JSON.stringify(headers)).toMatchObject({ status: 403, code: "cross_origin" });
    }
  });

  it("lets pages of the same origin", async () => {
    for (const headers of [SAME, { origin: ORIGIN }] as Record<string, string>[]) {
      expect(await like(headers)).toMatchObject({ code: "authentication_required" });
    }
  });

  it("holds for the GET that logs out, too", async () => {
    const open = () => ask("/api/logout.php", { headers: { cookie: `session=${session}` } });
    expect(await refusal(await open())).toMatchObject({ status: 403, code: "cross_origin" });
    const link = await ask("/api/logout.php", { headers: { "sec-fetch-site": "cross-site", cookie: `session=${session}` } });
    expect(link.status).toBe(403);
  });
});
