import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addBuyer } from "#tests/setup/buyers.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createPaymentsStore } from "./payments.store.ts";
import { createPayments } from "./payments.ts";
import type { PaymentProvider, ProviderOrder, Started } from "./provider.ts";

const NOW = Date.now();
const d1 = countedD1(env.DB);
const { discounts, settlement } = servicesOf({ ...env, DB: d1.db });
let ctx: MemberContext;

beforeEach(async () => {
  ctx = await addBuyer(NOW);
  await env.DB.prepare("INSERT INTO stored_methods VALUES (?1, ?1, 'liaison', 'sandbox', 'card', 'card-4242', 'Visa •• 4242', 1)")
    .bind(ctx.viewer.id)
    .run();
});

/** The rules with another provider, and what it was told to start. */
function soldWith(start: (order: ProviderOrder) => Promise<Started>, startsAlone = false) {
  const told: ProviderOrder[] = [];
  const provider = {
    ...{ id: "sandbox", startsAlone, methods: () => ["card"] as const },
    start: (order: ProviderOrder) => {
      told.push(order);
      return start(order);
    },
  } as unknown as PaymentProvider;
  const { startOrder } = createPayments({
    ...{ store: createPaymentsStore(connect(d1.db)), providerOf: () => provider, begunWith: () => provider },
    ...{ orderFacts: discounts.orderFacts, settle: settlement.settle },
  } as unknown as Parameters<typeof createPayments>[0]);
  const order = (more: { stored?: string } = {}) => startOrder(ctx, { package: "c25", method: "card", ...more });
  return { order, told };
}

const pageOf = ({ id }: ProviderOrder): Started => ({ redirect: `https://pay.example/${id}`, reference: null, state: "pending" });
const paymentsOf = async () => {
  const { results } = await env.DB.prepare("SELECT id, status, redirect FROM payments WHERE account_id = ?")
    .bind(ctx.viewer.id)
    .all();
  return results;
};

test("orders of one moment with a stored card are one payment, which nobody is asked to pay on a page", async () => {
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const { order, told } = soldWith(async (one) => {
    if (told.length === 3) resolve();
    await all;
    return one.token === null ? pageOf(one) : { redirect: null, reference: `charge-${one.id}`, state: "completed" };
  });
  const stored = ctx.viewer.id;
  const answers = await Promise.all([order({ stored }), order({ stored }), order({ stored })]);
  const { id } = answers[0].payment;
  expect(told.map((one) => [one.id, one.token])).toEqual(Array.from({ length: 3 }, () => [id, "card-4242"]));
  for (const answer of answers) expect(answer).toMatchObject({ redirect: null, payment: { id, status: "completed" } });
  expect(await paymentsOf()).toEqual([{ id, status: "completed", redirect: null }]);
});

test("a charge whose reference another payment has is asked for once, and is no conflict of orders", async () => {
  const reference = `taken-${ctx.viewer.id}`;
  const { order, told } = soldWith(async () => ({ redirect: null, reference, state: "completed" }));
  await order({ stored: ctx.viewer.id });
  ctx = await addBuyer(NOW);
  await expect(order()).rejects.toThrow("UNIQUE");
  expect(told).toHaveLength(2);
});

test("a provider that starts alone is told of an order before it is written, another one of the written order alone", async () => {
  const trips = async (startsAlone: boolean) => {
    ctx = await addBuyer(NOW);
    const known: (number | null)[] = [];
    const { order } = soldWith(async (one) => {
      known.push(await env.DB.prepare("SELECT count(*) AS n FROM payments WHERE id = ?").bind(one.id).first<number>("n"));
      return pageOf(one);
    }, startsAlone);
    d1.take();
    const made = await order();
    const first = d1.take().trips;
    expect(made.redirect).toBe(`https://pay.example/${made.payment.id}`);
    expect(await paymentsOf()).toEqual([{ id: made.payment.id, status: "created", redirect: made.redirect }]);
    const again = await order();
    expect([again.payment.id, again.redirect]).toEqual([made.payment.id, made.redirect]);
    return { known, first, again: d1.take().trips };
  };
  expect(await trips(true)).toEqual({ known: [0, 0], first: 2, again: 2 });
  expect(await trips(false)).toEqual({ known: [1], first: 3, again: 2 });
});
