import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addLike, runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import type { Circumstances } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { scansOf } from "#tests/setup/query-plans.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createTodayStore } from "./today.store.ts";

const { identity, today, blocks, grants, likes } = servicesOf(env);
const NOW = Date.now();
let ann: string;
let bea: string;
let cleo: string;

const as = (id: string, more: Circumstances = {}) => memberContext(id, { now: NOW, preview: ["private_photos"], ...more });
const items = async (more?: Circumstances) => (await today.today(await as(ann, more))).items;
/** By kind: whom it names, or its figures. */
const told = async (more?: Circumstances) =>
  Object.fromEntries(
    (await items(more)).map((item) => {
      if ("members" in item) return [item.kind, [item.total, ...item.members.map(({ id }) => id)]];
      return [item.kind, item.kind === "photos" ? [item.approved, item.rejected] : item.total];
    }),
  );
const news = async (now = NOW) => identity.user(await as(ann, { now })).news;
const see = async (of: "visitors" | "news", now = NOW) => today.todaySeen(await as(ann, { now }), { of });

const addPhoto = (id: string, set: string) =>
  runSql(
    `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at, ${set.split("=")[0]})
     VALUES (?1, ?2, ?1, (SELECT count(*) FROM photos WHERE profile_id = ?2), ?3, 'public', 0, ?4)`,
    id,
    ann,
    set.startsWith("checked") ? "active" : "rejected",
    Number(set.split("=")[1]),
  );
const addReport = (decidedAt: number | null) =>
  runSql(
    `INSERT INTO reports (id, reference, domain_id, pool, reporter_id, reported_id, kind, object_id, reason, status, outcome,
       created_at, due_at, decided_at) VALUES (?1, ?1, 'liaison', 'liaison', ?2, ?3, 'profile', ?1, 'fake', ?4, ?5, 0, 0, ?6)`,
    crypto.randomUUID(),
    ann,
    bea,
    decidedAt === null ? "open" : "decided",
    decidedAt === null ? null : "acted",
    decidedAt,
  );
const visit = (who: string, at: number) =>
  runSql(
    "INSERT INTO visits (visited_id, visitor_id, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
    ann,
    who,
    at,
  );

async function write(from: string, to: string, at: number) {
  const conversation = await writeMessage(from, to, at);
  await runSql("UPDATE participants SET last_sender = ?, last_at = ? WHERE conversation_id = ?", from, at, conversation);
}

beforeEach(async () => {
  [ann, bea, cleo] = [await addMember(), await addMember(), await addMember()];
});

test("a member with nothing to do is told nothing", async () => {
  expect(await items()).toEqual([]);
  expect(await news()).toBe(0);
});

test("chats whose last word is the other's wait, the oldest first, until the member answers", async () => {
  await write(bea, ann, NOW - 2 * HOUR);
  await write(cleo, ann, NOW - 3 * HOUR);
  expect(await told()).toEqual({ turns: [2, cleo, bea] });
  await write(ann, cleo, NOW - HOUR);
  expect(await told()).toEqual({ turns: [1, bea] });
});

test.each<[string, () => Promise<unknown>]>([
  ["older than 30 days", () => runSql("UPDATE participants SET last_at = ? WHERE member_id = ?", NOW - 31 * DAY, ann)],
  ["muted", () => runSql("UPDATE participants SET muted = 1 WHERE member_id = ?", ann)],
  ["removed", () => runSql("UPDATE participants SET listed = 0 WHERE member_id = ?", ann)],
  ["with a member who left", () => runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", bea)],
  ["with a blocked member", async () => blocks.block(await as(ann), { profile: bea })],
])("a chat that is %s waits for nobody", async (_, change) => {
  await write(bea, ann, NOW - HOUR);
  expect(await told()).toEqual({ turns: [1, bea] });
  await change();
  expect(await told()).toEqual({});
});

test("of many, three are named and all are counted", async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => addMember()));
  for (const [n, other] of others.entries()) await write(other, ann, NOW - n * HOUR);
  expect(await told()).toEqual({ turns: [5, ...others.toReversed().slice(0, 3)] });
});

test("new likes are told while the member wants to hear of likes", async () => {
  await addLike(bea, ann, NOW - HOUR);
  expect(await told()).toEqual({ likes: [1, bea] });
  await runSql(
    "INSERT INTO preferences (account_id, channels, updated_at) VALUES (?, ?, 0)",
    ann,
    JSON.stringify({ like: { in_app: false } }),
  );
  expect(await told()).toEqual({});
});

test("a request for private photos stays until the member decides, and counts as news", async () => {
  await addPhoto(`${ann}-private`, "checked_at=1");
  await runSql("UPDATE photos SET visibility = 'private' WHERE profile_id = ?", ann);
  await grants.requestPhotoAccess(await as(bea), { profile: ann });
  await see("news");
  expect([await told(), await news()]).toEqual([{ photo_requests: [1, bea] }, 1]);
  expect(await told({ preview: [] }), "where no photos are private").toEqual({});
  await grants.decidePhotoAccess(await as(ann), { profile: bea, granted: false });
  expect([await told(), await news()]).toEqual([{}, 0]);
});

test("private photos shown are news until the member opens the list or the profile, and for 14 days", async () => {
  const show = (owner: string, at: number, status = "granted") =>
    runSql(
      `INSERT INTO photo_grants (owner_id, member_id, status, at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET status = excluded.status, at = excluded.at`,
      owner,
      ann,
      status,
      at,
    );
  const visitTo = (owner: string, at: number) =>
    runSql(
      "INSERT INTO visits (visited_id, visitor_id, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
      owner,
      ann,
      at,
    );
  await show(bea, NOW - HOUR);
  await show(cleo, NOW - 15 * DAY);
  await visitTo(bea, NOW - 2 * HOUR);
  expect([await told(), await news()]).toEqual([{ photo_answers: [1, bea] }, 1]);
  expect(await told({ preview: [] }), "where no photos are private").toEqual({});
  await visitTo(bea, NOW - 1);
  expect([await told(), await news()]).toEqual([{}, 0]);
  await show(cleo, NOW - 2);
  expect([await told(), await news()]).toEqual([{ photo_answers: [1, cleo] }, 1]);
  await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", cleo);
  expect([await told(), await news()]).toEqual([{}, 0]);
  await runSql("UPDATE profiles SET status = 'active' WHERE id = ?", cleo);
  await show(cleo, NOW - 2, "refused");
  expect([await told(), await news()]).toEqual([{}, 0]);
  await show(cleo, NOW - 2);
  await see("news");
  expect([await told(), await news()]).toEqual([{}, 0]);
});

test("visitors are told until the member opens their list", async () => {
  await visit(bea, NOW - HOUR);
  await visit(cleo, NOW - 31 * DAY);
  expect(await told()).toEqual({ visitors: [1, bea] });
  await see("visitors");
  expect(await told()).toEqual({});
  await visit(cleo, NOW + 1);
  expect(await told({ now: NOW + 2 })).toEqual({ visitors: [1, cleo] });
});

test("decisions about photos and reports are news until the member has seen them, and for 14 days", async () => {
  await addPhoto(`${ann}-a`, `checked_at=${NOW - HOUR}`);
  await addPhoto(`${ann}-b`, `rejected_at=${NOW - HOUR}`);
  await addPhoto(`${ann}-c`, `checked_at=${NOW - 15 * DAY}`);
  await addReport(NOW - HOUR);
  await addReport(NOW - 15 * DAY);
  await addReport(null);
  expect([await told(), await news()]).toEqual([{ photos: [1, 1], reports: 1 }, 3]);
  await see("news");
  expect([await told(), await news()]).toEqual([{}, 0]);
  await addReport(NOW + 1);
  expect([await told({ now: NOW + 2 }), await news(NOW + 2)]).toEqual([{ reports: 1 }, 1]);
});

test("fictional profiles are not told where a domain hides them", async () => {
  await addLike(bea, ann, NOW - HOUR);
  await write(cleo, ann, NOW - HOUR);
  await visit(bea, NOW - HOUR);
  await runSql("UPDATE profiles SET fictional = 1 WHERE id IN (?, ?)", bea, cleo);
  expect(Object.keys(await told({ settings: { fictional_profiles: true } }))).toEqual(["turns", "likes", "visitors"]);
  expect(await told({ settings: { fictional_profiles: false } })).toEqual({});
});

// `t` is the newest 50 chats, `g` the newest 20 grants.
test("the query reads rows by an index only", async () => {
  const shown = { fictional: true, privatePhotos: true, now: NOW };
  expect(await scansOf((db) => createTodayStore(connect(db)).find(ann, shown))).toEqual(["SCAN g", "SCAN t"]);
});

test("a like that the member took note of is no longer told", async () => {
  await addLike(bea, ann, NOW - HOUR);
  await runSql("UPDATE likes SET is_new = 0 WHERE liked_id = ?", ann);
  expect(await told()).toEqual({});
  expect((await likes.likes(await as(ann), { type: "received" })).liked_by).toHaveLength(1);
});
