import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { STAFF_ROLES, type StaffRole, WORK_KINDS } from "#db/schema/attributes.ts";
import { staffAudit, workItems } from "#db/schema/index.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWorkStore, type WorkRow } from "./work.store.ts";
import { createWork } from "./work.ts";
import { UNDO, WORKERS } from "./work.vocabulary.ts";

const db = connect(env.DB);
const store = createWorkStore(db);
const NOW = Date.UTC(2026, 10, 23, 12);

let effects: { id: string; decision: string | null; now: number }[] = [];
let fails = 0;
let timers: { ms: number; work: (now: number) => Promise<unknown> }[] = [];
const effect = async ({ id, decision }: WorkRow, now: number) => {
  if (fails-- > 0) throw new Error("no");
  effects.push({ id, decision, now });
};
const work = createWork({
  store,
  queues: {
    report: { decisionsFor: async () => ({ approve: [], refuse: ["spam", "rude"] }), effect },
    refund: { decisionsFor: async () => ({ pay: [] }), effect },
  },
  cursors: createCursors("test"),
  inTime: (ms, run) => void timers.push({ ms, work: run }),
});

beforeEach(async () => {
  effects = [];
  timers = [];
  fails = 0;
  await db.delete(workItems);
});

function someone(role: StaffRole = "moderator"): (more?: { now?: number }) => StaffMemberContext {
  const viewer = { id: newId(), name: "Mo", email: "mo@staff.example", role, tokenHash: "", expiresAt: NOW + HOUR };
  return ({ now = NOW } = {}) => ({ requestId: newId(), now, network: "n", userAgent: "", origin: "", viewer });
}

async function item(more: Partial<WorkRow> = {}): Promise<string> {
  const id = newId();
  const row = { id, kind: "report" as const, objectId: newId(), domainId: "liaison", pool: "liaison" };
  await db.insert(workItems).values({ ...row, createdAt: NOW - HOUR, dueAt: NOW + HOUR, ...more });
  return more.id ?? id;
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: AppError) => (error.fields[0] ? `${error.code} ${error.fields[0].field} ${error.fields[0].code}` : error.code),
  );
const mineOf = async (ctx: StaffMemberContext) => (await work.workMine(ctx, { kind: "report" })).items.map(({ id }) => id);
const actionsOf = async ({ viewer }: StaffMemberContext) =>
  (await db.select().from(staffAudit))
    .filter(({ staffId }) => staffId === viewer.id)
    .map(({ action, reason }) => [action, reason]);

test("leased work is taken by no other staff member until the lease ends", async () => {
  for (let n = 0; n < 25; n++) await item();
  const [mo, ida] = [someone(), someone()];
  const counts = await Promise.all([mo(), ida()].map((ctx) => work.takeWork(ctx, { kind: "report" })));
  expect(counts.map(({ taken }) => taken).sort()).toEqual([20, 5]);
  const both = [...(await mineOf(mo())), ...(await mineOf(ida()))];
  expect(new Set(both).size).toBe(25);
  expect(await work.takeWork(ida(), { kind: "report" })).toEqual({ taken: 0 });
  const later = NOW + 10 * 60_000;
  expect(await mineOf(mo({ now: later }))).toEqual([]);
  expect(await work.takeWork(ida({ now: later }), { kind: "report" })).toEqual({ taken: 20 });
});

test("higher scores are taken first, then what waits longest; a list pages through all in that order", async () => {
  const expected: string[] = [];
  for (const [score, age] of [
    [5, 1],
    [5, 0],
    [0, 9],
    [0, 2],
  ] as const)
    expected.push(await item({ score, createdAt: NOW - age * HOUR }));
  const ctx = someone()();
  expect((await work.workList(ctx, { kind: "report" })).items.map(({ id }) => id)).toEqual(expected);
  for (let n = 0; n < 56; n++) await item({ score: -1, createdAt: NOW });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await work.workList(ctx, { kind: "report", cursor });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(seen.slice(0, 4)).toEqual(expected);
  expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
  await work.takeWork(ctx, { kind: "report" });
  expect((await mineOf(ctx)).slice(0, 4)).toEqual(expected);
});

test("only the holder of the lease decides, once, with a reason that the decision has", async () => {
  const id = await item();
  const [mo, ida] = [someone(), someone()];
  expect(await codeOf(work.decideWork(mo(), { id, decision: "approve" }))).toBe("conflict");
  await work.takeWork(mo(), { kind: "report" });
  expect(await codeOf(work.decideWork(ida(), { id, decision: "approve" }))).toBe("conflict");
  const refused = (input: object) => codeOf(work.decideWork(mo(), { id, decision: "refuse", ...input }));
  expect(await refused({})).toBe("invalid reason required");
  expect(await refused({ reason: "other" })).toBe("invalid reason unknown_option");
  expect(await refused({ decision: "constructor" })).toBe("invalid decision unknown_option");
  expect(await refused({ decision: "approve", reason: "spam" })).toBe("invalid reason unknown_option");
  const twice = await Promise.all([0, 1].map(() => refused({ reason: "spam" })));
  expect(twice.sort()).toEqual(["conflict", "done"]);
  expect(await actionsOf(mo())).toEqual([
    ["take work", null],
    ["refuse report", "spam"],
  ]);
  expect(await actionsOf(ida())).toEqual([]);
});

test("an effect comes ten seconds after its decision, once, and until then the decision can be undone", async () => {
  const id = await item();
  const mo = someone();
  await work.takeWork(mo(), { kind: "report" });
  const decided = await work.decideWork(mo(), { id, decision: "approve" });
  expect(decided).toMatchObject({ state: "decided", undo_until: new Date(NOW + UNDO).toISOString() });
  expect(timers.map(({ ms }) => ms)).toEqual([UNDO]);
  await work.sweep(NOW + UNDO - 1);
  expect(effects).toEqual([]);
  expect(await codeOf(work.undoWork(someone()(), { id }))).toBe("conflict");
  expect(await work.undoWork(mo({ now: NOW + UNDO - 1 }), { id })).toMatchObject({ state: "waiting", decision: null });
  await timers[0]?.work(NOW + UNDO);
  expect(effects).toEqual([]);

  const again = NOW + 2 * UNDO;
  await work.decideWork(mo({ now: again }), { id, decision: "refuse", reason: "rude" });
  expect(await codeOf(work.undoWork(mo({ now: again + UNDO }), { id }))).toBe("conflict");
  await Promise.all([work.sweep(again + UNDO), work.sweep(again + UNDO)]);
  expect(effects).toEqual([{ id, decision: "refuse", now: again + UNDO }]);
  expect(await codeOf(work.undoWork(mo({ now: again }), { id }))).toBe("conflict");
  expect((await store.find(id))?.state).toBe("done");
  expect((await actionsOf(mo())).map(([action]) => action)).toEqual([
    "take work",
    "approve report",
    "undo report",
    "refuse report",
  ]);
});

test("a failed effect is tried again after a minute, and stops no other", async () => {
  const ids = [await item({ createdAt: NOW - 2 }), await item({ createdAt: NOW - 1 })];
  const mo = someone();
  await work.takeWork(mo(), { kind: "report" });
  for (const id of ids) await work.decideWork(mo(), { id, decision: "approve" });
  fails = 1;
  await work.sweep(NOW + UNDO);
  expect(effects).toHaveLength(1);
  await work.sweep(NOW + UNDO + 59_000);
  expect(effects).toHaveLength(1);
  await work.sweep(NOW + UNDO + 60_000);
  expect(effects.map(({ id }) => id).sort()).toEqual(ids.sort());
});

test("an item that names a staff member is neither taken nor decided by that one", async () => {
  const [mo, ida] = [someone(), someone()];
  const id = await item({ notBy: mo().viewer.id });
  expect(await work.takeWork(mo(), { kind: "report" })).toEqual({ taken: 0 });
  expect(await work.takeWork(ida(), { kind: "report" })).toEqual({ taken: 1 });
  expect(await codeOf(work.decideWork(ida(), { id, decision: "approve" }))).toBe("done");
});

test("each role works on its own kinds only", async () => {
  const [moderator, support, operator] = [someone("moderator")(), someone("support")(), someone("operator")()];
  const id = await item({ kind: "refund" });
  for (const call of ["workList", "workMine", "takeWork", "returnWork", "workHolders"] as const)
    for (const role of STAFF_ROLES)
      for (const kind of WORK_KINDS) {
        // Only two kinds have a queue here.
        const outcome = kind === "report" || kind === "refund" ? "done" : "not_found";
        const expected = WORKERS[kind].includes(role) ? outcome : "forbidden";
        expect([call, role, kind, await codeOf(work[call](someone(role)(), { kind }))]).toEqual([call, role, kind, expected]);
      }
  expect(await codeOf(work.decideWork(moderator, { id, decision: "pay" }))).toBe("forbidden");
  const kindsOf = async (ctx: StaffMemberContext) => (await work.workCounts(ctx)).queues.map(({ kind }) => kind);
  expect(await kindsOf(moderator)).toEqual(["report"]);
  expect(await kindsOf(support)).toEqual(["refund"]);
  expect(await kindsOf(operator)).toEqual(["report", "refund"]);
});

test("counts say what is overdue, due soon, and one's own; what is returned waits again", async () => {
  for (const due of [-1, 1, 3]) await item({ dueAt: NOW + due * HOUR });
  const mo = someone();
  await work.takeWork(mo(), { kind: "report" });
  const counted = { kind: "report", waiting: 3, overdue: 1, due_soon: 1, next_due_at: new Date(NOW - HOUR).toISOString() };
  expect((await work.workCounts(mo())).queues[0]).toEqual({ ...counted, mine: 3, free: 0, barred: 0 });
  expect(await work.returnWork(mo(), { kind: "report" })).toEqual({ returned: 3 });
  expect((await work.workCounts(mo())).queues[0]).toEqual({ ...counted, mine: 0, free: 3, barred: 0 });
  expect(await work.takeWork(someone()(), { kind: "report" })).toEqual({ taken: 3 });
});

test("work that is another person's to decide counts as waiting and as not to be taken", async () => {
  const [mo, ida] = [someone(), someone()];
  await item({ notBy: mo().viewer.id });
  const counted = async (ctx: StaffMemberContext) => (await work.workCounts(ctx)).queues[0];
  expect(await counted(mo())).toMatchObject({ waiting: 1, mine: 0, free: 0, barred: 1 });
  expect(await work.takeWork(mo(), { kind: "report" })).toEqual({ taken: 0 });
  expect(await counted(ida())).toMatchObject({ waiting: 1, mine: 0, free: 1, barred: 0 });
  await work.takeWork(ida(), { kind: "report" });
  expect(await counted(ida())).toMatchObject({ waiting: 1, mine: 1, free: 0, barred: 0 });
  expect(await counted(mo())).toMatchObject({ waiting: 1, mine: 0, free: 0, barred: 1 });
});

test("an operator sees who holds work and frees it; the former holder decides no more, and it is in the audit log", async () => {
  const ids = [await item(), await item()];
  const [mo, olga] = [someone(), someone("operator")];
  await work.takeWork(mo(), { kind: "report" });
  await work.decideWork(mo(), { id: ids[0] ?? "", decision: "approve" });
  const held = { staff: mo().viewer.id, name: mo().viewer.id, items: 1, until: new Date(NOW + 600_000).toISOString() };
  expect((await work.workHolders(olga(), { kind: "report" })).holders).toEqual([held]);
  expect((await work.workHolders(mo(), { kind: "report" })).holders, "one's own are no others'").toEqual([]);
  expect(await work.releaseWork(olga(), { kind: "report", staff: mo().viewer.id })).toEqual({ released: 1 });
  expect(await codeOf(work.decideWork(mo(), { id: ids[1] ?? "", decision: "approve" }))).toBe("conflict");
  expect((await work.workHolders(olga(), { kind: "report" })).holders).toEqual([]);
  expect(await work.takeWork(olga(), { kind: "report" })).toEqual({ taken: 1 });
  expect(await actionsOf(olga())).toEqual([
    ["release work", "report"],
    ["take work", null],
  ]);
  await work.sweep(NOW + UNDO);
  expect(effects, "what was decided stays").toHaveLength(1);
});
