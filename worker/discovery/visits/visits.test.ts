import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { activityOf } from "#worker/people/preferences/preferences.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

let ann: string;
let session: string;
const { visitsStore } = servicesOf(env);

async function get<T>(path: string, token: string, headers: Record<string, string> = {}): Promise<T> {
  const request = new Request(`http://localhost/api/${path}`, { headers: { cookie: `session=${token}`, ...headers } });
  const answer = await exports.default.fetch(request);
  expect(answer.status).toBe(200);
  return answer.json();
}
const visitors = async (cursor = "") => get<CallOutput<"visitors">>(`visitors.php${cursor && `?cursor=${cursor}`}`, session);
const names = async () => (await visitors()).visitors.map(({ name }) => name);
const open = async (who: string, headers?: Record<string, string>) => get(`member.php?id=${ann}`, await logIn(who), headers);
const visitAt = (who: string) =>
  env.DB.prepare("SELECT at FROM visits WHERE visited_id = ? AND visitor_id = ?").bind(ann, who).first<number>("at");

beforeEach(async () => {
  ann = await addMember();
  session = await logIn(ann);
});

test("a member who opens a profile is among its visitors once, latest first", async () => {
  const [bea, cleo] = [await addMember({ name: `Bea${Math.random()}` }), await addMember({ name: `Cleo${Math.random()}` })];
  await open(bea);
  await expect.poll(() => visitAt(bea)).not.toBeNull();
  await visitsStore.add(cleo, ann, Date.now() + 1000);
  const shown = await visitors();
  expect(shown.visitors.map(({ id }) => id)).toEqual([cleo, bea]);
  expect(shown.cursor).toBeNull();
  expect(Date.parse(shown.visitors[0]?.visited_at ?? "")).toBeGreaterThan(Date.now() - 60_000);
});

test("a visit of the same day is not written again, one of the next day is", async () => {
  const bea = await addMember();
  await visitsStore.add(bea, ann, Date.now() - DAY + 60_000);
  const before = await visitAt(bea);
  const cleo = await addMember();
  await open(bea);
  await open(cleo);
  await expect.poll(() => visitAt(cleo)).not.toBeNull();
  expect(await visitAt(bea)).toBe(before);
  await runSql("UPDATE visits SET at = ? WHERE visitor_id = ?", Date.now() - DAY, bea);
  await open(bea);
  await expect.poll(() => visitAt(bea)).toBeGreaterThan(Date.now() - 60_000);
});

test("an invisible member, a prefetched page, a match's window and the profile's own member leave no visit", async () => {
  const [hidden, ahead, matched, seen] = [await addMember(), await addMember(), await addMember(), await addMember()];
  await get(`member.php?id=${ann}&visit=0`, await logIn(matched));
  await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", hidden);
  await open(hidden);
  await open(ahead, { "sec-purpose": "prefetch;anonymous-client-ip" });
  await get(`member.php?id=${ann}`, session);
  await open(seen);
  await expect.poll(() => visitAt(seen)).not.toBeNull();
  expect((await visitors()).visitors.map(({ id }) => id)).toEqual([seen]);
});

test("a visit of a member who hides their activity tells the day, not the time", async () => {
  const shy = await addMember();
  await runSql("INSERT INTO preferences (account_id, show_online, updated_at) VALUES (?, 0, 0)", shy);
  await open(shy);
  await expect.poll(() => visitAt(shy)).not.toBeNull();
  const day = activityOf(Date.now(), { showOnline: false });
  expect(await visitAt(shy)).toBe(day);
  await runSql("UPDATE visits SET at = ? WHERE visitor_id = ?", day - DAY, shy);
  await open(shy);
  await expect.poll(() => visitAt(shy)).toBe(day);
});

test("a prefetched page leaves a like new", async () => {
  const bea = await addMember();
  await runSql("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, 0)", ann, bea);
  const isNew = () => env.DB.prepare("SELECT is_new FROM likes WHERE liker_id = ?").bind(ann).first<number>("is_new");
  await open(bea, { "sec-purpose": "prefetch" });
  expect(await isNew()).toBe(1);
  await open(bea);
  expect(await isNew()).toBe(0);
});

test("blocked, invisible and departed visitors are not shown, nor visits of more than 30 days ago", async () => {
  const visible = await addMember({ name: `Kept${Math.random()}` });
  const [blocked, blocker, hidden, gone, old] = await Promise.all([1, 2, 3, 4, 5].map(() => addMember()));
  for (const who of [visible, blocked, blocker, hidden, gone]) await visitsStore.add(who as string, ann, Date.now());
  await visitsStore.add(old as string, ann, Date.now() - 30 * DAY);
  expect(await names()).toHaveLength(5);
  const block = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)";
  await runSql(block, ann, blocked);
  await runSql(block, blocker, ann);
  await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", hidden);
  await runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", gone);
  expect((await visitors()).visitors.map(({ id }) => id)).toEqual([visible]);
  await visitsStore.add(blocked as string, ann, Date.now() + 1);
  expect(await visitAt(blocked as string), "no visit past a block").toBeLessThanOrEqual(Date.now());
});

test("pages follow each other without a gap or a repetition", async () => {
  const many = await Promise.all(Array.from({ length: 26 }, () => addMember()));
  for (const [index, who] of many.entries()) await visitsStore.add(who, ann, Date.now() - (index >> 1) * 1000);
  const first = await visitors();
  const second = await visitors(first.cursor ?? expect.unreachable());
  expect(first.visitors).toHaveLength(24);
  expect(second.cursor).toBeNull();
  expect(new Set([...first.visitors, ...second.visitors].map(({ id }) => id)).size).toBe(26);
});
