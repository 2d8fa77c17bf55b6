import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { servicesOf } from "#worker/wiring/index.ts";
import { createSettlement } from "./completion.ts";
import { createPaymentsStore } from "./payments.store.ts";
import type { PaymentProvider, PaymentRef, Statement } from "./provider.ts";

const NOW = Date.now();
const store = createPaymentsStore(connect(env.DB));
let member: string;
let payment: string;
let refunds: { reference: string | null; amount: number }[];

const provider = {
  id: "sandbox",
  async refund({ reference }: PaymentRef, { amount }: { amount: number }) {
    refunds.push({ reference, amount });
    return "done" as const;
  },
} as unknown as PaymentProvider;

const { settle } = createSettlement({
  store,
  live: { expect: async () => {}, tell: async () => {} } as never,
  mails: servicesOf(env).mails,
  providerOf: () => provider,
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
  refunds = [];
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
