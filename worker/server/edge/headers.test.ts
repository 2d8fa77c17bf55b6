import { createExecutionContext, env } from "cloudflare:test";
import { expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { newSessionToken, parseSessionToken } from "#worker/people/identity/session-token.ts";
import { createWorker } from "#worker/server/worker.ts";
import { finish, PREFETCHED_PAGES } from "./headers.ts";
import { sessionCookie } from "./session.ts";

const worker = createWorker(async () => new Response("<p>", { headers: { "content-type": "text/html; charset=utf-8" } }));

async function rulesOf(path: string, headers: Record<string, string>): Promise<string | null> {
  const request = new Request(`http://localhost${path}`, { headers });
  return (await worker.fetch(request as never, env, createExecutionContext())).headers.get("speculation-rules");
}

test("a member's pages name what may be prefetched, unless the browser saves data", async () => {
  const cookie = `session=${await logIn(await addMember())}`;
  const rules = (await rulesOf("/members", { cookie })) ?? "";
  const [, written = ""] = /^"data:application\/speculationrules\+json,([!#-~]+)"$/.exec(rules) ?? [];
  expect(JSON.parse(decodeURI(written)).prefetch[0].where.href_matches).toEqual(PREFETCHED_PAGES);
  expect(await rulesOf("/members", { cookie, ect: "4g" })).toBe(rules);
  for (const saving of [{ "save-data": "on" }, { ect: "2g" }, { ect: "slow-2g" }] as Record<string, string>[])
    expect(await rulesOf("/members", { cookie, ...saving })).toBeNull();
  expect(await rulesOf("/members", {})).toBeNull();
  expect(await rulesOf("/api/user.php", { cookie })).toBeNull();
});

test("no page is prefetched whose opening marks something, spends or logs out; a profile marks once it is shown", () => {
  expect(PREFETCHED_PAGES.length).toBeGreaterThan(3);
  const marking = [
    "/likes/m/a",
    "/chats/a",
    "/searches",
    "/members/a/chat",
    "/members/a/unlock",
    "/members",
    "/credits/c60",
    "/activate/done",
  ];
  for (const pathname of PREFETCHED_PAGES) {
    const pattern = new URLPattern({ pathname });
    expect(
      marking.filter((path) => pattern.test({ pathname: path })),
      pathname,
    ).toEqual([]);
  }
});

test("only a chat of a site with recordings may use the microphone and play what it recorded", () => {
  const asked = (path: string, voice?: boolean) => {
    const edge = { secure: true, nonce: "n", url: new URL(`https://localhost${path}`), answer: new Headers(), form: null };
    const domain = voice === undefined ? {} : { domain: { features: { voice, calls: false } } };
    const { headers } = finish(new Response(""), { ...edge, ...domain, session: null, status: null, savesData: false });
    const [policy, csp] = [headers.get("permissions-policy") ?? "", headers.get("content-security-policy") ?? ""];
    return [policy.includes("microphone=(self)"), /media-src [^;]*blob:/.test(csp)];
  };
  for (const path of ["/chats", "/chats/abc", "/members/abc/chat"]) {
    expect([path, asked(path, true)]).toEqual([path, [true, true]]);
    expect([path, asked(path, false)]).toEqual([path, [false, false]]);
    expect([path, asked(path)]).toEqual([path, [false, false]]);
  }
  for (const path of ["/", "/members/abc", "/chatsx", "/profile", "/api/chats.php"])
    expect([path, asked(path, true)]).toEqual([path, [false, false]]);
});

test("a log-in of another member clears what the browser stored of the one before, the same member's does not", () => {
  const [anna, ben] = [newSessionToken("a".repeat(20)), newSessionToken("b".repeat(20))];
  const cleared = (former: string | null, started: string) => {
    const headers = new Headers({ "set-cookie": sessionCookie(started, true) });
    const edge = { secure: true, nonce: "n", url: new URL("https://localhost/login"), answer: new Headers(), form: null };
    const session = former === null ? null : parseSessionToken(former);
    const answer = finish(new Response("", { headers }), { ...edge, session, status: null, savesData: false });
    return answer.headers.get("clear-site-data");
  };
  expect(cleared(anna, ben)).toBe('"cache", "prefetchCache"');
  expect(cleared(anna, newSessionToken("a".repeat(20)))).toBeNull();
  expect(cleared(null, ben)).toBeNull();
  // An upstream's own token names no member of ours.
  expect(cleared(null, "an-upstream-token")).toBeNull();
});

test("a log-out clears what the browser keeps; no other answer does", async () => {
  const cookie = `session=${await logIn(await addMember())}`;
  const cleared = async (path: string) => {
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const request = new Request(`http://localhost${path}`, { headers });
    const answer = await worker.fetch(request as never, env, createExecutionContext());
    expect(answer.status).toBe(200);
    return answer.headers.get("clear-site-data");
  };
  expect(await cleared("/members")).toBeNull();
  expect(await cleared("/api/user.php")).toBeNull();
  expect(await cleared("/api/logout.php")).toBe('"cache", "prefetchCache"');
});

test("an answer of an upstream, whose headers cannot be changed, gets ours as any other does", () => {
  const fixed = Response.redirect("http://localhost/members", 302);
  expect(() => fixed.headers.set("x-powered-by", "one")).toThrow(TypeError);
  const edge = { secure: true, nonce: "n", url: new URL("https://localhost/"), form: null, session: null, savesData: false };
  const finished = (answer: Response, status: number | null = null) =>
    finish(answer, { ...edge, status, answer: new Headers([["set-cookie", "locale=nl"]]) });
  const own = new Response(null, { status: 302, headers: { location: "http://localhost/members", "x-powered-by": "one" } });
  const answers = [finished(fixed), finished(own)];
  for (const { status, headers } of answers) {
    expect([status, headers.get("location"), headers.get("x-powered-by")]).toEqual([302, "http://localhost/members", null]);
    expect(headers.getSetCookie()).toEqual(["locale=nl"]);
  }
  expect([...(answers[0]?.headers ?? [])]).toEqual([...(answers[1]?.headers ?? [])]);
  expect(finished(new Response("refused"), 422).status).toBe(422);
});

test("only the answer to a visitor's form stays for Back, whatever the next page does to the cookies", () => {
  const stored = (form: object | null, former: string | null) => {
    const edge = { secure: true, nonce: "n", url: new URL("https://localhost/login"), answer: new Headers(), form };
    const session = former === null ? null : parseSessionToken(former);
    const { headers } = finish(new Response(""), { ...edge, session, status: 422, savesData: false });
    return [headers.get("cache-control"), headers.get("vary")];
  };
  const anna = newSessionToken("a".repeat(20));
  expect(stored({}, null)).toEqual(["private, no-cache", null]);
  expect(stored(null, null)).toEqual(["private, no-store", "Cookie"]);
  expect(stored({}, anna)).toEqual(["private, no-store", "Cookie"]);
});

test("only the page of a call, where a site has calls, may use the camera", () => {
  const allowed = (path: string, calls: boolean) => {
    const edge = { secure: true, nonce: "n", url: new URL(`https://localhost${path}`), answer: new Headers(), form: null };
    const domain = { features: { voice: false, calls } };
    const { headers } = finish(new Response(""), { ...edge, domain, session: null, status: null, savesData: false });
    return ["camera", "microphone"].filter((name) => headers.get("permissions-policy")?.includes(`${name}=(self)`));
  };
  expect([allowed("/chats/abc/call", true), allowed("/chats/abc/call", false)]).toEqual([["camera", "microphone"], []]);
  for (const path of ["/chats/abc", "/chats/abc/call/x", "/chats/call", "/members/abc/call"])
    expect([path, allowed(path, true)]).toEqual([path, []]);
});
