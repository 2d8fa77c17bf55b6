import { createExecutionContext, env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { createWorker } from "#worker/server/worker.ts";

const BOOKMARK = /^bookmark=([0-9a-f-]{59}); Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/;

const begun: string[] = [];
const queries: { by: string; query: string }[] = [];
const D1 = Object.assign(Object.create(env.DB) as D1Database, {
  prepare: (query: string) => note("primary", query, env.DB),
  batch: <T>(statements: D1PreparedStatement[]) => env.DB.batch<T>(statements),
  withSession(start: string) {
    begun.push(start);
    const session = env.DB.withSession(start);
    return {
      prepare: (query: string) => note(start, query, session),
      batch: <T>(statements: D1PreparedStatement[]) => session.batch<T>(statements),
      getBookmark: () => session.getBookmark(),
    };
  },
});
function note(by: string, query: string, to: Pick<D1Database, "prepare">): D1PreparedStatement {
  queries.push({ by, query });
  return to.prepare(query);
}

const worker = createWorker(async () => new Response("<p>"));
const ask = (path: string, cookie: string, init: RequestInit = {}) =>
  worker.fetch(
    new Request(`http://localhost${path}`, {
      ...init,
      headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" },
    }) as never,
    { ...env, DB: D1 },
    createExecutionContext(),
  );
const bookmarksOf = (answer: Response) => answer.headers.getSetCookie().flatMap((line) => BOOKMARK.exec(line)?.[1] ?? []);
const save = (cookie: string) => ask("/api/like.php", cookie, { method: "POST", body: JSON.stringify({ profile: other }) });

let me: string;
let other: string;
beforeEach(async () => {
  other = await addMember();
  me = `session=${await logIn(await addMember())}`;
  await ask("/api/user.php", me);
  for (const list of [begun, queries]) list.splice(0);
});

test("a search may ask a replica from the start, the session's check and other reads may not", async () => {
  expect((await ask("/api/members.php", me)).status).toBe(200);
  expect(begun).toEqual(["first-unconstrained"]);
  expect(queries.some(({ by, query }) => by === "first-unconstrained" && query.includes("profiles"))).toBe(true);
  expect(queries.filter(({ by, query }) => by !== "primary" && query.includes('from "sessions"'))).toEqual([]);
  for (const path of ["/api/user.php", "/api/chats.php", "/api/likes.php"]) expect((await ask(path, me)).status).toBe(200);
  expect(begun).toEqual(["first-unconstrained"]);
});

test("a member's search shows at least the own last write", async () => {
  const written = await save(me);
  expect(written.status).toBe(200);
  expect(begun).toEqual(["first-primary"]);
  const [bookmark = expect.unreachable(), ...more] = bookmarksOf(written);
  expect(more).toEqual([]);
  await ask("/api/members.php", `${me}; bookmark=${bookmark}`);
  expect(begun).toEqual(["first-primary", bookmark]);
});

test("a refused write hands its bookmark over too, a read and a visitor's write none", async () => {
  const refused = await ask("/api/block.php", me, { method: "POST", body: JSON.stringify({ profile: "nobody" }) });
  expect(refused.status).toBe(404);
  expect(bookmarksOf(refused)).toHaveLength(1);
  expect(bookmarksOf(await ask("/api/members.php", me))).toEqual([]);
  const reset = await ask("/api/reset-password.php", "", {
    method: "POST",
    body: JSON.stringify({ email: `${other}@example.org` }),
  });
  expect(reset.status).toBe(200);
  expect(bookmarksOf(reset)).toEqual([]);
});

test.each([
  "ffffffff",
  "first-primary",
  "00000000-00000001-00000000-G0000000000000000000000000000000",
  "DB_2/00000000-00000001-00000000-00000000000000000000000000000000",
])("a cookie that is no bookmark of this database starts no session: %s", async (planted) => {
  await ask("/api/members.php", `${me}; bookmark=${planted}`);
  expect(begun).toEqual(["first-unconstrained"]);
});
