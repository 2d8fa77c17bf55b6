import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { mediaPaths } from "#worker/delivery/media/links.ts";
import { contract as likes } from "#worker/discovery/likes/likes.contract.ts";
import type { Call } from "#worker/platform/call.ts";
import { newId } from "#worker/platform/ids.ts";
import { createApi } from "#worker/server/api/api.ts";
import { CALLS, type CallName, type CallOutput } from "#worker/server/calls.ts";
import { buildEdge } from "#worker/server/edge/build.ts";
import { withEdge } from "#worker/server/edge/edge.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { LocalNoun } from "#worker/sites/domains/nouns.vocabulary.ts";
import { modeOf } from "./choose.ts";
import { composedMode } from "./composed.ts";
import { localMode } from "./local.ts";
import type { Mode } from "./side.ts";
import { upstreamMode } from "./upstream.ts";

const api = createApi();
const UPSTREAM = { mode: "proxy" as const, upstream: "http://localhost", timeout_ms: 8000 };
/** The upstream is this product in local mode; its own sums differ from the rows here. */
const SUMS_THERE = { new_likes: 70, unread_messages: 80 };
const ANSWER_USER = [
  "chooseName",
  "login",
  "loginByLink",
  "passkeyLogin",
  "reactivate",
  "resetPassword",
  "signup",
  "updateUser",
  "user",
];
const requests: string[] = [];
let ann: string;
let bea: string;
let session: string;

beforeEach(async () => {
  [ann, bea] = [await addMember(), await addMember()];
  session = await logIn(ann);
  requests.length = 0;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    const answer = await exports.default.fetch(request);
    if (pathname !== "/api/user.php" || !answer.ok) return answer;
    return Response.json({ ...(await answer.json<object>()), ...SUMS_THERE });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A request to a domain that answers the likes here and proxies all other nouns. */
async function edgeOf(method: string, path: string, { body, cookie = session }: { body?: object; cookie?: string } = {}) {
  const headers = { cookie: `session=${cookie}; locale=en`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const request = new Request(`http://localhost${path}`, { method, headers, body: body && JSON.stringify(body) });
  const context = createExecutionContext();
  const edge = await buildEdge(request, env, context, (_, domain) => composedMode(domain, { ...UPSTREAM, local: [] }, [likes]));
  if (!edge) throw new Error("no domain");
  return { request, context, edge };
}

async function send<T>(method: string, path: string, body?: object) {
  const { request, context, edge } = await edgeOf(method, path, { body });
  const answer = await withEdge(edge, async () => api.fetch(request, env, context));
  const text = await answer.text();
  await waitOnExecutionContext(context);
  return { status: answer.status, body: JSON.parse(text) as T };
}

test("a like is answered here and the upstream only names the member", async () => {
  expect(await send("POST", "/api/like.php", { profile: bea })).toEqual({ status: 200, body: { liked: true, match: false } });
  const { body } = await send<CallOutput<"likes">>("GET", "/api/likes.php");
  expect(body.profiles.map(({ id }) => id)).toEqual([bea]);
  expect(requests).toEqual(["GET /api/user.php", "GET /api/user.php"]);
  expect(await env.DB.prepare("SELECT liked_id FROM likes WHERE liker_id = ?").bind(ann).first("liked_id")).toBe(bea);
});

test("every other call passes to the upstream", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ error: { code: "not_found", message: "no" } }, { status: 404 }));
  const local: string[] = [];
  const names = Object.keys(CALLS) as CallName[];
  for (const name of names) {
    const { method, path }: Call = CALLS[name];
    const { request, edge } = await edgeOf(method, path, method === "GET" ? {} : { body: {} });
    if ((await edge.side.pass(request)) === null) local.push(name);
  }
  expect(names.length).toBeGreaterThan(local.length);
  expect(local.toSorted()).toEqual([...Object.keys(likes), "user"].toSorted());
});

test("a search by an intimate interest never reaches the upstream, from the browser, a page or as a saved search", async () => {
  const refused = {
    status: 422,
    body: { error: { code: "invalid", fields: [{ field: "interests", code: "intimate_hidden" }] } },
  };
  const saved = { name: "Mine", notify: true };
  expect(await send("GET", "/api/members.php?interests=tea,bondage")).toMatchObject(refused);
  expect(await send("POST", "/api/searches.php", { ...saved, interests: "bondage" })).toMatchObject(refused);
  const { edge } = await edgeOf("GET", "/members");
  await expect(edge.side.calls.members({ interests: "bondage" })).rejects.toMatchObject(refused.body.error);
  await expect(edge.side.calls.saveSearch({ ...saved, interests: "bondage" })).rejects.toMatchObject(refused.body.error);
  expect(requests.filter((line) => /members|searches/.test(line))).toEqual([]);
  expect((await send("GET", "/api/members.php?interests=tea")).status).toBe(200);
  expect((await send("POST", "/api/searches.php", { ...saved, interests: "tea" })).status).toBe(200);
  expect(requests).toEqual(expect.arrayContaining(["GET /api/members.php", "POST /api/searches.php"]));
});

test("a message goes to the upstream, for the browser's call and the page's alike", async () => {
  const sent = await send("POST", "/api/chat.php", { profile: bea, text: "hi", client_id: newId() });
  expect(sent.status).toBe(201);
  const { edge } = await edgeOf("GET", "/chats");
  expect((await edge.backend.chats({})).chats.map(({ profile }) => profile.id)).toEqual([bea]);
  expect(requests).toContain("POST /api/chat.php");
  expect(requests).toContain("GET /api/chats.php");
});

test("the sum of likes is of this server and the sum of messages of the upstream", async () => {
  await env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, 1, 0)").bind(bea, ann).run();
  const sums = { new_likes: 1, unread_messages: SUMS_THERE.unread_messages };
  expect((await send("GET", "/api/user.php")).body).toMatchObject(sums);
  const { edge } = await edgeOf("GET", "/members");
  expect(await edge.user()).toMatchObject(sums);
  expect(await edge.backend.user({})).toMatchObject(sums);
  // The rules here address the member's object by the plain id; its sums would lack the upstream's.
  expect(await edge.side.live.handshake("hash")).toMatchObject({ memberId: ann, remote: true, counters: sums });
});

test("every call that answers with the user has the sum of likes of this server, for the browser and the page alike", async () => {
  await env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, 1, 0)").bind(bea, ann).run();
  const found = (await send<CallOutput<"user">>("GET", "/api/user.php")).body;
  vi.stubGlobal("fetch", async () => Response.json({ ...found, ...SUMS_THERE }));
  const names = (Object.keys(CALLS) as CallName[]).filter((name) => {
    const { data } = (CALLS[name] as Call).output.safeParse(found);
    return typeof data === "object" && data !== null && "new_likes" in data;
  });
  expect(names.toSorted()).toEqual(ANSWER_USER);
  for (const name of names) {
    const { method, path }: Call = CALLS[name];
    // A log-in and a link of a mail come without a session.
    const cookie = CALLS[name].access === "anyone" ? "" : session;
    const { request, edge } = await edgeOf(method, path, { cookie, ...(method === "GET" ? {} : { body: {} }) });
    const sums = { new_likes: 1, unread_messages: SUMS_THERE.unread_messages };
    expect(await edge.side.calls[name]({} as never), name).toMatchObject(sums);
    if (name !== "user") expect(await (await edge.side.pass(request))?.json(), name).toMatchObject(sums);
  }
});

test("the relation with another member has the likes of this server and the conversation of the upstream", async () => {
  const { body: before } = await send<CallOutput<"member">>("GET", `/api/member.php?id=${bea}`);
  expect(before.relation).toMatchObject({ liked: false, likes_me: false, match: false });
  const there = { ...before, relation: { ...before.relation, liked: false, conversation: "of-the-upstream" } };
  await env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, 1, 0)").bind(bea, ann).run();
  await send("POST", "/api/like.php", { profile: bea });
  const asking = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) =>
    new URL(new Request(input, init).url).pathname === "/api/member.php" ? Response.json(there) : asking(input, init),
  );
  const ours = { liked: true, likes_me: true, match: true, conversation: "of-the-upstream" };
  const { edge } = await edgeOf("GET", `/members/${bea}`);
  expect((await edge.backend.member({ id: bea })).relation).toMatchObject(ours);
  expect((await send<CallOutput<"member">>("GET", `/api/member.php?id=${bea}`)).body.relation).toMatchObject(ours);
  // For a member of the upstream alone, the upstream's relation stays.
  const other = newId();
  Object.assign(there.profile, { id: other });
  expect((await edge.backend.member({ id: other })).relation).toMatchObject({ liked: false, conversation: "of-the-upstream" });
});

test("a domain file composes: the nouns that it names answer here, all others there", async () => {
  const domain = await servicesOf(env).domainsStore.findByHost("localhost");
  if (!domain) expect.unreachable();
  const here = async (local: LocalNoun[], method: string, path: string) => {
    const request = new Request(`http://localhost${path}`, { method, headers: { cookie: `session=${session}` } });
    const edge = await buildEdge(request, env, createExecutionContext(), (_, found) =>
      modeOf(env, { ...found, api: { ...UPSTREAM, local } }),
    );
    requests.length = 0;
    await edge?.side.pass(request);
    return requests.length === 0;
  };
  const group: LocalNoun[] = ["likes", "swipe", "match"];
  for (const [local, expected] of [
    [[], [false, false, false, false]],
    [group, [true, true, true, false]],
    [["complaints"], [false, false, false, false]],
  ] as const) {
    const answers = [];
    for (const path of ["/api/likes.php", "/api/swipe.php", "/api/match-finder.php", "/api/members.php"])
      answers.push(await here([...local], "GET", path));
    expect([local, answers]).toEqual([local, expected]);
  }
  expect(await here(["complaints"], "POST", "/api/complaint.php")).toBe(true);
});

test("visitors of two networks upload beside each other, on every side", async () => {
  const sides: [string, (domain: Domain) => Mode][] = [
    ["local", (domain) => localMode(env, domain)],
    ["upstream", (domain) => upstreamMode(domain, { ...UPSTREAM, local: [] })],
    ["composed", (domain) => composedMode(domain, { ...UPSTREAM, local: [] }, [likes])],
  ];
  const named = async (mode: (domain: Domain) => Mode, address: string, cookie = "") => {
    const headers = { "cf-connecting-ip": address, cookie };
    const request = new Request("http://localhost/complaints", { headers });
    const edge = await buildEdge(request, env, createExecutionContext(), (_, domain) => mode(domain));
    return edge?.side.uploader();
  };
  for (const [side, mode] of sides) {
    const visitors = [await named(mode, "192.0.2.1"), await named(mode, "198.51.100.1"), await named(mode, "192.0.2.1")];
    expect(new Set(visitors).size, side).toBe(2);
    expect(visitors[0], side).toBe(visitors[2]);
    const members = [
      await named(mode, "192.0.2.1", `session=${session}`),
      await named(mode, "198.51.100.1", `session=${session}`),
    ];
    expect(new Set(members).size, side).toBe(1);
    expect(visitors, side).not.toContain(members[0]);
  }
});

test("a session that ends while a slow body arrives cannot like", async () => {
  const { request, edge } = await edgeOf("POST", "/api/like.php", { body: { profile: bea } });
  await edge.side.admit("like");
  await request.text();
  await (await edgeOf("GET", "/")).edge.backend.logout({});
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + 2_000);
  await expect(edge.backend.like({ profile: bea })).rejects.toMatchObject({ code: "authentication_required" });
  expect(await env.DB.prepare("SELECT count(*) AS n FROM likes WHERE liked_id = ?").bind(bea).first("n")).toBe(0);
});

test("a photo linked here is answered here, and any other link by the upstream", async () => {
  const key = `k-${newId()}`;
  await env.DB.prepare("INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 0)")
    .bind(newId(), bea, key)
    .run();
  await env.PHOTOS.put(`${key}.full`, "picture", { httpMetadata: { contentType: "image/webp" } });
  const own = mediaPaths(env.MEDIA_SECRET, { key, owner: bea }, session, Date.now()).full;
  const { edge, request } = await edgeOf("GET", `/media/${own}`);
  const picture = await (await edge.side.media(request)).arrayBuffer();
  expect(new TextDecoder().decode(picture)).toBe("picture");
  expect(requests).toEqual([]);
  const other = await edgeOf("GET", "/media/theirs.full?d=1");
  expect((await other.edge.side.media(other.request)).status).toBe(404);
  expect(requests).toEqual(["GET /media/theirs.full"]);
});

test("neither a visitor nor a member without a row here can like", async () => {
  const stranger = newId();
  vi.stubGlobal("fetch", async () => {
    const answer = await exports.default.fetch("http://localhost/api/user.php", { headers: { cookie: `session=${session}` } });
    const user = await answer.json<CallOutput<"user">>();
    return Response.json({ ...user, profile: { ...user.profile, id: stranger } });
  });
  for (const cookie of [session, ""]) {
    const { edge } = await edgeOf("GET", "/members", { cookie });
    await expect(edge.backend.like({ profile: bea })).rejects.toMatchObject({ code: "authentication_required" });
  }
  expect(await env.DB.prepare("SELECT count(*) AS n FROM likes WHERE liked_id = ?").bind(bea).first("n")).toBe(0);
});
