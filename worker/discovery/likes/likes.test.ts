import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf as circumstances } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { SNAPSHOTS } from "#worker/delivery/live/live.protocol.ts";
import type { Live, News } from "#worker/delivery/live/live.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { createLimits } from "#worker/platform/limits.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createLikesStore } from "./likes.store.ts";
import { createLikes } from "./likes.ts";

let ann: string;
let bea: string;
let session: string;
let notices: { to: string; news: News }[];
let expected: string[];

/** Records the events that members receive. */
const live: Live = {
  expect: async (to) => void expected.push(to),
  tell: async (to, news) => void notices.push({ to, news }),
  revoke: async () => {},
};
const store = createLikesStore(connect(env.DB));
const d1 = countedD1(env.DB);
const counting = createLikesStore(connect(d1.db));
const limits = createLimits(env.LIMITS, "test only");
const cursors = createCursors("test only");
const likes = createLikes({ store, cursors, live, limits });

async function contextOf(token: string): Promise<MemberContext> {
  const viewer = await createAccountsStore(connect(env.DB)).findViewer(await sha256(token), "liaison", Date.now());
  return (await circumstances({ now: Date.now(), viewer: viewer ?? expect.unreachable() })) as MemberContext;
}

async function send<T>(method: string, path: string, body?: unknown, token = session) {
  const headers = {
    cookie: `session=${token}`,
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
    origin: "http://localhost",
  };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await exports.default.fetch(new Request(`http://localhost/api/${path}`, init));
  return { status: answer.status, body: (await answer.json()) as T & { error: { code: string; fields?: { code: string }[] } } };
}
const like = (profile: string, token?: string) => send<CallOutput<"like">>("POST", "like.php", { profile }, token);
const unlike = (profile: string, token?: string) => send<CallOutput<"unlike">>("DELETE", "like.php", { profile }, token);
const list = (query = "", token?: string) => send<CallOutput<"likes">>("GET", `likes.php${query}`, undefined, token);

const rowsBetween = (a: string, b: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM likes WHERE liker_id IN (?1, ?2) AND liked_id IN (?1, ?2)")
    .bind(a, b)
    .first<number>("n");
const newLikes = (id: string) =>
  env.DB.prepare("SELECT new_likes FROM accounts WHERE id = ?").bind(id).first<number>("new_likes");
const block = (blocker: string, blocked: string) =>
  env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(blocker, blocked).run();

beforeEach(async () => {
  ann = await addMember();
  bea = await addMember({ name: `Bea${Math.random()}` });
  session = await logIn(ann);
  notices = [];
  expected = [];
});

test("a like counts once, however often it is given", async () => {
  expect((await like(bea)).body).toEqual({ liked: true, match: false });
  expect((await like(bea)).body).toEqual({ liked: true, match: false });
  expect(await rowsBetween(ann, bea)).toBe(1);
  expect(await newLikes(bea)).toBe(1);
});

test("a like answered is a match for both, and ends when one of them takes it back", async () => {
  await like(bea);
  const theirs = await logIn(bea);
  expect((await like(ann, theirs)).body).toEqual({ liked: true, match: true });
  expect((await like(bea)).body).toEqual({ liked: true, match: true });
  for (const token of [session, theirs]) {
    const { body } = await list("?type=matches", token);
    expect(body.liked_by).toHaveLength(1);
    expect(body.profiles).toEqual(body.liked_by);
  }
  expect((await unlike(bea)).body).toEqual({ liked: false, match: false });
  expect((await list("?type=matches", theirs)).body.liked_by).toEqual([]);
  expect((await list("?type=sent", theirs)).body.profiles).toMatchObject([{ id: ann, match: false }]);
});

test("a member gives a hundred new likes an hour; repeated likes and likes that a block refuses do not count", async () => {
  const now = Date.now();
  const at = async (later: number) => ({ ...(await contextOf(session)), now: now + later });
  const outcome = (profile: string, ctx: MemberContext) =>
    likes.like(ctx, { profile }).then(
      () => "liked",
      ({ code, retryAfter }: AppError) => `${code} ${retryAfter}`,
    );
  const others = await Promise.all(Array.from({ length: 102 }, () => addMember()));
  const blocker = others.pop() as string;
  const last = others.pop() as string;
  const ctx = await at(0);
  const blocked = createLikes({ store: { ...store, add: async () => null }, cursors, live, limits });
  for (let n = 0; n < 5; n++) await expect(blocked.like(ctx, { profile: blocker })).rejects.toMatchObject({ code: "not_found" });
  for (const other of others) expect(await outcome(other, ctx)).toBe("liked");
  expect(await outcome(others[0] ?? "", ctx)).toBe("liked");
  expect(await outcome(last, ctx)).toBe("too_many_requests 3600");
  expect(await rowsBetween(ann, last)).toBe(0);
  await likes.unlike(ctx, { profile: others[0] ?? "" });
  expect(await outcome(others[0] ?? "", ctx)).toBe("too_many_requests 3600");
  expect(await outcome(last, await at(3600_000))).toBe("liked");
});

test("twenty likes at once are one like and one event, expected before and told after", async () => {
  const ctx = await contextOf(session);
  const answers = await Promise.all(Array.from({ length: 20 }, () => likes.like(ctx, { profile: bea })));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"liked":true,"match":false}']));
  expect(await rowsBetween(ann, bea)).toBe(1);
  const events = notices.filter(({ to }) => to === bea).flatMap(({ news }) => news.events);
  expect(events).toEqual([{ type: "like", profile: ann, match: false }]);
  const heard = notices.filter(({ to, news }) => to === bea && news.counters);
  expect(heard.map(({ news }) => news)).toMatchObject([
    { changed: ["likes", "user"], counters: { new_likes: 1, unread_messages: 0 } },
  ]);
  // Each expected event needs an end, or the object takes its counters for uncertain.
  expect(notices.map(({ to }) => to).sort()).toEqual(expected.sort());
});

test("a write that fails is told as a change that may have happened", async () => {
  const broken = createLikes({
    store: { ...store, add: async () => Promise.reject(new Error("D1 is away")) },
    cursors,
    live,
    limits,
  });
  await expect(broken.like(await contextOf(session), { profile: bea })).rejects.toThrow("D1 is away");
  expect(notices).toEqual([ann, bea].map((to) => ({ to, news: { events: [], changed: [...SNAPSHOTS] } })));
});

test("a block that comes between looking and liking refuses the like", async () => {
  const blockThenAdd: typeof store.add = async (...args) => {
    await block(bea, ann);
    return store.add(...args);
  };
  const late = createLikes({ store: { ...store, add: blockThenAdd }, cursors, live, limits });
  await expect(late.like(await contextOf(session), { profile: bea })).rejects.toMatchObject({ code: "not_found" });
  expect(await rowsBetween(ann, bea)).toBe(0);
  expect(notices.flatMap(({ news }) => news.events)).toEqual([]);
});

test("like refuses oneself, unknown and unconfirmed members, and blocks in either direction", async () => {
  const code = async (id: string, token?: string) => {
    const { error } = (await like(id, token)).body;
    return error.fields?.[0]?.code ?? error.code;
  };
  expect(await code(ann)).toBe("to_oneself");
  expect(await code("nobody")).toBe("not_found");
  expect(await code(await addMember({ pool: "elsewhere" }))).toBe("not_found");
  const fresh = await addMember({ status: "not_confirmed" });
  expect(await code(fresh)).toBe("not_found");
  expect(await code(bea, await logIn(fresh))).toBe("not_confirmed");
  await block(bea, ann);
  expect(await code(bea)).toBe("blocked");
  const unwanted = await addMember();
  await block(ann, unwanted);
  expect(await code(unwanted)).toBe("not_found");
});

test("taking back what was never given changes nothing and tells nobody", async () => {
  expect(await likes.unlike(await contextOf(session), { profile: bea })).toEqual({ liked: false, match: false });
  expect((await unlike("nobody")).body).toEqual({ liked: false, match: false });
  expect(notices).toEqual([]);
});

test("received likes come new ones first, then the newest; a blocked or hidden member is left out", async () => {
  const people: string[] = [];
  for (let i = 0; i < 5; i++) {
    const id = await addMember();
    people.push(id);
    const statement = env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, ?, ?)");
    await statement.bind(id, ann, i < 2 ? 1 : 0, 1000 + i).run();
  }
  const [p0, p1, p2, p3, p4] = people as [string, string, string, string, string];
  const received = async () => (await list("?type=received")).body.liked_by.map(({ id }) => id);
  expect(await received()).toEqual([p1, p0, p4, p3, p2]);
  await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE id = ?").bind(p4).run();
  await block(p3, ann);
  await block(ann, p2);
  expect(await received()).toEqual([p1, p0]);
  expect((await list()).body).toMatchObject({
    liked_by: [
      { id: p1, like_new: true },
      { id: p0, like_new: true },
    ],
    profiles: [],
    cursor: null,
    new_likes: 2,
  });
});

test("new matches are those of the last 30 days without a conversation", async () => {
  const [old, written] = [await addMember(), await addMember()];
  for (const id of [bea, old, written]) {
    await like(id);
    await like(ann, await logIn(id));
  }
  await env.DB.prepare("UPDATE likes SET matched_at = ? WHERE ? IN (liker_id, liked_id)")
    .bind(Date.now() - 31 * 24 * 3600 * 1000, old)
    .run();
  const [a, b] = [ann, written].sort();
  await env.DB.prepare(
    "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?1 || 'c', ?1, ?2, ?1, 0)",
  )
    .bind(a, b)
    .run();
  const { body } = await list("?type=new_matches");
  expect(body.liked_by.map(({ id }) => id)).toEqual([bea]);
  expect((await list("?type=matches")).body.liked_by).toHaveLength(3);
});

test.each(["received", "sent", "matches"] as const)("%s: every like comes once over the pages", async (type) => {
  const pairs: D1PreparedStatement[] = [];
  const statement = env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, ?, ?)");
  for (let i = 0; i < 53; i++) {
    const id = await addMember();
    // Many rows share a timestamp: the id breaks the tie.
    if (type !== "sent") pairs.push(statement.bind(id, ann, i % 2, 1000 + (i % 3)));
    if (type !== "received") pairs.push(statement.bind(ann, id, 1, 1000 + (i % 3)));
  }
  await env.DB.batch(pairs);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body }: { body: CallOutput<"likes"> } = await list(`?type=${type}${cursor ? `&cursor=${cursor}` : ""}`);
    const cards = type === "sent" ? body.profiles : body.liked_by;
    expect(cards.length).toBeLessThanOrEqual(24);
    seen.push(...cards.map(({ id }) => id));
    cursor = body.cursor;
  }
  expect(seen).toHaveLength(53);
  expect(new Set(seen).size).toBe(53);
  d1.take();
  const shown = { fictional: true, now: Date.now() };
  const rows = await counting.lists(ann, [{ list: type, after: null, size: 25 }], shown);
  expect(rows[0]).toHaveLength(25);
  expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read <= 3 * 24) });

  const other = type === "sent" ? "received" : "sent";
  const { body } = await list(`?type=${type}`);
  expect((await list(`?type=${other}&cursor=${body.cursor}`)).body.error.fields?.[0]?.code).toBe("bad_cursor");
});
