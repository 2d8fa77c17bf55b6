import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createMembersStore } from "./members.store.ts";
import { createUnlockStore } from "./unlock.store.ts";
import { createUnlock } from "./unlock.ts";

// A free member sees three photos of a profile here, and all of them for two credits.

let viewer: string;
let owner: string;
let keys = 0;

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

async function addPhotos(profile: string, states: [status: string, visibility: string][]): Promise<void> {
  for (const [status, visibility] of states) {
    const sql =
      "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?2, ?1, ?3, ?4, ?5, 0)";
    const number = keys++;
    await run(sql, `photo${number}`, profile, number, status, visibility);
  }
}
const publicly = (many: number) => Array.from({ length: many }, (): [string, string] => ["active", "public"]);

async function request(path: string, init: RequestInit = {}, member = viewer): Promise<Response> {
  const headers = {
    cookie: `session=${await logIn(member)}`,
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
  };
  return exports.default.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
}

async function unlock(profile = owner, member = viewer): Promise<Record<string, unknown> | string> {
  const answer = await request("/api/unlock.php", { method: "POST", body: JSON.stringify({ profile }) }, member);
  const body = (await answer.json()) as CallOutput<"unlockPhotos"> & { error: { code: string } };
  return answer.status === 200 ? body : body.error.code;
}

async function seen(member = viewer): Promise<{ photos: number; locked: number }> {
  const answer = await request(`/api/member.php?id=${owner}`, {}, member);
  const { profile } = (await answer.json()) as CallOutput<"member">;
  return { photos: profile.photos.length, locked: profile.locked_photos };
}

const paid = (member = viewer) =>
  env.DB.prepare("SELECT amount, cause FROM ledger WHERE account_id = ? AND kind = 'photos'")
    .bind(member)
    .all()
    .then(({ results }) => results);

beforeEach(async () => {
  [viewer, owner] = await Promise.all([addMember({ credits: 10 }), addMember()]);
  await addPhotos(owner, publicly(5));
});

test("the photos open at the price and stay open, later ones too", async () => {
  expect(await seen()).toEqual({ photos: 3, locked: 2 });
  expect(await unlock()).toEqual({ unlocked: true, price: 2, credits: 8 });
  expect(await seen()).toEqual({ photos: 5, locked: 0 });
  await addPhotos(owner, [...publicly(1), ["inspection", "public"], ["active", "private"]]);
  expect(await seen(), "private photos and those under inspection stay closed").toEqual({ photos: 6, locked: 0 });
  const other = await addMember();
  expect(await seen(other), "for nobody else").toEqual({ photos: 3, locked: 3 });
  const transactions = (await (await request("/api/transactions.php")).json()) as CallOutput<"transactions">;
  expect(transactions.transactions[0]).toMatchObject({ kind: "photos", amount: -2, balance: 8, profile: { id: owner } });
});

test("ten requests at once pay once", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => unlock()));
  expect(answers.filter((answer) => typeof answer === "object" && answer.price === 2)).toHaveLength(1);
  for (const answer of answers) expect(answer).toMatchObject({ unlocked: true });
  expect(await paid()).toEqual([{ amount: -2, cause: owner }]);
  expect(await unlock()).toEqual({ unlocked: true, price: 0, credits: 8 });
});

test("photos that are open already cost nothing", async () => {
  const premium = await addMember({ paid: true });
  expect(await unlock(owner, premium)).toMatchObject({ price: 0, credits: 10 });
  const few = await addMember();
  await addPhotos(few, publicly(3));
  expect(await unlock(few)).toMatchObject({ price: 0, credits: 10 });
  expect([...(await paid()), ...(await paid(premium))]).toEqual([]);
});

test("refusals charge nothing and open nothing", async () => {
  const poor = await addMember({ credits: 1 });
  expect(await unlock(owner, poor)).toBe("not_enough_credits");
  expect(await seen(poor)).toEqual({ photos: 3, locked: 2 });
  expect(await unlock(viewer)).toBe("invalid");
  expect(await unlock("nobody")).toBe("not_found");
  const elsewhere = await addMember({ pool: "velvet" });
  expect(await unlock(elsewhere)).toBe("not_found");
  await run("INSERT INTO debts (account_id, payment_id, credits, created_at) VALUES (?, 'p', 5, 0)", viewer);
  expect(await unlock()).toBe("debt_open");
  const blocked = await addMember();
  await run("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", owner, blocked);
  expect(await unlock(owner, blocked)).toBe("blocked");
  const left = await addMember();
  await addPhotos(left, publicly(5));
  await run("UPDATE profiles SET status = 'deleted' WHERE id = ?", left);
  expect(await unlock(left)).toBe("not_found");
  for (const member of [viewer, poor, blocked]) expect(await paid(member)).toEqual([]);
  const { results } = await env.DB.prepare("SELECT 1 FROM photo_unlocks WHERE account_id IN (?, ?, ?)")
    .bind(viewer, poor, blocked)
    .all();
  expect(results).toEqual([]);
});

test.each([
  ["the owner removes the photos", () => run("DELETE FROM photos WHERE profile_id = ?", owner)],
  ["a purchase opens all photos", () => run("UPDATE accounts SET paid_user = 1 WHERE id = ?", viewer)],
])("nothing is charged when %s at the same moment", async (_, change) => {
  const db = connect(env.DB);
  const members = createMembersStore(db);
  const findFor: typeof members.findFor = async (...asked) => {
    const found = await members.findFor(...asked);
    await change();
    return found;
  };
  const live = { expect: async () => {}, tell: async () => {}, revoke: async () => {} } as never;
  const { unlockPhotos } = createUnlock({ members: { findFor }, store: createUnlockStore(db), live, after: () => {} });
  await expect(unlockPhotos(await memberContext(viewer), { profile: owner })).rejects.toMatchObject({ code: "conflict" });
  expect([await paid(), (await unlock()) as object]).toMatchObject([[], { unlocked: true, price: 0, credits: 10 }]);
});
