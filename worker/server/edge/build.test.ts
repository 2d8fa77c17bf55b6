import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { buildEdge } from "./build.ts";

afterEach(() => vi.restoreAllMocks());

/** The edge of a member's request, how often its session was looked up, and a clock to move on (ms). */
async function edgeOf(init: RequestInit, member?: string) {
  const headers = { cookie: `session=${await logIn(member ?? (await addMember()))}; locale=en` };
  const request = new Request("http://localhost/profile", { ...init, headers });
  const lookUp = vi.spyOn(servicesOf(env).accountsStore, "findViewer");
  const edge = await buildEdge(request, env, createExecutionContext());
  if (!edge) throw new Error("no domain");
  const start = Date.now();
  let passed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => start + passed);
  const pass = (ms: number) => {
    passed += ms;
  };
  return { request, edge, lookUps: () => lookUp.mock.calls.length, pass };
}

test("a page looks its session up once, however slow D1 is", async () => {
  const { edge, lookUps, pass } = await edgeOf({ method: "GET" });
  for (let call = 0; call < 3; call++) {
    expect(await edge.backend.user({})).not.toBeNull();
    pass(5_000);
  }
  expect(lookUps()).toBe(1);
});

test("a write looks its session up again once, after a body that took long", async () => {
  const { request, edge, lookUps, pass } = await edgeOf({ method: "POST", body: "slow" });
  await edge.side.admit("addPhoto");
  pass(5_000);
  await edge.side.admit("addPhoto");
  expect(lookUps()).toBe(1);
  await request.text();
  for (let call = 0; call < 3; call++) {
    expect(await edge.backend.user({})).not.toBeNull();
    pass(5_000);
  }
  expect(lookUps()).toBe(2);
});

test("a session that ended while the body came may not write", async () => {
  const { request, edge, pass } = await edgeOf({ method: "POST", body: "slow" });
  await edge.side.admit("addPhoto");
  pass(5_000);
  await request.text();
  await env.DB.prepare("UPDATE sessions SET revoked_at = 1 WHERE account_id = ?")
    .bind(await edge.memberId())
    .run();
  await expect(edge.backend.user({})).rejects.toMatchObject({ code: "authentication_required" });
});

test("a profile refused as blocked takes its new like off the page's badge", async () => {
  const [me, liker] = [await addMember(), await addMember()];
  await env.DB.batch([
    env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, 1, 0)").bind(liker, me),
    env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(liker, me),
  ]);
  const { edge } = await edgeOf({ method: "GET" }, me);
  expect((await edge.user())?.new_likes).toBe(1);
  await expect(edge.backend.member({ id: liker })).rejects.toMatchObject({ code: "blocked" });
  expect((await edge.user())?.new_likes).toBe(0);
});
