import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createSettlement } from "./completion.ts";
import { createPaymentsStore } from "./payments.store.ts";
import type { PaymentProvider, PaymentRef, Statement } from "./provider.ts";

const NOW = Date.now();
const store = createPaymentsStore(connect(env.DB));
let member: string;
let payment: string;
let answer: Awaited<ReturnType<PaymentProvider["refund"]>>;
/** While the provider is asked. */
let meanwhile: () => Promise<void>;
let refunds: { reference: string | null; amount: number }[];

const provider = {
  id: "sandbox",
  query: async () => null,
  async refund({ reference }: PaymentRef, { amount }: { amount: number }) {
    refunds.push({ reference, amount });
    await meanwhile();
    return answer;
  },
} as unknown as PaymentProvider;

const {
  settle,
  sweep,
  refund: giveBack,
} = createSettlement({
  store,
  live: { expect: async () => {}, tell: async () => {} } as never,
  mails: servicesOf(env).mails,
  begunWith: () => provider,
  keyedHash: async (text: string) => text,
  domainOf: async () => (await contextOf()).domain,
  originOf: () => "http://localhost",
  debitReturned: async () => {},
});

const sale = (reference: string, state: Statement["state"] = "completed"): Statement => ({
  notice: `${state} ${reference}`,
  payment,
  reference,
  state,
  amount: 1000,
  currency: "EUR",
  stored: { token: `token-${reference}`, label: "Visa •• 4242" },
});
const found = async () => (await store.find(member, payment)) ?? expect.fail("no payment");
const count = (table: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`).bind(member).first<number>("n");
const outcomes = async () =>
  (
    await env.DB.prepare("SELECT id, outcome FROM payment_notices WHERE payment_id = ? ORDER BY id").bind(payment).all()
  ).results.map(({ id, outcome }) => `${id}: ${outcome}`);

beforeEach(async () => {
  [refunds, answer, meanwhile] = [[], "done", async () => {}];
  member = await addMember({ credits: 0 });
  payment = await addOrder({ by: member });
});

test("a payment is known by the sale that paid it, not by an attempt before", async () => {
  const [failed, paid] = [`f-${payment}`, `p-${payment}`];
  await settle({ now: NOW }, sale(failed, "failed"), "sandbox");
  expect((await found()).providerRef).toBe(failed);
  await settle({ now: NOW + 1 }, sale(paid), "sandbox");
  expect(await found()).toMatchObject({ status: "completed", providerRef: paid });
});

test("a second sale of one order is given back and noted, and the first one stands", async () => {
  const [first, second] = [`a-${payment}`, `b-${payment}`];
  await settle({ now: NOW }, sale(first), "sandbox");
  for (let time = 0; time < 3; time++) await settle({ now: NOW + time }, sale(second), "sandbox");
  await settle({ now: NOW + 9 }, sale(first), "sandbox");
  expect(refunds).toEqual([{ reference: second, amount: 1000 }]);
  expect(await found()).toMatchObject({ status: "completed", providerRef: first, refunded: 0 });
  expect(await outcomes()).toEqual([`completed ${first}: applied`, `completed ${second}: paid twice, done`]);
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("two sales of one order that are told at once leave one of them", async () => {
  const [first, second] = [`a-${payment}`, `b-${payment}`];
  await Promise.all([settle({ now: NOW }, sale(first), "sandbox"), settle({ now: NOW }, sale(second), "sandbox")]);
  const { providerRef, status } = await found();
  expect(status).toBe("completed");
  expect(refunds).toEqual([{ reference: providerRef === first ? second : first, amount: 1000 }]);
});

test("money for an erased account goes back, without a mail or a stored method", async () => {
  await env.DB.prepare("UPDATE accounts SET status = 'erased', email = 'erased ' || id WHERE id = ?").bind(member).run();
  const mails = await count("outbox");
  await settle({ now: NOW }, sale(`e-${payment}`), "sandbox");
  expect(refunds).toEqual([{ reference: `e-${payment}`, amount: 1000 }]);
  expect(await found()).toMatchObject({ status: "refunded", refunded: 1000 });
  expect([await count("outbox"), await count("stored_methods")]).toEqual([mails, 0]);
  expect((await audit(env.DB)).findings).toEqual([]);
});

const mails = async () =>
  (
    await env.DB.prepare("SELECT template, text FROM outbox WHERE account_id = ? ORDER BY created_at")
      .bind(member)
      .all<{ template: string; text: string }>()
  ).results;
const templates = async () => (await mails()).map(({ template }) => template);

/** Paid in another tab after the discount was used. */
async function payAgain(): Promise<void> {
  const code = `TWICE${member.slice(-6)}`.toUpperCase();
  payment = await addOrder({ by: member, code, status: "cancelled" });
  await addOrder({ by: member, code, status: "completed" });
  await settle({ now: NOW }, sale(`t-${payment}`), "sandbox");
}

test("a second order with a used discount is told in one mail: that the money goes back, and why", async () => {
  await payAgain();
  expect(refunds.map(({ amount }) => amount)).toEqual([1000]);
  const [mail, ...others] = await mails();
  expect([mail?.template, others]).toEqual(["payment_refunded", []]);
  for (const said of ["The discount of this order had already been used", "You get €10.00 back"])
    expect(mail?.text).toContain(said);
});

test("money that goes back later is told at once, and once; a refusal of the provider is told as well", async () => {
  answer = "pending";
  await payAgain();
  expect(await templates(), "not paid back yet").toEqual(["payment_refunded"]);
  await sweep(NOW + 6 * MINUTE);
  answer = "done";
  await sweep(NOW + 12 * MINUTE);
  expect((await found()).refunded).toBe(1000);
  expect(await templates()).toEqual(["payment_refunded"]);
  member = await addMember({ credits: 0 });
  answer = "pending";
  await payAgain();
  answer = "refused";
  await sweep(NOW + 6 * MINUTE);
  expect(await templates()).toEqual(["payment_refunded", "refund_refused"]);
});

const refund = () =>
  env.DB.prepare("SELECT id, payment_id AS paymentId, amount FROM refunds WHERE payment_id = ?")
    .bind(payment)
    .first<{ id: string; paymentId: string; amount: number }>();

test("a payment that the bank takes while its refund is refused is told in one mail", async () => {
  payment = await addOrder({ by: member, status: "completed" });
  const row = { id: newId(), paymentId: payment, accountId: member, amount: 1000, credits: 60, createdAt: NOW, updatedAt: NOW };
  await store.requestRefund({ ...row, status: "requested" });
  answer = "refused";
  meanwhile = async () => void (await settle({ now: NOW }, sale(`b-${payment}`, "chargeback"), "sandbox"));
  await giveBack({ now: NOW }, row);
  expect([(await found()).status, await templates()]).toEqual(["chargeback", ["payment_reversed"]]);
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("a payment that the bank takes after it was given back is noted: its money left twice", async () => {
  await settle({ now: NOW }, sale(`g-${payment}`), "sandbox");
  await settle({ now: NOW + 1 }, sale(`g-${payment}`, "refunded"), "sandbox");
  const before = await templates();
  for (let i = 0; i < 2; i++) await settle({ now: NOW + 2 }, sale(`g-${payment}`, "chargeback"), "sandbox");
  expect(await outcomes()).toContain(`chargeback g-${payment}: refunded before`);
  expect([(await found()).status, await templates()]).toEqual(["refunded", before]);
});

test.for(["a second order", "an order of the member"])("%s that the operator gives back is told in one mail", async (of) => {
  answer = "pending";
  if (of === "a second order") await payAgain();
  else {
    payment = await addOrder({ by: member, status: "completed" });
    const row = { id: newId(), paymentId: payment, accountId: member, amount: 1000, credits: 60, createdAt: NOW, updatedAt: NOW };
    await store.requestRefund({ ...row, status: "requested" });
  }
  await settle({ now: NOW + 1 }, sale(`t-${payment}`, "refunded"), "sandbox");
  await sweep(NOW + 6 * MINUTE);
  expect(await found()).toMatchObject({ status: "refunded", refunding: 0 });
  expect(await templates()).toEqual(["payment_refunded"]);
});

test("a chargeback of a second order is told after its refund, and so is all that is given back of a part", async () => {
  answer = "pending";
  await payAgain();
  await settle({ now: NOW + 1 }, sale(`t-${payment}`, "chargeback"), "sandbox");
  expect(await templates()).toEqual(["payment_refunded", "payment_reversed"]);
  payment = await addOrder({ by: member, status: "completed" });
  const row = { id: newId(), paymentId: payment, accountId: member, amount: 100, credits: 6, createdAt: NOW, updatedAt: NOW };
  await store.requestRefund({ ...row, status: "requested" });
  await settle({ now: NOW + 2 }, sale(`t-${payment}`, "refunded"), "sandbox");
  expect(await templates()).toEqual(["payment_refunded", "payment_reversed", "payment_reversed"]);
});

test("money is not told to be on its way once it was told that it could not be given back", async () => {
  answer = "pending";
  await payAgain();
  await env.DB.prepare("DELETE FROM outbox WHERE account_id = ?").bind(member).run();
  const open = (await refund()) ?? expect.fail("no refund");
  meanwhile = async () => {
    await store.settleRefund(open.id, "failed", null, NOW + 1);
  };
  await giveBack({ now: NOW }, open);
  expect(await templates()).toEqual([]);
});
