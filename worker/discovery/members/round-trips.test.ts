import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import { addLike } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { ANYBODY } from "#tests/setup/searched-members.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { createWorker } from "#worker/server/worker.ts";
import { createSearchStore } from "./search.store.ts";

// An isolate reads its domains anew after 30 s: one trip more, at any moment of a test.
beforeEach(() => void vi.spyOn(Date, "now").mockReturnValue(Date.now()));
afterEach(() => void vi.restoreAllMocks());

test("a search or a profile costs two round trips, the viewer's included", async () => {
  const [ann, bea] = [await addMember(), await addMember()];
  const session = await logIn(ann);
  const d1 = countedD1(env.DB);
  const worker = createWorker(async () => new Response());
  const trips = async (path: string) => {
    d1.take();
    const request = new Request(`http://localhost${path}`, { headers: { cookie: `session=${session}; locale=en` } });
    const answer = await worker.fetch(request as never, { ...env, DB: d1.db }, createExecutionContext());
    expect(answer.status).toBe(200);
    return d1.take().trips;
  };
  // The first request loads the domain's settings into the isolate's cache.
  await trips("/api/settings.php");
  // The first visit of a day is written after the answer.
  await trips(`/api/member.php?id=${bea}`);
  await expect.poll(() => env.DB.prepare("SELECT count(*) AS n FROM visits").first("n")).toBe(1);
  await addLike(await addMember(), ann, Date.now());
  for (const path of [
    "/api/members.php",
    "/api/members.php?hair=red&min_age=25",
    "/api/members.php?hair=grey&eyes=grey&country=FR",
    `/api/member.php?id=${bea}`,
    `/api/member.php?id=${bea}&similar=1`,
    `/api/similar.php?id=${bea}`,
    "/api/likes.php?type=received",
  ]) {
    expect(`${path} ${await trips(path)}`).toBe(`${path} 2`);
  }
});

test("rows that a page asks for ahead come with its session, once and to nobody else", async () => {
  const [ann, bea] = [await addMember(), await addMember()];
  const session = await logIn(ann);
  await addLike(bea, ann, Date.now());
  const calls = async () => {
    const { backend } = edge();
    const asked = [backend.chats({}), backend.likes({ type: "received" }), backend.member({ id: bea })] as const;
    const [chats, likes, { profile, relation }] = await Promise.all(asked);
    return { chats: chats.chats, likes: likes.liked_by.map(({ id }) => id), profile: profile.id, relation };
  };
  const join = () => {
    edge().prefetchRows("chats", {});
    edge().prefetchRows("likes", { type: "received" });
    edge().prefetchRows("member", { id: bea });
  };
  const d1 = countedD1(env.DB);
  const page = async (work: () => Promise<unknown>, cookie = session, network = "203.0.113.1") => {
    d1.take();
    const worker = createWorker(async () => Response.json(await work().catch(({ code }) => ({ code }))));
    const request = new Request("http://localhost/likes", {
      headers: { cookie: `session=${cookie}; locale=en`, "sec-purpose": "prefetch", "cf-connecting-ip": network },
    });
    const answer = await worker.fetch(request as never, { ...env, DB: d1.db }, createExecutionContext());
    return { shown: await answer.json(), trips: d1.take().trips };
  };
  await page(calls);
  const apart = await page(calls);
  expect(apart).toMatchObject({ trips: 4, shown: { likes: [bea], profile: bea, relation: { likes_me: true } } });
  const ahead = async () => {
    join();
    return calls();
  };
  expect(await page(ahead)).toEqual({ ...apart, trips: 1 });
  const twice = async () => {
    join();
    await calls();
    return calls();
  };
  expect(await page(twice)).toEqual({ ...apart, trips: 4 });
  const forged = `${ann}.${"x".repeat(43)}`;
  for (let n = 0; n < 20; n++)
    expect(await page(ahead, forged, "203.0.113.2")).toMatchObject({ shown: { code: "authentication_required" } });
  expect(await page(ahead, session, "203.0.113.2"), "nothing is read ahead").toEqual(apart);
  expect(await page(ahead)).toEqual({ ...apart, trips: 1 });
});

test("a search that is asked for again comes with its session, unless it has become another", async () => {
  const [ann] = [await addMember(), await addMember()];
  const session = await logIn(ann);
  const d1 = countedD1(env.DB);
  const bound = { ...env, DB: d1.db };
  const page = async (input: { sort?: "newest"; hair?: "red" } = {}) => {
    d1.take();
    const worker = createWorker(async () => {
      edge().prefetchRows("members", input);
      return Response.json(await edge().backend.members(input));
    });
    const request = new Request("http://localhost/members", { headers: { cookie: `session=${session}; locale=en` } });
    const answer = await worker.fetch(request as never, bound, createExecutionContext());
    return { shown: await answer.json<{ filter: object; numResults: number }>(), trips: d1.take().trips };
  };
  await page({ hair: "red" });
  const first = await page();
  expect(first.trips).toBe(2);
  expect(await page()).toEqual({ ...first, trips: 1 });
  expect((await page({ sort: "newest" })).trips, "another order").toBe(2);
  expect((await page({ hair: "red" })).trips).toBe(2);
  expect((await page({ hair: "red" })).trips, "a narrow search, whose number is limited").toBe(2);
  await page();
  await env.DB.prepare("UPDATE profiles SET looking_for = 'everyone' WHERE id = ?").bind(ann).run();
  const changed = await page();
  expect(changed).toMatchObject({ shown: { filter: { gender: "everyone" } }, trips: 2 });
  expect(await page()).toEqual({ ...changed, trips: 1 });
});

test("the primary counts as near for a minute after it answered a search, and not where a replica answers", async () => {
  const near = createSearchStore(connect(env.DB));
  expect(near.asksPrimary(0)).toBe(false);
  await near.firstPage(ANYBODY, 24, 1_000);
  expect([near.asksPrimary(60_999), near.asksPrimary(61_000)]).toEqual([true, false]);
  const statement = (of: D1PreparedStatement): object => ({
    bind: (...values: unknown[]) => statement(of.bind(...values)),
    async all() {
      const answer = await of.all();
      return { ...answer, meta: { ...answer.meta, served_by_primary: false } };
    },
  });
  const replica = { prepare: (query: string) => statement(env.DB.prepare(query)) } as unknown as D1Database;
  const far = createSearchStore(connect(replica));
  await far.firstPage(ANYBODY, 24, 1_000);
  expect(far.asksPrimary(1_001)).toBe(false);
});

test("members who search the same place share a statement, not its parameters", async () => {
  const store = createSearchStore(connect(env.DB));
  const [ann, bea] = ["ann", "bea"].map((viewerId) => store.firstQueries({ ...ANYBODY, viewerId }, 24, 1_000)[0]);
  if (!ann || !bea) expect.unreachable();
  expect(bea.sql).toBe(ann.sql);
  expect(ann.params).toContain("ann");
  expect(bea.params).toEqual(ann.params.map((value) => (value === "ann" ? "bea" : value)));
  expect(store.firstQueries({ ...ANYBODY, viewerId: "ann", country: "DE" }, 24, 1_000)[0]).not.toEqual(ann);
});
