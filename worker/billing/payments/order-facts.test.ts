import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newSessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const NOW = Date.now();
const { payments, settlement } = servicesOf(env);
let member: string;
let ctx: MemberContext;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
const order = (more: Partial<Parameters<typeof payments.startOrder>[1]> = {}, at = ctx) =>
  payments.startOrder(at, { package: "c25", method: "card", ...more });

beforeEach(async () => {
  member = await addMember({ credits: 0 });
  // No discount of the first days.
  await env.DB.prepare("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?").bind(member).run();
  const hash = await sha256(newSessionToken(member));
  await env.DB.prepare(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', 0, ?)",
  )
    .bind(hash, member, NOW + DAY)
    .run();
  const viewer = await createAccountsStore(connect(env.DB)).findViewer(hash, "liaison", NOW);
  ctx = { ...(await contextOf({ now: NOW, preview: ["payments"], viewer })), viewer } as MemberContext;
});

test("currency, seller and tax of an order follow the account's country, not the place of the request", async () => {
  const abroad = { ...ctx, country: "US" };
  expect(await payments.quote(abroad, { package: "c25", method: "card" })).toMatchObject({ currency: "EUR" });
  const { payment } = await order({}, abroad);
  expect(payment).toMatchObject({ currency: "EUR", tax: { country: "NL" }, seller: { name: "Liaison Media B.V." } });
  const again = await order({}, ctx);
  expect(again.payment.id, "the same order goes on at home").toBe(payment.id);
});

test("an order's price takes one D1 round trip, the stored methods included", async () => {
  const d1 = countedD1(env.DB);
  const { payments: counted } = servicesOf({ ...env, DB: d1.db });
  await env.DB.prepare("INSERT INTO stored_methods VALUES (?1, ?1, 'liaison', 'sandbox', 'card', 'card-4242', 'Visa •• 4242', 1)")
    .bind(member)
    .run();
  d1.take();
  const { stored } = await counted.quote(ctx, { package: "c25", method: "card" });
  expect(d1.take().trips).toBe(1);
  expect(stored).toEqual([{ id: member, method: "card", label: "Visa •• 4242" }]);
});

test("a debt is told before the order that repays it, and in its receipt's mail", async () => {
  const open = async (credits: number) => {
    const insert = "INSERT INTO debts (account_id, payment_id, credits, created_at) VALUES (?, 'p', ?, 1)";
    await env.DB.prepare(insert).bind(member, credits).run();
  };
  const settles = async () => (await payments.quote(ctx, { package: "c25", method: "card" })).settles;
  expect(await settles()).toBe(0);
  await open(10);
  expect(await settles()).toBe(10);
  await open(90);
  expect(await settles(), "of this order").toBe(25);
  const { payment } = await order();
  const said = { notice: payment.id, payment: payment.id, reference: "s", state: "completed" as const, stored: null };
  await settlement.settle(ctx, { ...said, amount: payment.amount, currency: "EUR" }, "sandbox");
  const text = await env.DB.prepare("SELECT text FROM outbox WHERE id = ?").bind(`paid-${payment.id}`).first<string>("text");
  expect(text).toContain("25 of these credits settle what you had spent of a payment that was taken back.");
  expect(await settles()).toBe(25);
});

test("stored cards that pay at the same moment do not pass a limit together", async () => {
  await env.DB.prepare("INSERT INTO stored_methods VALUES (?1, ?1, 'liaison', 'sandbox', 'card', 'card-4242', 'Visa •• 4242', 1)")
    .bind(member)
    .run();
  const limited = { ...ctx.viewer.preferences, spendLimits: { day: 6000, week: null, month: null } };
  const at = { ...ctx, viewer: { ...ctx.viewer, preferences: limited } };
  const outcomes = await Promise.all(
    ["c25", "c60", "c150", "c400"].map((id) => codeOf(order({ package: id, stored: member }, at))),
  );
  expect(outcomes).toContain("done");
  expect(new Set(outcomes)).toEqual(new Set(["done", "spend_limit"]));
  const paid = await env.DB.prepare("SELECT sum(amount) AS paid FROM payments WHERE account_id = ? AND status = 'completed'")
    .bind(member)
    .first<number>("paid");
  expect(paid).toBeLessThanOrEqual(6000);
});

test("the time bonus of a payment that was started goes on for ten minutes after its end", async () => {
  const end = NOW + 14_400_000;
  const since = { ...ctx.viewer.account, createdAt: NOW };
  const at = (now: number) => ({ ...ctx, now, viewer: { ...ctx.viewer, account: since } });
  const codeAt = async (now: number) => (await payments.quote(at(now), { package: "c25", method: "card" })).discount?.code;
  expect(await codeAt(end)).toBeUndefined();
  const { payment } = await order({}, at(end - 1000));
  expect(payment.discount?.code).toBe("TIMEBONUS25");
  await env.DB.prepare("UPDATE payments SET status = 'failed' WHERE id = ?").bind(payment.id).run();
  const grace = end + 10 * MINUTE;
  expect(await Promise.all([end, grace - 1000, grace, grace + 1000].map(codeAt))).toEqual([
    "TIMEBONUS25",
    "TIMEBONUS25",
    undefined,
    undefined,
  ]);
});
