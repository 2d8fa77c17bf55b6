import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { complaints, outbox, staffAudit, workItems } from "#db/schema/index.ts";
import { contextOf } from "#tests/setup/context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { complaints: rules, complaintQueue, work } = servicesOf(env);
const said = { kind: "illegal_content", text: "This photo is of me, and not of the member.", good_faith: true } as const;
const from = { name: "Mieke", email: "mieke@example.org" };
let now: number;

beforeEach(async () => {
  for (const table of ["work_items", "complaints", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  now = Date.now();
});

const complained = async (more: object = from) =>
  (await rules.complaint(await contextOf({ now }), { ...said, ...more })).reference;
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    ({ code, fields }: AppError) => [code, fields[0]?.field, fields[0]?.code].filter(Boolean).join(" "),
  );
const answers = async () => (await db.select().from(outbox)).filter(({ template }) => template === "complaint_answer");
const itemOf = async () => (await db.select().from(workItems).get()) ?? expect.unreachable();
const letLeave = () => work.sweep(now + UNDO);

async function taken() {
  const ctx = staffContext("support", now);
  await work.takeWork(ctx, { kind: "complaint" });
  return { ctx, id: (await itemOf()).id };
}

test("a notice is due in a day and comes before a consumer's complaint, due in 14", async () => {
  await complained({ ...from, kind: "consumer" });
  await complained();
  const { items } = await work.workList(staffContext("moderator", now), { kind: "complaint" });
  expect(items.map(({ due_at }) => Date.parse(due_at) - now)).toEqual([DAY, 14 * DAY]);
});

test("five are taken for an hour; only who holds a complaint sees it, with others of the same address", async () => {
  const own = { name: "Mieke", email: "own@example.org" };
  const earlier = await complained(own);
  await rules.close(earlier, now);
  for (let n = 0; n < 6; n++) await complained({ ...from, email: `m${n}@example.org` });
  const reference = await complained(own);
  const support = staffContext("support", now);
  expect(await work.takeWork(support, { kind: "complaint" })).toEqual({ taken: 5 });
  await work.takeWork({ ...support, now }, { kind: "complaint" });
  const { cases } = await complaintQueue.complaintCases({ ...support, now: now + HOUR - 1 });
  expect(cases).toHaveLength(7);
  expect(cases.find((one) => one.reference === reference)).toMatchObject({
    ...{ name: "Mieke", reachable: true, receipt: true, site: "Liaison", text: said.text, member: null },
    earlier: [{ reference: earlier, state: "closed", outcome: null }],
  });
  expect(JSON.stringify(cases)).not.toContain("@");
  expect(await complaintQueue.complaintCases({ ...support, now: now + HOUR })).toEqual({ cases: [] });
  expect(await complaintQueue.complaintCases(staffContext("support", now))).toEqual({ cases: [] });
});

test("an answer with its outcome is mailed after the time to undo, once; the log holds no word of it", async () => {
  const reference = await complained();
  const { ctx, id } = await taken();
  const words = "The photo is gone.\n\nThank you.";
  await work.decideWork(ctx, { id, decision: "upheld", words });
  expect(await answers()).toEqual([]);
  await letLeave();
  await runEffectAgain(id);
  expect(await rules.find(reference)).toMatchObject({ answer: words, outcome: "upheld" });
  expect((await answers()).map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
  expect(await itemOf()).toMatchObject({ state: "done", words: null });
  const log = (await db.select().from(staffAudit)).filter(({ staffId }) => staffId === ctx.viewer.id);
  expect(log.map(({ action }) => action)).toEqual(["take work", "upheld complaint"]);
  expect(JSON.stringify(log)).not.toContain("photo is gone");
});

async function runEffectAgain(id: string): Promise<void> {
  await env.DB.prepare("UPDATE work_items SET state = 'leaving', leased_until = 0, words = 'Other words.' WHERE id = ?")
    .bind(id)
    .run();
  await letLeave();
}

test("an answer that is taken back is mailed to nobody and stays as a draft", async () => {
  const reference = await complained();
  const { ctx, id } = await taken();
  await work.decideWork(ctx, { id, decision: "rejected", words: "We see no fault." });
  expect(await work.undoWork(ctx, { id })).toMatchObject({ state: "waiting", words: "We see no fault." });
  await letLeave();
  expect([await answers(), (await rules.find(reference)).answeredAt]).toEqual([[], null]);
});

test("an outcome needs an answer within its limits; a closing takes none and needs a reason", async () => {
  const reference = await complained();
  const { ctx, id } = await taken();
  const decided = (decision: string, more: object = {}) => refusalOf(work.decideWork(ctx, { id, decision, ...more }));
  expect(await decided("upheld")).toBe("invalid words required");
  expect(await decided("answered", { words: " \n" })).toBe("invalid words required");
  expect(await decided("rejected", { words: "x".repeat(5001) })).toBe("invalid words too_long");
  expect(await decided("closed")).toBe("invalid reason required");
  expect(await decided("closed", { reason: "spam", words: "Go away." })).toBe("invalid words too_long");
  expect(await decided("closed", { reason: "spam" })).toBe("done");
  await letLeave();
  expect(await rules.find(reference)).toMatchObject({ closedAt: now + UNDO, answer: null, outcome: null });
  expect(await answers()).toEqual([]);
});

test("an answer of the command closes the item, and a decision that comes second changes nothing", async () => {
  const [first, second] = [await complained(), await complained({ ...from, email: "b@example.org" })];
  const command = { ...(await contextOf({ now })), now };
  await rules.answer(command, first, "By the command.");
  expect((await db.select().from(workItems)).map(({ state }) => state).sort()).toEqual(["done", "waiting"]);
  const ctx = staffContext("operator", now);
  await work.takeWork(ctx, { kind: "complaint" });
  const [item] = (await work.workMine(ctx, { kind: "complaint" })).items;
  await work.decideWork(ctx, { id: item?.id ?? "", decision: "upheld", words: "By staff." });
  await rules.answer(command, second, "By the command.");
  await letLeave();
  expect((await db.select().from(complaints)).map(({ answer }) => answer)).toEqual(["By the command.", "By the command."]);
  expect(await db.$count(workItems)).toBe(2);
  expect((await db.select().from(workItems)).every(({ state, words }) => state === "done" && words === null)).toBe(true);
});
