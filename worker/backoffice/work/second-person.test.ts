import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { staffMembers, staffSetupLinks, workItems } from "#db/schema/index.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWorkStore } from "./work.store.ts";
import { createWork } from "./work.ts";
import { NEWCOMER } from "./work.vocabulary.ts";

const db = connect(env.DB);
const NOW = Date.UTC(2026, 10, 28, 12);
/** So long ago that nobody is new. */
const LONG_AGO = NOW - 400 * DAY;
const queue = { decisionsFor: async () => ({ approve: [] }), effect: async () => {} };
const work = createWork({
  store: createWorkStore(db),
  queues: { refund: queue, appeal: queue },
  cursors: createCursors("test"),
  inTime: () => {},
});

let people: Record<string, string>;

beforeEach(async () => {
  for (const table of [workItems, staffSetupLinks]) await db.delete(table);
  people = {};
});

/** An account, made by another one; without `by`, by the command. */
async function made(name: string, at = LONG_AGO, by: string | null = null): Promise<string> {
  const id = newId();
  await db.insert(staffMembers).values({ id, name, email: `${id}@staff.example`, role: "operator", createdAt: at });
  people[name] = id;
  await linked(name, at, by);
  return name;
}

const idOf = (name: string) => people[name] ?? expect.unreachable(name);

async function linked(name: string, at: number, by: string | null = null): Promise<void> {
  await db.insert(staffSetupLinks).values({ staffId: idOf(name), madeBy: by && idOf(by), at });
}

function contextOf(name: string): StaffMemberContext {
  const viewer = { id: idOf(name), name, email: "x", role: "operator" as const, tokenHash: "", expiresAt: NOW + DAY };
  return { requestId: newId(), now: NOW, network: "n", userAgent: "", origin: "", viewer };
}

/** What becomes of an item that `first` began: it is counted, taken and decided by one rule. */
async function secondFor(first: string, second: string, at = NOW - HOUR): Promise<boolean> {
  await db.delete(workItems);
  const id = newId();
  const row = { id, kind: "refund" as const, objectId: newId(), domainId: "liaison", pool: "liaison", dueAt: NOW };
  await db.insert(workItems).values({ ...row, createdAt: at, notBy: idOf(first) });
  const ctx = contextOf(second);
  const [counted] = (await work.workCounts(ctx)).queues;
  const { taken } = await work.takeWork(ctx, { kind: "refund" });
  // Leased otherwise: by a lease from before the rule, say.
  await db.update(workItems).set({ leasedBy: ctx.viewer.id, leasedUntil: NOW + HOUR });
  const decided = await work.decideWork(ctx, { id, decision: "approve" }).then(
    () => true,
    (error: AppError) => (error.code === "conflict" ? false : expect.unreachable(error.code)),
  );
  expect([counted?.free, counted?.barred, taken === 1]).toEqual([Number(decided), Number(!decided), decided]);
  return decided;
}

test("two people whom nobody on the staff made check each other; one person does not check itself", async () => {
  await made("Olga");
  await made("Ola");
  expect([await secondFor("Olga", "Ola"), await secondFor("Ola", "Olga"), await secondFor("Olga", "Olga")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("an account that was made or reset after the work was begun is no second person, whoever made it", async () => {
  await made("Olga");
  await made("Ola");
  await made("Mo", NOW - HOUR);
  expect([await secondFor("Olga", "Mo", NOW - 2 * HOUR), await secondFor("Olga", "Mo", NOW - HOUR + 1)]).toEqual([false, true]);
  expect(await secondFor("Olga", "Ola", NOW - 2 * HOUR)).toBe(true);
  await linked("Ola", NOW - HOUR);
  expect(await secondFor("Olga", "Ola", NOW - 2 * HOUR)).toBe(false);
});

test("who made or reset an account is never checked by it, nor by an account that it made", async () => {
  await made("Olga");
  await made("B", LONG_AGO, "Olga");
  await made("C", LONG_AGO, "B");
  await made("D", LONG_AGO, "C");
  for (const one of ["B", "C", "D"]) expect([one, await secondFor("Olga", one)]).toEqual([one, false]);
  expect(await secondFor("B", "D")).toBe(false);
  await made("Mo");
  await linked("Mo", NOW - 2 * NEWCOMER, "Olga");
  expect([await secondFor("Olga", "Mo"), await secondFor("B", "Mo")]).toEqual([false, true]);
});

test("for a week two accounts of one person's making check each other in no direction", async () => {
  await made("Olga");
  await made("Ola");
  await made("B", NOW - DAY, "Olga");
  await made("C", NOW - DAY, "Olga");
  expect(await secondFor("B", "Olga"), "the maker approves what the new account began").toBe(false);
  expect(await secondFor("B", "C"), "two new accounts of one maker").toBe(false);
  expect(await secondFor("B", "Ola"), "another person").toBe(true);
  await made("Old", LONG_AGO, "Olga");
  expect([await secondFor("B", "Old"), await secondFor("Old", "B"), await secondFor("Old", "Olga")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("a link of the command hands an account to a person of its own; what is older stays closed to it", async () => {
  await made("Olga");
  await made("B", LONG_AGO, "Olga");
  await linked("B", NOW - 2 * HOUR);
  expect([await secondFor("Olga", "B"), await secondFor("B", "Olga"), await secondFor("Olga", "B", NOW - 3 * HOUR)]).toEqual([
    true,
    true,
    false,
  ]);
  await linked("B", NOW - 90 * 60_000, "Olga");
  expect(await secondFor("Olga", "B"), "reset by her again").toBe(false);
});

test("accounts that made each other in a circle are one person, and the day's other work stays open to all", async () => {
  await made("Olga");
  await made("B", LONG_AGO, "Olga");
  await linked("Olga", LONG_AGO + DAY, "B");
  expect([await secondFor("Olga", "B"), await secondFor("B", "Olga")]).toEqual([false, false]);
  await db.delete(workItems);
  const row = { id: newId(), kind: "refund" as const, objectId: newId(), domainId: "liaison", pool: "liaison", dueAt: NOW };
  await made("New", NOW, "Olga");
  await db.insert(workItems).values({ ...row, createdAt: NOW - DAY });
  expect(await work.takeWork(contextOf("New"), { kind: "refund" })).toEqual({ taken: 1 });
});

test("where a site sets it, one person decides what needs two, and the audit log says so", async () => {
  await made("Olga");
  await made("Ola");
  expect(await secondFor("Olga", "Olga")).toBe(false);
  await env.DB.exec(
    "UPDATE domains SET settings = json_set(settings, '$.settings.one_person', json('true')) WHERE id = 'liaison'",
  );
  try {
    expect([await secondFor("Olga", "Olga"), await secondFor("Olga", "Ola")]).toEqual([true, true]);
    const actions = await env.DB.prepare(
      "SELECT action FROM staff_audit WHERE staff_id IN (?, ?) AND object_kind = 'work_item' ORDER BY id",
    )
      .bind(idOf("Olga"), idOf("Ola"))
      .all<{ action: string }>();
    expect(actions.results.map(({ action }) => action)).toEqual(["approve refund, alone", "approve refund"]);
  } finally {
    await env.DB.exec("UPDATE domains SET settings = json_remove(settings, '$.settings.one_person') WHERE id = 'liaison'");
  }
});
