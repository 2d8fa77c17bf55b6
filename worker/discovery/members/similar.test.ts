import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createMembersStore } from "./members.store.ts";

let ann: string;
let ben: string;
let session: string;

async function add(change: Record<string, string | number | null>): Promise<string> {
  const id = await addMember();
  const set = { gender: "male", looking_for: "female", region: "NL-NH", city: "Haarlem", ...change };
  const names = Object.keys(set).map((name) => `${name} = ?`);
  await runSql(`UPDATE profiles SET ${names.join(", ")} WHERE id = ?`, ...Object.values(set), id);
  return id;
}
async function ask(id: string, token: string | null = session) {
  const headers: Record<string, string> = token ? { cookie: `session=${token}` } : {};
  const answer = await exports.default.fetch(new Request(`http://localhost/api/similar.php?id=${id}`, { headers }));
  return { status: answer.status, body: (await answer.json()) as CallOutput<"similar"> & { error: { code: string } } };
}

beforeAll(async () => {
  ann = await addMember({ name: "Ann" });
  session = await logIn(ann);
  ben = await add({});
});

test("mutual interest, at most five years between them, the nearest town first; nobody who must be hidden", async () => {
  const near = await add({ city: "Haarlem" });
  const town = await add({ city: "Amsterdam" });
  const far = await add({ region: "NL-LI", city: "Maastricht" });
  const edge = await add({ city: "Alkmaar", birth_date: "1995-01-01" });
  await add({ birth_date: "1995-01-02" });
  await add({ birth_date: "1984-12-31" });
  await add({ looking_for: "male" });
  await add({ gender: "female" });
  await add({ country: "BE", region: null, city: null });
  await add({ status: "hidden" });
  await add({ pool: "other" });
  const [blocked, blocker] = [await add({}), await add({})];
  const block = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)";
  await runSql(block, ann, blocked);
  await runSql(block, blocker, ann);
  const { body } = await ask(ben);
  expect(body.results.map(({ id }) => id)).toEqual([near, town, edge, far]);
  expect(body.numResults).toBe(4);
});

test("a visitor sees only members shown to visitors; a hidden profile has no similar members", async () => {
  const open = (await ask(ben, null)).body.numResults;
  const shy = await add({ shown_to_visitors: 0 });
  expect((await ask(ben, null)).body.numResults).toBe(open);
  expect((await ask(shy, null)).status).toBe(404);
  expect((await ask(ben)).body.results.map(({ id }) => id)).toContain(shy);
  const foe = await add({});
  await runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", foe, ann);
  expect((await ask(foe)).body.error.code).toBe("blocked");
});

test("visitors do not learn from similar members what a profile looks for", async () => {
  const other = await add({ looking_for: "male", birth_date: "1991-03-03" });
  const born = await add({ birth_date: "1991-03-03" });
  for (const id of [other, born]) {
    const ids = (await ask(id, null)).body.results.map((one) => one.id);
    expect(ids).toContain(id === other ? born : other);
  }
});

test("a profile that says no region has similar members too", async () => {
  const nowhere = { country: "DE", region: null, city: null };
  const [profile, like] = [await add(nowhere), await add(nowhere)];
  expect((await ask(profile)).body.results.map(({ id }) => id)).toEqual([like]);
});

test("those whom the viewer does not suit leave room for others, also without a wish of the viewer's", async () => {
  const there = { country: "FR", region: "FR-IDF", city: "Paris" };
  const others: string[] = [];
  for (let n = 0; n < 20; n++) await add({ ...there, seen_from: 18, seen_to: 19, last_active_at: Date.now() });
  for (let n = 0; n < 6; n++) others.push(await add({ ...there, last_active_at: 0 }));
  const { results } = (await ask(others[0] ?? expect.unreachable())).body;
  expect(results.map(({ id }) => id).toSorted()).toEqual(others.slice(1).toSorted());
});

test("twelve at most, in one trip with the profile, of a bounded number of rows", async () => {
  for (let n = 0; n < 30; n++) await add({ city: "Zaandam" });
  expect((await ask(ben)).body.results).toHaveLength(12);
  const d1 = countedD1(env.DB);
  const similar = { viewerId: ann, fictional: true, only: null };
  const found = await createMembersStore(connect(d1.db)).findFor(ann, ben, "liaison", similar);
  expect(found?.similar.length).toBeGreaterThan(12);
  const { rows, trips } = d1.take();
  expect(trips).toBe(1);
  expect(rows).toBeLessThan(800);
});
