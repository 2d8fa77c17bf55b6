import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { outbox, refundProposals, refunds, staffAudit, workItems } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { createWorkStore } from "#worker/backoffice/work/work.store.ts";
import { createWork } from "#worker/backoffice/work/work.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { createSettlement } from "#worker/billing/payments/completion.ts";
import { createPaymentsStore } from "#worker/billing/payments/payments.store.ts";
import type { PaymentProvider } from "#worker/billing/payments/provider.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createProposalsStore } from "./refund-proposals.store.ts";
import { createProposals } from "./refund-proposals.ts";

const db = connect(env.DB);
const payments = createPaymentsStore(db);
let answer: Awaited<ReturnType<PaymentProvider["refund"]>>;
let asked: number[];
let member: string;
let payment: string;
let now: number;

const provider = {
  id: "sandbox",
  async refund(_: unknown, { amount }: { amount: number }) {
    asked.push(amount);
    return answer;
  },
} as unknown as PaymentProvider;

/** One person may refund 5 euros alone. */
async function domainOf() {
  const { domain } = await contextOf();
  return { ...domain, settings: { ...domain.settings, refund_alone: { EUR: 500 } } };
}

const { refund } = createSettlement({
  store: payments,
  live: { expect: async () => {}, tell: async () => {} } as never,
  mails: servicesOf(env).mails,
  ...{ begunWith: () => provider, keyedHash: async (text: string) => text },
  domainOf,
  originOf: () => "http://localhost",
  debitReturned: async () => {},
});
const { queue, withWork } = createProposals({
  ...{ store: createProposalsStore(db), payments, refund, domainOf },
  originOf: () => "http://localhost",
  mails: servicesOf(env).mails,
  limits: servicesOf(env).limits,
});
const work = createWork({
  store: createWorkStore(db),
  queues: { refund: queue },
  cursors: createCursors("test"),
  inTime: () => {},
});
const { proposeRefund, refundProposals: shown } = withWork(work.soon);

const someone = () => staffContext("support", now);
const refused = (call: Promise<unknown>) => call.then(() => "done").catch(({ code }: AppError) => code);
const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(member).first<number>("credits");
const spend = (amount: number) =>
  env.DB.prepare(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?1, -?2, 'message', 'm', 'm' || ?2, 1)",
  )
    .bind(member, amount)
    .run();
const proposals = () => db.select().from(refundProposals);
const propose = (share: "unused" | "whole", ctx = someone()) => proposeRefund(ctx, { payment, share, reason: "fault" });
const findings = async () => (await audit(env.DB)).findings;

/** The member gives the unspent share back. */
async function giveBack() {
  const row = { id: newId(), paymentId: payment, accountId: member, amount: 1000, credits: 60, createdAt: now, updatedAt: now };
  await payments.requestRefund({ ...row, status: "requested" });
  await refund({ now }, row);
}

async function leave() {
  now += UNDO + 1;
  await work.sweep(now);
}

async function decide(decision: string, ctx: StaffMemberContext, reason?: string) {
  await work.takeWork(ctx, { kind: "refund" });
  const [item] = (await work.workMine(ctx, { kind: "refund" })).items;
  if (!item) return "nothing to take";
  await work.decideWork(ctx, { id: item.id, decision, reason });
  await leave();
  return "decided";
}

beforeEach(async () => {
  for (const table of ["work_items", "refund_proposals", "outbox"]) await env.DB.exec(`DELETE FROM ${table}`);
  [asked, answer, now] = [[], "done", Date.now()];
  member = await addMember({ credits: 0 });
  // 60 credits for 10 euros.
  payment = await addOrder({ by: member, status: "completed" });
});

test("up to the domain's sum one person refunds the unspent share, after the time to undo", async () => {
  await spend(40);
  const sol = someone();
  expect(await propose("unused", sol)).toMatchObject({ by_two: false });
  expect([await credits(), asked]).toEqual([20, []]);
  await leave();
  expect([await credits(), asked]).toEqual([0, [334]]);
  const [row] = await proposals();
  expect(row).toMatchObject({ status: "approved", amount: 334, credits: 20 });
  expect(row).toMatchObject({ proposedBy: sol.viewer.id, decidedBy: sol.viewer.id });
  expect(await db.select().from(refunds)).toContainEqual(expect.objectContaining({ id: row?.id, status: "done", amount: 334 }));
  expect(await db.select().from(outbox)).toMatchObject([{ template: "payment_refunded", accountId: member }]);
  expect((await db.select().from(staffAudit)).filter(({ staffId }) => staffId === sol.viewer.id)).toMatchObject([
    { action: "propose refund, unused", objectKind: "payment", objectId: payment, reason: "fault" },
  ]);
  expect(await findings()).toEqual([]);
});

test("above the sum it waits for a second person, and the one who proposed is never given it", async () => {
  const [sol, olga] = [someone(), someone()];
  expect(await propose("unused", sol)).toMatchObject({ by_two: true });
  await leave();
  expect(asked).toEqual([]);
  expect(await decide("approve", sol)).toBe("nothing to take");
  await work.takeWork(olga, { kind: "refund" });
  expect((await shown(olga)).cases).toMatchObject([
    { proposal: { amount: 1000, paid: 1000, credits: 60, payment, by_two: true } },
  ]);
  await work.returnWork(olga, { kind: "refund" });
  expect(await decide("approve", olga)).toBe("decided");
  expect([asked, await credits()]).toEqual([[1000], 0]);
  expect(await proposals()).toMatchObject([{ status: "approved", proposedBy: sol.viewer.id, decidedBy: olga.viewer.id }]);
  expect(await findings()).toEqual([]);
});

test("the schema refuses that one person approves what needs two, changes a proposal, or decides it twice", async () => {
  const sol = someone();
  await propose("unused", sol);
  const set = (text: string) => env.DB.prepare(`UPDATE refund_proposals SET ${text}`).bind().run();
  const same = `status = 'approved', decided_at = 1, decided_by = '${sol.viewer.id}'`;
  await expect(set(same)).rejects.toThrow("proposal_by_two");
  await expect(set(`by_two = 0, ${same}`)).rejects.toThrow("a proposal does not change");
  await set("status = 'refused', refusal = 'not_due', decided_by = 'other'");
  await expect(set("status = 'approved', refusal = NULL")).rejects.toThrow("a proposal is decided once");
});

test("a refused proposal keeps its reason, tells its member and moves no money; the next can be made", async () => {
  await propose("unused");
  expect(await refused(propose("whole"))).toBe("conflict");
  expect(await refused(propose("unused"))).toBe("conflict");
  await decide("refuse", someone(), "wrong_sum");
  expect(await proposals()).toMatchObject([{ status: "refused", refusal: "wrong_sum" }]);
  expect([asked, await credits()]).toEqual([[], 60]);
  const [mail, ...others] = await db.select().from(outbox);
  expect([others, mail]).toMatchObject([[], { template: "refund_refused", accountId: member }]);
  for (const said of ["€10.00", "The sum that was proposed was not right", `/transactions/${payment}`, "/complaints"])
    expect(mail?.text).toContain(said);
  const stored = await payments.find(member, payment);
  expect(stored?.notMade, "the payment's page says so").toMatchObject({ amount: 1000, reason: "wrong_sum" });
  expect(await refused(propose("unused"))).toBe("done");
});

test("a refusal is told once, and to nobody whose account is erased", async () => {
  const sol = someone();
  const { item } = await propose("unused", sol);
  await decide("refuse", someone(), "not_due");
  await db.update(workItems).set({ state: "leaving", leasedUntil: 0 }).where(eq(workItems.id, item));
  await work.sweep(now + 60_000);
  expect(await db.$count(outbox), "told once").toBe(1);
  await env.DB.prepare("UPDATE accounts SET status = 'erased', email = 'erased ' || id WHERE id = ?").bind(member).run();
  await propose("unused");
  await decide("refuse", someone(), "suspicious");
  expect((await proposals()).map(({ status }) => status)).toEqual(["refused", "refused"]);
  expect(await db.$count(outbox)).toBe(1);
});

test("all that was paid goes back, and what was spent of it becomes a debt", async () => {
  await spend(40);
  await propose("whole");
  await decide("approve", someone());
  expect(asked).toEqual([1000]);
  const account = await env.DB.prepare("SELECT credits, debt FROM accounts WHERE id = ?").bind(member).first();
  expect(account).toEqual({ credits: 0, debt: 40 });
  expect(await findings()).toEqual([]);
});

test("all of a payment of which nothing was spent is its unused share", async () => {
  await propose("whole");
  await decide("approve", someone());
  expect([asked, await credits()]).toEqual([[1000], 0]);
  expect(await findings()).toEqual([]);
});

test("credits that are spent before the approval let it fail, and nothing is sent", async () => {
  await propose("unused");
  await spend(1);
  await decide("approve", someone());
  expect(await proposals()).toMatchObject([{ status: "failed", refusal: null }]);
  expect([asked, await credits()]).toEqual([[], 59]);
  const [mail] = await db.select().from(outbox);
  expect(mail?.text).toContain("its credits were spent or the payment changed");
  expect(mail?.text).not.toContain("person on our team");
});

test("a refund that the provider refuses gives the credits back, and is told to the member and to staff", async () => {
  answer = "refused";
  await propose("unused");
  await decide("approve", someone());
  expect([asked, await credits()]).toEqual([[1000], 60]);
  expect(await db.select().from(outbox)).toMatchObject([{ template: "refund_refused", accountId: member }]);
  expect((await shown(someone())).latest).toMatchObject([{ status: "approved", refund: "failed" }]);
  expect(await findings()).toEqual([]);
});

const told = async () => (await db.select().from(outbox)).map(({ template }) => template);
const decidedRefunds = () =>
  env.DB.prepare("SELECT sum(value) AS n FROM daily_figures WHERE name = 'decided' AND part = 'refund'").first("n");
const queued = async () => (await db.select().from(workItems)).map(({ state, decision }) => ({ state, decision }));

test("what the member gives back closes the proposal: it is not refused to her, and its approval is told why", async () => {
  const sol = someone();
  const { item } = await propose("unused");
  await work.takeWork(sol, { kind: "refund" });
  await giveBack();
  expect([await proposals(), await queued()]).toMatchObject([[{ status: "superseded" }], [{ state: "done" }]]);
  expect(await refused(work.decideWork(sol, { id: item, decision: "approve" }))).toBe("not_refundable");
  await leave();
  expect([await told(), asked]).toEqual([["payment_refunded"], [1000]]);
  expect((await shown(sol)).latest).toMatchObject([{ status: "superseded", decided_by: null }]);
  expect(await findings()).toEqual([]);
});

test.for(["decided", "leaving"] as const)("a refund of the member ends an approval that is %s", async (state) => {
  const [{ item }, before] = [await propose("unused"), await decidedRefunds()];
  now += 1;
  const sol = someone();
  await work.takeWork(sol, { kind: "refund" });
  await work.decideWork(sol, { id: item, decision: "approve" });
  await db.update(workItems).set({ state, leasedUntil: now });
  await giveBack();
  expect(await refused(work.undoWork(sol, { id: item }))).toBe("not_refundable");
  await leave();
  expect([await told(), asked, await queued()]).toEqual([["payment_refunded"], [1000], [{ state: "done", decision: null }]]);
  expect(await decidedRefunds(), "what had no effect is no decision").toBe(before);
});

test.for(["refunded", "chargeback"])("a payment that ends as %s at its provider closes its proposal", async (status) => {
  await propose("whole");
  await env.DB.prepare("UPDATE payments SET status = ?, updated_at = ? WHERE id = ?").bind(status, now, payment).run();
  expect([await proposals(), await queued()]).toMatchObject([[{ status: "superseded" }], [{ state: "done" }]]);
});

test("an undone refund waits in the queue, and its effect runs once", async () => {
  await spend(40);
  const sol = someone();
  const { item } = await propose("unused", sol);
  await work.undoWork(sol, { id: item });
  await leave();
  expect(asked).toEqual([]);
  await decide("approve", sol);
  await db.update(workItems).set({ state: "leaving", leasedUntil: 0 });
  await work.sweep(now + 60_000);
  expect([await db.$count(outbox), await credits(), asked]).toEqual([1, 0, [334]]);
});

test("one person does not refund in two parts what needs two people", async () => {
  await spend(30);
  const sol = someone();
  await propose("unused", sol);
  await leave();
  expect(await propose("whole", sol)).toMatchObject({ by_two: true });
  await leave();
  expect(asked).toEqual([500]);
});

test("an unpaid, unknown or returned payment is not refundable", async () => {
  expect(await refused(proposeRefund(someone(), { payment: "x", share: "unused", reason: "fault" }))).toBe("not_found");
  const open = await addOrder({ by: member });
  expect(await refused(proposeRefund(someone(), { payment: open, share: "whole", reason: "fault" }))).toBe("not_refundable");
  await spend(60);
  expect(await refused(propose("unused"))).toBe("not_refundable");
});

test("one person proposes at most twenty refunds an hour", async () => {
  const sol = someone();
  for (let n = 0; n < 20; n++) await refused(propose("unused", sol));
  expect(await refused(propose("unused", sol))).toBe("too_many_requests");
  expect(await refused(propose("unused"))).toBe("conflict");
});
