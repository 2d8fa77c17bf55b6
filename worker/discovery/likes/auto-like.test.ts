import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf as circumstances } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { createLimits } from "#worker/platform/limits.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createLikesStore } from "./likes.store.ts";
import { createLikes } from "./likes.ts";

let ann: string;
let bea: string;
let session: string;
const noLive = { expect: async () => {}, tell: async () => {}, revoke: async () => {} };

async function contextOf(token: string): Promise<MemberContext> {
  const viewer = await createAccountsStore(connect(env.DB)).findViewer(await sha256(token), "liaison", Date.now());
  return (await circumstances({ now: Date.now(), viewer: viewer ?? expect.unreachable() })) as MemberContext;
}
const rules = (db = env.DB) =>
  createLikes({
    store: createLikesStore(connect(db)),
    cursors: createCursors("test only"),
    live: noLive,
    limits: createLimits(env.LIMITS, "test only"),
  });
const like = async (profile: string, token: string) => (await rules().like(await contextOf(token), { profile })).match;
const block = (blocker: string, blocked: string) =>
  env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(blocker, blocked).run();

beforeEach(async () => {
  ann = await addMember();
  bea = await addMember({ name: `Bea${Math.random()}` });
  session = await logIn(ann);
});

describe("the like that a member is told of", () => {
  const dialogs = async (token = session) => {
    const answer = await exports.default.fetch(
      new Request("http://localhost/api/auto-like.php", {
        headers: { cookie: `session=${token}`, "sec-fetch-site": "same-origin" },
      }),
    );
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    if (answer.status === 204) expect(await answer.text()).toBe("");
    return answer.status === 204 ? null : ((await answer.json()) as NonNullable<CallOutput<"autoLike">>);
  };
  const give = (liker: string, at: number, isNew = 1) =>
    env.DB.prepare("INSERT INTO likes (liker_id, liked_id, is_new, created_at) VALUES (?, ?, ?, ?)")
      .bind(liker, ann, isNew, at)
      .run();

  test("is each new one once, the oldest first, and then nothing", async () => {
    const cleo = await addMember({ name: `Cleo${Math.random()}` });
    await give(bea, 2000);
    await give(cleo, 1000);
    await give(await addMember(), 500, 0);
    expect(await dialogs()).toMatchObject({ id: cleo, match: false, main_image: null, fictional: false });
    expect(await dialogs()).toMatchObject({ id: bea, name: expect.stringContaining("Bea") });
    expect(await dialogs()).toBeNull();
    // The like stays new in the lists until the member opens the profile.
    const ctx = await contextOf(session);
    expect(ctx.viewer.account.newLikes).toBe(2);
    const { liked_by } = await rules().likes(ctx, { type: "received" });
    expect(liked_by.map(({ like_new }) => like_new)).toEqual([true, true, false]);
  });

  test("opens a window once a day for who chose so, and the next like has its turn", async () => {
    const set = (paces: object) =>
      env.DB.prepare(
        "INSERT INTO preferences (account_id, paces, updated_at) VALUES (?, ?, 0) ON CONFLICT (account_id) DO UPDATE SET paces = excluded.paces",
      )
        .bind(ann, JSON.stringify(paces))
        .run();
    const cleo = await addMember();
    await give(bea, 2000);
    await give(cleo, 1000);
    await set({ like: { in_app: "daily" } });
    expect(await dialogs()).toMatchObject({ id: cleo });
    expect(await dialogs()).toBeNull();
    await env.DB.prepare("UPDATE notified SET at = at - 90000000 WHERE account_id = ? AND kind = 'dialog'").bind(ann).run();
    await set({ like: { in_app: "weekly" } });
    expect(await dialogs()).toBeNull();
    await set({ like: { in_app: "daily" }, match: { in_app: "weekly" } });
    expect(await dialogs()).toMatchObject({ id: bea });
  });

  test("shows its picture by a path of its own, and says that it is mutual", async () => {
    await env.DB.prepare("UPDATE profiles SET main_photo = 'photo-key', fictional = 1 WHERE id = ?").bind(bea).run();
    await like(bea, session);
    expect(await like(ann, await logIn(bea))).toBe(true);
    const shown = await dialogs();
    expect(shown).toMatchObject({ id: bea, match: true, fictional: true, online: false });
    expect(shown?.main_image?.match).toBe(shown?.main_image?.filename);
    expect(shown?.main_image?.match).toContain("photo-key");
    // Both members hear of the match.
    expect(await dialogs(await logIn(bea))).toMatchObject({ id: ann, match: true });
  });

  test("is told to one of twenty pages that ask at once", async () => {
    await give(bea, 1000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => dialogs()));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
  });

  test("is nobody's who was blocked or has gone, nor one that was taken back", async () => {
    const [blocked, blocker, hidden] = [await addMember(), await addMember(), await addMember()];
    for (const id of [blocked, blocker, hidden, bea]) await give(id, 1000);
    await block(ann, blocked);
    await block(blocker, ann);
    await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE id = ?").bind(hidden).run();
    await rules().unlike(await contextOf(await logIn(bea)), { profile: ann });
    expect(await dialogs()).toBeNull();
    await env.DB.prepare("UPDATE profiles SET status = 'active' WHERE id = ?").bind(hidden).run();
    expect(await dialogs()).toMatchObject({ id: hidden });
  });

  test("costs nothing where there is none, and as many rows as it looks at among many that were told", async () => {
    const d1 = countedD1(env.DB);
    const counted = rules(d1.db);
    d1.take();
    expect(await counted.autoLike(await contextOf(session))).toBeNull();
    expect(d1.take().trips).toBe(0);
    for (let i = 0; i < 30; i++) await give(await addMember(), 1000 + i);
    await env.DB.prepare("UPDATE likes SET announced_at = 1 WHERE liked_id = ?").bind(ann).run();
    const ctx = await contextOf(session);
    d1.take();
    expect(await counted.autoLike(ctx)).toBeNull();
    expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read <= 45) });
  });

  test("is told to pages of this site only, and by no HEAD", async () => {
    await give(bea, 1000);
    const ask = (method: string, headers: Record<string, string>) =>
      exports.default.fetch(
        new Request("http://localhost/api/auto-like.php", { method, headers: { cookie: `session=${session}`, ...headers } }),
      );
    expect((await ask("GET", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await ask("GET", {})).status).toBe(403);
    expect((await ask("HEAD", { "sec-fetch-site": "same-origin" })).status).toBe(405);
    expect(await dialogs()).toMatchObject({ id: bea });
  });
});
