import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { decideRefund, type OpenRefund, openRefunds } from "#db/open-refunds.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createSettlement } from "./completion.ts";
import { paymentOf } from "./payment-response.ts";
import { createPaymentsStore } from "./payments.store.ts";
import type { PaymentProvider, PaymentRef } from "./provider.ts";

const NOW = Date.now();
const LATER = NOW + 6 * MINUTE;
const store = createPaymentsStore(connect(env.DB));
let requests: { id: string; earlier: number }[];
let answer: Awaited<ReturnType<PaymentProvider["refund"]>>;
let member: string;
let payment: string;

const provider = {
  id: "sandbox",
  async refund({ id: of }: PaymentRef, { id, earlier }: { id: string; earlier: number }) {
    // Other tests leave open refunds in the same database.
    if (of !== payment) return "pending" as const;
    requests.push({ id, earlier });
    return answer;
  },
} as unknown as PaymentProvider;

const deps: Parameters<typeof createSettlement>[0] = {
  store,
  live: { expect: async () => {}, tell: async () => {} } as never,
  mails: servicesOf(env).mails,
  begunWith: () => provider,
  keyedHash: async (text: string) => text,
  domainOf: async () => (await contextOf()).domain,
  originOf: () => "http://localhost",
  debitReturned: async () => {},
};
const { sweep } = createSettlement(deps);

async function request(credits: number, amount = 10 * credits): Promise<string | null> {
  const id = newId();
  const row = { id, paymentId: payment, accountId: member, amount, credits, createdAt: NOW, updatedAt: NOW };
  return (await store.requestRefund({ ...row, status: "requested" })) ? id : null;
}
const found = async () => (await store.find(member, payment)) ?? expect.fail("no payment");
const open = async () => {
  const { results } = await env.DB.prepare(openRefunds()).all<OpenRefund>();
  return results.filter((one) => one.payment === payment);
};
const decide = async (id: string, decision: "done" | "failed") =>
  (await env.DB.prepare(decideRefund(id, decision, NOW)).all()).results.length;
const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(member).first<number>("credits");

beforeEach(async () => {
  [requests, answer] = [[], "pending"];
  member = await addMember({ credits: 0 });
  payment = await addOrder({ by: member, status: "completed" });
});

test("a payment has one open refund: a second one waits until the first is settled", async () => {
  const first = await request(10);
  expect([first !== null, await request(10)]).toEqual([true, null]);
  answer = "done";
  await sweep(LATER);
  expect(await request(10), "the next part").not.toBeNull();
});

test("sweeps at the same moment ask for a refund once, and the next ones tell how many came before", async () => {
  const first = await request(10);
  await Promise.all([1, 2, 3, 4, 5].map(() => sweep(LATER)));
  expect(requests).toEqual([{ id: first, earlier: 0 }]);
  answer = "done";
  await sweep(LATER + 6 * MINUTE);
  const second = await request(10);
  await sweep(LATER + 12 * MINUTE);
  expect(requests.at(-1)).toEqual({ id: second, earlier: 1 });
  expect((await found()).refunded).toBe(200);
});

test("a refund that the provider cannot make is settled by the operator's decision, once", async () => {
  const id = (await request(10)) as string;
  await sweep(LATER);
  expect(await open()).toMatchObject([{ refund: id, amount: 100, currency: "EUR", provider: "sandbox", decided: null }]);
  expect([await decide(id, "done"), await decide(id, "failed"), await decide("unknown", "done")]).toEqual([1, 0, 0]);
  expect(await open()).toMatchObject([{ decided: "done" }]);
  await sweep(LATER + 6 * MINUTE);
  expect(requests.length, "the provider is not asked again").toBe(1);
  expect(await open()).toEqual([]);
  expect(await found()).toMatchObject({
    refunding: 0,
    refunded: 100,
    receipts: [{ kind: "receipt" }, { kind: "credit_note", amount: 100 }],
  });
  const mails = await env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE id = ?").bind(`refund-${id}`).first("n");
  expect(mails).toBe(1);
});

test("without the secret of its provider the operator's word is booked, and a payment that is over ends its refund", async () => {
  const changed = createSettlement({ ...deps, begunWith: () => null });
  const id = (await request(10)) as string;
  await changed.sweep(LATER);
  expect([requests, (await open()).length]).toEqual([[], 1]);
  await decide(id, "done");
  await changed.sweep(LATER + 6 * MINUTE);
  expect([await open(), (await found()).refunded]).toEqual([[], 100]);
  await request(10);
  await env.DB.prepare("UPDATE payments SET status = 'refunded', updated_at = ? WHERE id = ?").bind(NOW, payment).run();
  await changed.sweep(LATER + 12 * MINUTE);
  expect([requests, await open()]).toEqual([[], []]);
});

test("credits come back if the operator could not return the money", async () => {
  const id = (await request(10)) as string;
  expect(await credits()).toBe(50);
  await decide(id, "failed");
  await sweep(LATER);
  expect([await credits(), (await found()).refunding]).toEqual([60, 0]);
});

test("an open refund ends with its payment: what came back as a whole is not asked for in parts", async () => {
  await request(10);
  await env.DB.prepare("UPDATE payments SET status = 'refunded', updated_at = ? WHERE id = ?").bind(NOW, payment).run();
  await sweep(LATER);
  expect([requests, await open()]).toEqual([[], []]);
  expect((await found()).receipts.filter(({ kind }) => kind === "credit_note").map(({ amount }) => amount)).toEqual([1000]);
});

test("a refund that the provider refuses is told to the member and shown at the payment until another one is begun", async () => {
  const id = (await request(10)) as string;
  answer = "refused";
  await sweep(LATER);
  expect([await credits(), (await found()).refunding]).toEqual([60, 0]);
  const mail = await env.DB.prepare("SELECT template, account_id AS who, subject, text FROM outbox WHERE id = ?")
    .bind(`no-refund-${id}`)
    .first<{ template: string; who: string; subject: string; text: string }>();
  expect(mail).toMatchObject({ template: "refund_refused", who: member, subject: expect.stringContaining("could not be made") });
  for (const said of ["€1.00", "The payment provider refused it", `/transactions/${payment}`, "/complaints"])
    expect(mail?.text).toContain(said);
  expect(mail?.text).not.toContain("We looked at it");
  expect(paymentOf({ now: LATER }, await found()).refund_refused).toEqual({
    ...{ amount: 100, reason: "provider", at: new Date(LATER).toISOString() },
  });
  await store.requestRefund({
    ...{ id: newId(), paymentId: payment, accountId: member, amount: 100, credits: 10, status: "requested" },
    ...{ createdAt: LATER, updatedAt: LATER },
  });
  expect(paymentOf({ now: LATER }, await found()).refund_refused).toBeNull();
});
