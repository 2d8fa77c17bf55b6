import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { addBuyer, orderOf, paidBy, statusOf } from "#tests/setup/buyers.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { inDatabase } from "#worker/platform/databases.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createPaymentsStore } from "./payments.store.ts";
import { createPayments } from "./payments.ts";
import { createSandboxStore, noticeOf } from "./providers/sandbox.ts";

const NOW = Date.now();
const { payments, settlement } = servicesOf(env);
let ctx: MemberContext;

const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(ctx.viewer.id).first<number>("credits");
const settings = () => env.DB.prepare("SELECT settings FROM domains WHERE id = 'liaison'").first<string>("settings");
const setSettings = (text: string) => env.DB.prepare("UPDATE domains SET settings = ? WHERE id = 'liaison'").bind(text).run();
let before: string;

beforeEach(async () => {
  before = (await settings()) ?? "";
  ctx = await addBuyer(NOW);
});
afterEach(() => setSettings(before));

test("an order that was paid and replaced before its lost notice is credited by the sweep", async () => {
  const first = await orderOf(ctx, "c25");
  await paidBy(first, { notify: false });
  await orderOf(ctx, "c60");
  expect(await statusOf(first)).toBe("cancelled");
  await settlement.sweep(NOW + HOUR);
  expect([await statusOf(first), await credits()]).toEqual(["completed", 25]);
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("the page to which a buyer comes back asks the provider, also about an order that was replaced", async () => {
  const first = await orderOf(ctx, "c25");
  const second = await orderOf(ctx, "c60");
  for (const id of [first, second]) {
    await paidBy(id, { notify: false });
    expect((await payments.payment(ctx, { id })).payment.status).toBe("completed");
  }
  expect(await credits()).toBe(85);
});

test("an open page asks the provider a few times a minute, and shows what is known in between", async () => {
  const id = await orderOf(ctx, "c25");
  for (let n = 0; n < 6; n++) expect((await payments.payment(ctx, { id })).payment.status).toBe("created");
  await paidBy(id, { notify: false });
  expect((await payments.payment(ctx, { id })).payment.status).toBe("created");
  expect((await payments.payment({ ...ctx, now: NOW + HOUR }, { id })).payment.status).toBe("completed");
});

test("a payment belongs to the provider that it was begun with, whatever the domain sells with by now", async () => {
  const [asked, told, back] = [
    await orderOf(ctx, "c25"),
    await orderOf(await addBuyer(NOW), "c25"),
    await orderOf(await addBuyer(NOW), "c25"),
  ];
  const other = JSON.parse(before);
  other.settings.payment_provider = "verotel";
  await setSettings(JSON.stringify(other));
  const PAYMENT_VEROTEL_LIAISON = JSON.stringify({ shopId: "68849", secret: "zpXwe2D77g4P7ysGJcr3" });
  const changed = servicesOf({ ...env, PAYMENT_VEROTEL_LIAISON } as Env);
  const domain = (await changed.domainsStore.findById("liaison")) ?? expect.fail("no domain");
  expect(domain.settings.payment_provider).toBe("verotel");
  const account = (await createSandboxStore(env.VISITORS).find(told)) ?? expect.fail("no account");
  const { url, method, headers, ...sent } = await noticeOf(env.MEDIA_SECRET, account, "completed", NOW);
  expect(sent).toBeDefined();
  const body = await (await noticeOf(env.MEDIA_SECRET, account, "completed", NOW)).text();
  const notice = { url: new URL(url), method, headers, body };
  expect(await changed.settlement.notice({ domain, now: NOW }, "sandbox", notice)).toBe("OK");
  expect(await statusOf(told)).toBe("completed");
  await paidBy(asked, { notify: false });
  await changed.settlement.sweep(NOW + 2 * DAY);
  expect([await statusOf(asked), await statusOf(back)]).toEqual(["completed", "expired"]);
});

test("an order whose start is repeated after a change of provider is begun again where it was begun", async () => {
  const key = newId();
  const begun = await payments.startOrder(ctx, { package: "c25", method: "card", key });
  const first = begun.payment.id;
  // The answer of its start was lost.
  await env.DB.prepare("UPDATE payments SET redirect = NULL, provider_ref = NULL WHERE id = ?").bind(first).run();
  const PAYMENT_VEROTEL_LIAISON = JSON.stringify({ shopId: "68849", secret: "zpXwe2D77g4P7ysGJcr3" });
  const changed = servicesOf(inDatabase({ ...env, DB_9: env.DB, PAYMENT_VEROTEL_LIAISON } as Env, "DB_9"));
  const elsewhere = {
    ...ctx,
    domain: { ...ctx.domain, settings: { ...ctx.domain.settings, payment_provider: "verotel" as const } },
  };
  const again = await changed.payments.startOrder(elsewhere, { package: "c25", method: "card", key });
  expect([again.payment.id, again.redirect]).toEqual([first, begun.redirect]);
});

test("a question that a page does not wait for goes on after its answer", async () => {
  const id = await orderOf(ctx, "c25");
  const work: Promise<unknown>[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const store = createPaymentsStore(connect(env.DB));
  const room = createPayments({
    ...{ store, ask: () => promise, after: (one: Promise<unknown>) => void work.push(one) },
    limits: { hit: async () => ({ allowed: true }) },
  } as unknown as Parameters<typeof createPayments>[0]);
  const shown = room.payment(ctx, { id });
  await expect.poll(() => work.length).toBeGreaterThan(0);
  reject(new Error("away"));
  await expect(work[0]).resolves.toBeUndefined();
  expect((await shown).payment.status).toBe("created");
});

test("unused credits go back by the provider that was paid, after the domain has another one", async () => {
  const id = await orderOf(ctx, "c25");
  await paidBy(id);
  const elsewhere = {
    ...ctx,
    domain: { ...ctx.domain, settings: { ...ctx.domain.settings, payment_provider: "verotel" as const } },
  };
  const { refundable } = (await payments.payment(elsewhere, { id })).payment;
  const { payment } = await payments.refundPayment(elsewhere, { payment: id, amount: refundable?.amount ?? 0 });
  expect(payment).toMatchObject({ status: "refunded", refunded: 1249 });
});
