import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createSettlement } from "./completion.ts";
import { createPaymentsStore } from "./payments.store.ts";
import type { PaymentProvider, PaymentRef, ProviderState, Statement } from "./provider.ts";

const NOW = Date.now();
const store = createPaymentsStore(connect(env.DB));
let member: string;
/** What the provider answers about each payment; without one it knows none. */
let states: Map<string, ProviderState>;
let questions: string[];
let away: boolean;

const provider = {
  id: "sandbox",
  async query({ id, amount, currency }: PaymentRef): Promise<Statement | null> {
    questions.push(id);
    if (away) throw new AppError("upstream_failed");
    const state = states.get(id);
    const said = { payment: id, reference: `r-${id}`, amount, currency, stored: null };
    return state ? { notice: `${state} ${id}`, state, ...said } : null;
  },
  refund: async () => "done",
} as unknown as PaymentProvider;

const deps: Parameters<typeof createSettlement>[0] = {
  store,
  live: { expect: async () => {}, tell: async () => {} } as never,
  mails: servicesOf(env).mails,
  begunWith: ({ provider: of }) => (of === provider.id ? provider : null),
  keyedHash: async (text) => text,
  domainOf: async () => (await contextOf()).domain,
  originOf: () => "http://localhost",
  debitReturned: async () => {},
};
const { sweep, ask, settle } = createSettlement(deps);

const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(member).first<number>("credits");
const found = async (id: string) => (await store.find(member, id)) ?? expect.fail("no payment");
const statusOf = async (id: string) => (await found(id)).status;
const timesAsked = (id: string) => questions.filter((one) => one === id).length;
const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

/** An order whose buyer was at the provider's page. */
async function begun(status: string, more: Parameters<typeof addOrder>[0] = { by: member }): Promise<string> {
  const id = await addOrder({ at: NOW, status, ...more });
  await run("UPDATE payments SET redirect = 'https://pay.example/x' WHERE id = ?", id);
  return id;
}

beforeEach(async () => {
  [states, questions, away] = [new Map(), [], false];
  // Orders of other tests are not due.
  await run("UPDATE payments SET ask_at = ?", NOW + 1000 * DAY);
  member = await addMember({ credits: 0 });
});

test.each(["cancelled", "expired", "failed"])(
  "an order that stands as %s is asked about, and its money is credited",
  async (status) => {
    const order = await begun(status);
    await sweep(NOW + MINUTE);
    expect([timesAsked(order), await statusOf(order)]).toEqual([1, status]);
    states.set(order, "completed");
    await sweep(NOW + 10 * MINUTE);
    expect([await statusOf(order), await credits()]).toEqual(["completed", 60]);
    await sweep(NOW + 20 * DAY);
    expect(timesAsked(order), "it has said the end").toBe(2);
    expect((await audit(env.DB)).findings).toEqual([]);
  },
);

test.each(["cancelled", "expired"] as const)("a provider that says %s is not asked again", async (state) => {
  const order = await begun("cancelled");
  states.set(order, state);
  await sweep(NOW + MINUTE);
  await sweep(NOW + 20 * DAY);
  expect([timesAsked(order), await statusOf(order)]).toEqual([1, "cancelled"]);
  // Its page may have stayed open: a signed notice is still believed.
  const said = { notice: `late ${order}`, payment: order, reference: `s-${order}`, amount: 1000, currency: "EUR", stored: null };
  await settle({ now: NOW + 21 * DAY }, { ...said, state: "completed" }, "sandbox");
  expect(await statusOf(order)).toBe("completed");
});

test("questions about an ended order become rarer, and end after 30 days that the provider knows nothing", async () => {
  const order = await begun("cancelled");
  const days: number[] = [];
  for (let { askAt, saidAt } = await found(order); saidAt === null; { askAt, saidAt } = await found(order)) {
    days.push((askAt - NOW) / DAY);
    await ask(order, askAt);
  }
  expect(days.filter((day) => day <= 1).length).toBeGreaterThan(6);
  expect(days.length).toBeLessThan(50);
  expect(days.at(-1)).toBeGreaterThanOrEqual(30);
  expect(Math.max(...days.map((day, n) => day - (days[n - 1] ?? 0))), "at least once a day").toBeLessThan(1.001);
  await sweep(NOW + 60 * DAY);
  expect(timesAsked(order)).toBe(days.length);
});

test("an unpaid order that we end after a day is asked about further", async () => {
  const order = await begun("created");
  await sweep(NOW + DAY);
  expect(await statusOf(order)).toBe("expired");
  states.set(order, "completed");
  await sweep(NOW + 3 * DAY);
  expect([await statusOf(order), await credits()]).toEqual(["completed", 60]);
});

test("a provider that fails holds up nobody: its orders are asked again later", async () => {
  const stuck = await Promise.all(Array.from({ length: 20 }, () => begun("created")));
  away = true;
  await sweep(NOW + MINUTE);
  expect(questions.toSorted()).toEqual(stuck.toSorted());
  const order = await begun("created", { by: member, ask: NOW + MINUTE });
  away = false;
  states.set(order, "completed");
  await sweep(NOW + 2 * MINUTE);
  expect(await statusOf(order)).toBe("completed");
});

test("without the secret of its provider an order is ended, but stays to be asked about and is named by the audit", async () => {
  const order = await begun("created");
  const withoutSecret = createSettlement({ ...deps, begunWith: () => null });
  await withoutSecret.sweep(NOW + DAY);
  expect([await statusOf(order), (await found(order)).saidAt]).toEqual(["expired", null]);
  states.set(order, "completed");
  await sweep(NOW + 3 * DAY);
  expect(await statusOf(order)).toBe("completed");
});

test("the audit names each order that we ended and that may be paid, and takes it as a fault after 40 days", async () => {
  const [open, told] = [await begun("cancelled"), await begun("cancelled")];
  const unpayable = await addOrder({ by: member, status: "cancelled" });
  states.set(told, "cancelled");
  await sweep(NOW + MINUTE);
  const { orders, findings } = await audit(env.DB);
  const named = orders.map(({ payment }) => payment);
  expect([named.includes(open), named.includes(told), named.includes(unpayable), findings]).toEqual([true, false, false, []]);
  const forgotten = await begun("cancelled", { by: member, at: NOW - 41 * DAY });
  expect((await audit(env.DB)).findings).toEqual([
    {
      check: "an order that we ended has its provider's last word",
      what: `payment ${forgotten}`,
      why: "cancelled, sandbox has not said how it ended",
    },
  ]);
  await store.askNoMore(forgotten, NOW);
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("a payment that stays pending ends after 30 days with a mail, and its money is still credited", async () => {
  const order = await begun("created");
  states.set(order, "pending");
  await sweep(NOW + MINUTE);
  await sweep(NOW + 29 * DAY);
  expect(await statusOf(order)).toBe("pending");
  await sweep(NOW + 31 * DAY);
  await sweep(NOW + 33 * DAY);
  expect(await statusOf(order)).toBe("expired");
  const mails = await env.DB.prepare("SELECT template, text FROM outbox WHERE account_id = ?").bind(member).all();
  expect(mails.results.map(({ template }) => template)).toEqual(["payment_undecided"]);
  expect(mails.results[0]?.text).toContain("We waited 30 days for your payment of €10.00");
  states.set(order, "completed");
  await sweep(NOW + 35 * DAY);
  expect([await statusOf(order), await credits()]).toEqual(["completed", 60]);
});

test("one that is never decided is not asked for ever", async () => {
  const order = await begun("pending");
  states.set(order, "pending");
  for (const day of [31, 60, 89, 91]) await ask(order, NOW + day * DAY);
  await sweep(NOW + 200 * DAY);
  expect([timesAsked(order), (await found(order)).status]).toEqual([4, "expired"]);
});

test("the rows that a run reads follow the orders that are due, not those that ended", async () => {
  for (let n = 0; n < 60; n++) await addOrder({ by: member, status: n % 2 ? "cancelled" : "created", ask: NOW + DAY });
  await run("UPDATE payments SET said_at = 1, ask_at = 1 WHERE account_id = ? AND status = 'cancelled'", member);
  const due = await begun("cancelled");
  const d1 = countedD1(env.DB);
  expect(await createPaymentsStore(connect(d1.db)).due(NOW + MINUTE, 20)).toEqual([due]);
  expect(d1.take().rows).toBeLessThan(10);
});
