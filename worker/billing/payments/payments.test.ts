import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newSessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { ProviderState } from "./provider.ts";
import { createSandboxStore, FAILING_TOKEN, noticeOf } from "./providers/sandbox.ts";

const NOW = Date.now();
const { payments, settlement, wallet } = servicesOf(env);
const sandbox = createSandboxStore(env.VISITORS);
let member: string;
let ctx: MemberContext;

async function contextFor(id: string, more: Parameters<typeof contextOf>[0] = {}): Promise<MemberContext> {
  const hash = await sha256(newSessionToken(id));
  await env.DB.prepare(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', 0, ?)",
  )
    .bind(hash, id, NOW + 400 * DAY)
    .run();
  const viewer = await createAccountsStore(connect(env.DB)).findViewer(hash, "liaison", NOW);
  return { ...(await contextOf({ now: NOW, preview: ["payments"], country: "NL", ...more, viewer })), viewer } as MemberContext;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
const order = (more: Partial<Parameters<typeof payments.startOrder>[1]> = {}, at = ctx) =>
  payments.startOrder(at, { package: "c25", method: "card", ...more });
/** The buyer does something at the provider, which sends its notice. */
async function say(id: string, state: ProviderState, notify = true): Promise<number> {
  const account = await sandbox.find(id);
  if (!account) throw new Error("unknown payment");
  await sandbox.put({ ...account, state });
  return notify ? (await exports.default.fetch(await noticeOf(env.MEDIA_SECRET, { ...account, state }, state, NOW))).status : 0;
}
const account = () => env.DB.prepare("SELECT credits, paid_user, debt FROM accounts WHERE id = ?").bind(member).first();
/** Without the question to the provider that a look at the payment asks. */
const statusOf = (id: string) => env.DB.prepare("SELECT status FROM payments WHERE id = ?").bind(id).first<string>("status");
const mails = async () =>
  (await env.DB.prepare("SELECT template FROM outbox WHERE account_id = ? ORDER BY rowid").bind(member).all()).results.map(
    ({ template }) => template,
  );

beforeEach(async () => {
  member = await addMember({ credits: 0 });
  // No discount of the first days.
  await env.DB.prepare("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?").bind(member).run();
  ctx = await contextFor(member);
});

test("a domain sells by a method that only its own words name, and by no other one of its provider", async () => {
  const sells = await contextFor(member, { settings: { payment_methods: { "*": ["card"], NL: ["card", "bancontact"] } } });
  const shown = await wallet.packages(sells);
  expect(shown.payment_methods).toEqual(["card", "bancontact"]);
  const { payment } = await order({ method: "bancontact" }, sells);
  expect(await say(payment.id, "completed")).toBe(200);
  expect((await payments.payment(sells, { id: payment.id })).payment).toMatchObject({
    status: "completed",
    method: "bancontact",
  });
  for (const method of ["blik", "ideal", "cheque"])
    expect([method, await codeOf(order({ method }, sells))]).toEqual([method, "not_found"]);
  const elsewhere = await contextFor(member, { settings: { payment_methods: { "*": ["card"], DE: ["bancontact"] } } });
  expect(await codeOf(order({ method: "bancontact" }, elsewhere))).toBe("not_found");
});

test("an order is paid by the signed notice alone, and its receipt is mailed once", async () => {
  const { payment, redirect } = await order();
  expect(redirect).toBe(`http://pay.localhost:80/pay/${payment.id}`);
  expect(payment).toMatchObject({ status: "created", amount: 1249, currency: "EUR", credits: 25 });
  expect(await account()).toEqual({ credits: 0, paid_user: 0, debt: 0 });
  expect(await say(payment.id, "completed")).toBe(200);
  expect(await account()).toEqual({ credits: 25, paid_user: 1, debt: 0 });
  for (let n = 0; n < 3; n++) await say(payment.id, "completed");
  await Promise.all(Array.from({ length: 5 }, () => say(payment.id, "completed")));
  expect(await account()).toMatchObject({ credits: 25 });
  expect(await mails()).toEqual(["payment_completed"]);
  const { payment: paid } = await payments.payment(ctx, { id: payment.id });
  expect(paid.receipts).toMatchObject([{ kind: "receipt", amount: 1249 }]);
  expect(paid.continue).toBeNull();
});

test("a notice that is late or out of order never loses or repeats credits", async () => {
  const { payment } = await order();
  await say(payment.id, "expired");
  expect(await statusOf(payment.id)).toBe("expired");
  await say(payment.id, "completed");
  await say(payment.id, "pending");
  await say(payment.id, "failed");
  expect(await statusOf(payment.id)).toBe("completed");
  const { payment: second } = await order({ package: "c60" });
  await say(second.id, "chargeback");
  await say(second.id, "completed");
  expect(await statusOf(second.id)).toBe("chargeback");
  expect(await account()).toEqual({ credits: 25, paid_user: 1, debt: 0 });
});

test("a forged or altered notice, or one with another domain's secret, changes nothing", async () => {
  const { payment } = await order();
  const stored = await sandbox.find(payment.id);
  if (!stored) throw new Error("unknown payment");
  const genuine = async () => noticeOf(env.MEDIA_SECRET, stored, "completed", NOW);
  const send = async (request: Request) => (await exports.default.fetch(request)).status;
  const altered = async (change: (body: Record<string, unknown>) => void) => {
    const request = await genuine();
    const body = JSON.parse(await request.clone().text());
    change(body);
    return new Request(request.url, { method: "POST", headers: request.headers, body: JSON.stringify(body) });
  };
  const changes: ((body: Record<string, unknown>) => void)[] = [
    (body) => Object.assign(body, { amount: 1 }),
    (body) => Object.assign(body, { payment: "x" }),
    (body) => Object.assign(body, { state: "pending" }),
    (body) => Object.assign(body, { currency: "SEK" }),
  ];
  for (const change of changes) expect(await send(await altered(change))).toBe(403);
  expect(await send(await noticeOf("another secret", stored, "completed", NOW))).toBe(403);
  expect(await send(await noticeOf(env.MEDIA_SECRET, { ...stored, domainId: "velvet" }, "completed", NOW))).toBe(403);
  const unsigned = await genuine();
  expect(await send(new Request(unsigned.url, { method: "POST", body: await unsigned.text() }))).toBe(403);
  expect(
    await send(new Request("http://localhost/api/payment-webhook.php?provider=verotel", { method: "POST", body: "{}" })),
  ).toBe(403);
  // Signed, but about another sum.
  const cheaper = { ...stored, order: { ...stored.order, amount: 1 } };
  expect(await send(await noticeOf(env.MEDIA_SECRET, cheaper, "completed", NOW))).toBe(200);
  expect(await statusOf(payment.id)).toBe("created");
  expect(await account()).toMatchObject({ credits: 0 });
});

test("a price comes from the domain; one that the buyer did not see is refused", async () => {
  expect(await codeOf(order({ expected: 1 }))).toBe("price_changed");
  expect(await codeOf(order({ package: "c26" }))).toBe("not_found");
  const swede = { ...ctx.viewer, profile: { ...ctx.viewer.profile, country: "SE" } };
  expect(await codeOf(order({ method: "ideal" }, { ...ctx, viewer: swede }))).toBe("not_found");
  expect(await codeOf(order({}, await contextFor(member, { preview: [] })))).toBe("not_found");
  expect((await payments.orders(ctx)).payments).toEqual([]);
});

test("a double press and a second tab continue the same order; another order takes its place", async () => {
  const both = await Promise.all([order(), order(), order()]);
  const again = await order();
  expect(new Set(both.map(({ payment }) => payment.id))).toEqual(new Set([again.payment.id]));
  const other = await order({ package: "c60" });
  expect(other.payment.id).not.toBe(again.payment.id);
  expect(await statusOf(again.payment.id)).toBe("cancelled");
  expect((await payments.orders(ctx)).last).toBeNull();
});

test("one form and one write key make one order, even after it is paid", async () => {
  const key = `form-${member}`;
  const shown = await order({ package: "c60", key });
  await say(shown.payment.id, "completed");
  // The price of the form may be over by then: a discount of the first purchase, say.
  const again = await order({ package: "c60", key, expected: 1 });
  expect(again.payment).toMatchObject({ id: shown.payment.id, status: "completed" });
  const write = { secret: `key-${member}`, at: NOW };
  const first = await order({}, { ...ctx, write });
  await say(first.payment.id, "completed");
  expect((await order({}, { ...ctx, write })).payment.id).toBe(first.payment.id);
});

test("the sweep asks about open payments and ends what the provider never heard of", async () => {
  const { payment } = await order();
  await say(payment.id, "completed", false);
  await settlement.sweep(NOW + 9 * MINUTE);
  expect(await statusOf(payment.id)).toBe("created");
  await settlement.sweep(NOW + 11 * MINUTE);
  expect(await statusOf(payment.id)).toBe("completed");
  const { payment: lost } = await order({ package: "c60" });
  await settlement.sweep(NOW + DAY + MINUTE);
  expect(await statusOf(lost.id)).toBe("expired");
});

test("a stored card pays at once, and one that fails says so", async () => {
  const store = (token: string) =>
    env.DB.prepare("INSERT INTO stored_methods VALUES (?1, ?2, 'liaison', 'sandbox', 'card', ?3, 'Visa •• 4242', 1)")
      .bind(`${token}-${member}`, member, token)
      .run();
  await store("card-4242");
  await store(FAILING_TOKEN);
  const paid = await order({ stored: `card-4242-${member}` });
  expect(paid).toMatchObject({ redirect: null, payment: { status: "completed", stored: true } });
  const failed = await order({ stored: `${FAILING_TOKEN}-${member}`, package: "c60" });
  expect(failed).toMatchObject({ redirect: null, payment: { status: "failed" } });
  expect(await account()).toMatchObject({ credits: 25 });
  const stranger = await contextFor(await addMember());
  expect(await codeOf(order({ stored: `card-4242-${member}` }, stranger))).toBe("not_found");
});

test("unused credits go back for their share, to the cent and once", async () => {
  const { payment } = await order();
  await say(payment.id, "completed");
  await env.DB.prepare(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -10, 'message', 'm', 'm', 1)",
  )
    .bind(member)
    .run();
  const { refundable } = (await payments.payment(ctx, { id: payment.id })).payment;
  expect(refundable).toMatchObject({ credits: 15, amount: 750 });
  expect(await codeOf(payments.refundPayment(ctx, { payment: payment.id, amount: 749 }))).toBe("price_changed");
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => codeOf(payments.refundPayment(ctx, { payment: payment.id, amount: 750 }))),
  );
  expect(outcomes.toSorted()).toEqual(["done", "not_refundable", "not_refundable"]);
  const { payment: after } = await payments.payment(ctx, { id: payment.id });
  expect(after).toMatchObject({ status: "completed", refunded: 750, refundable: null });
  expect(after.receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["receipt", 1249],
    ["credit_note", 750],
  ]);
  expect(await account()).toEqual({ credits: 0, paid_user: 1, debt: 0 });
});

test("the refund period ends to the second", async () => {
  const { payment } = await order();
  await say(payment.id, "completed");
  const done = await env.DB.prepare("SELECT completed_at FROM payments WHERE id = ?")
    .bind(payment.id)
    .first<number>("completed_at");
  const at = (now: number) => payments.payment({ ...ctx, now }, { id: payment.id });
  const end = (done as number) + 14 * DAY;
  for (const [now, open] of [
    [end - 1000, true],
    [end, false],
    [end + 1000, false],
  ] as const)
    expect((await at(now)).payment.refundable !== null, String(now - end)).toBe(open);
});

test("a payment tells the credits that are owed after it was taken back", async () => {
  const { payment } = await order();
  await say(payment.id, "completed");
  await env.DB.prepare(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -10, 'message', 'm', 'm', 1)",
  )
    .bind(member)
    .run();
  expect((await payments.payment(ctx, { id: payment.id })).payment).toMatchObject({ debt: 0, stored: false });
  await say(payment.id, "chargeback");
  expect((await payments.payment(ctx, { id: payment.id })).payment.debt).toBe(10);
});

test("the ledger names the payment of a purchase and of its refund", async () => {
  const { payment } = await order();
  await say(payment.id, "completed");
  const { refundable } = (await payments.payment(ctx, { id: payment.id })).payment;
  await payments.refundPayment(ctx, { payment: payment.id, amount: refundable?.amount ?? 0 });
  const { transactions, payments: latest } = await wallet.transactions(ctx, {});
  expect(latest.map(({ id, status }) => [id, status])).toEqual([[payment.id, "refunded"]]);
  expect(transactions.map(({ kind, payment: of }) => [kind, of])).toEqual([
    ["refund", payment.id],
    ["purchase", payment.id],
    ["adjustment", null],
  ]);
});

test("nobody reads another member's payment", async () => {
  const { payment } = await order();
  const stranger = await contextFor(await addMember());
  expect(await codeOf(payments.payment(stranger, { id: payment.id }))).toBe("not_found");
  expect(await codeOf(payments.refundPayment(stranger, { payment: payment.id, amount: 1249 }))).toBe("not_found");
});
