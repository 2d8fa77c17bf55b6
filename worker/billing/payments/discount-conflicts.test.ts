import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { addCode } from "#tests/setup/orders.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newSessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { ProviderState } from "./provider.ts";
import { createSandboxStore, noticeOf } from "./providers/sandbox.ts";

const NOW = Date.now();
const { payments } = servicesOf(env);
const sandbox = createSandboxStore(env.VISITORS);
let ctx: MemberContext;

/** A member with the welcome discount. */
async function buyer(): Promise<MemberContext> {
  const member = await addMember({ credits: 0 });
  await env.DB.prepare("UPDATE accounts SET created_at = 1, activated_at = ?, time_bonus = 0 WHERE id = ?")
    .bind(NOW, member)
    .run();
  const hash = await sha256(newSessionToken(member));
  await env.DB.prepare(
    "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', '', 0, ?)",
  )
    .bind(hash, member, NOW + DAY)
    .run();
  const viewer = await createAccountsStore(connect(env.DB)).findViewer(hash, "liaison", NOW);
  return { ...(await contextOf({ now: NOW, preview: ["payments"], country: "NL", viewer })), viewer } as MemberContext;
}

const order = async (wanted: string, at = ctx, discountcode?: string) =>
  (await payments.startOrder(at, { package: wanted, method: "card", discountcode })).payment.id;

async function say(id: string, state: ProviderState): Promise<void> {
  const account = await sandbox.find(id);
  if (!account) throw new Error("unknown payment");
  await sandbox.put({ ...account, state });
  const answer = await exports.default.fetch(await noticeOf(env.MEDIA_SECRET, { ...account, state }, state, NOW));
  expect(answer.status).toBe(200);
}

const shown = async (id: string, at = ctx) => (await payments.payment(at, { id })).payment;
const books = (at = ctx) =>
  env.DB.prepare("SELECT credits, paid_user, debt FROM accounts WHERE id = ?").bind(at.viewer.id).first();
const uses = async (at = ctx) =>
  (
    await env.DB.prepare("SELECT code, state FROM discount_uses WHERE account_id = ? ORDER BY state, code")
      .bind(at.viewer.id)
      .all()
  ).results.map(({ code, state }) => `${code} ${state}`);
const soundBooks = async () => expect((await audit(env.DB)).findings).toEqual([]);

beforeEach(async () => {
  ctx = await buyer();
});

test("a replaced order that is paid late is credited at its price, and takes the discount from the unpaid order", async () => {
  const replaced = await order("c25");
  const current = await order("c60");
  expect((await shown(current)).discount?.code).toBe("WELCOME25");
  await say(replaced, "completed");
  await say(replaced, "completed");
  expect(await shown(replaced)).toMatchObject({ status: "completed", surplus: false, refunding: 0, amount: 936 });
  expect(await shown(current)).toMatchObject({ status: "cancelled", continue: null });
  expect(await books()).toEqual({ credits: 25, paid_user: 1, debt: 0 });
  expect(await uses()).toEqual(["WELCOME25 released", "WELCOME25 used"]);
  await soundBooks();
});

test("the second payment with a discount that is good once is given back whole, whichever order it belongs to", async () => {
  for (const lateFirst of [true, false]) {
    ctx = await buyer();
    const replaced = await order("c25");
    const current = await order("c60");
    const [first, second] = lateFirst ? [replaced, current] : [current, replaced];
    await say(first, "completed");
    const before = await books();
    for (let time = 0; time < 3; time++) await say(second, "completed");
    const given = await shown(second);
    expect(given).toMatchObject({ status: "refunded", surplus: true, refunded: given.amount, debt: 0 });
    expect(given.receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["receipt", given.amount],
      ["credit_note", given.amount],
    ]);
    expect(await books(), "the first purchase stands").toEqual(before);
    expect(await shown(first)).toMatchObject({ status: "completed", surplus: false });
    expect(await uses()).toEqual(["WELCOME25 released", "WELCOME25 used"]);
  }
  await soundBooks();
});

test("an order without a discount is not given up by a late payment, nor given back", async () => {
  const replaced = await order("c25");
  await env.DB.prepare("UPDATE accounts SET activated_at = 1 WHERE id = ?").bind(ctx.viewer.id).run();
  const late = { ...ctx, viewer: { ...ctx.viewer, account: { ...ctx.viewer.account, activatedAt: 1 } } } as MemberContext;
  const current = await order("c60", late);
  expect((await shown(current)).discount).toBeNull();
  await say(replaced, "completed");
  expect(await shown(current)).toMatchObject({ status: "created" });
  await say(current, "completed");
  expect(await shown(current)).toMatchObject({ status: "completed", surplus: false });
  expect(await books()).toMatchObject({ credits: 85 });
});

test("a code for one order that another member holds by now stays with that member", async () => {
  const code = `ONCE${NOW}`;
  await addCode(code, { validity: "once", percentage: 900 });
  const replaced = await order("c25", ctx, code);
  await order("c60");
  const other = await buyer();
  const theirs = await order("c25", other, code);
  await say(replaced, "completed");
  expect(await shown(replaced)).toMatchObject({ status: "refunded", surplus: true });
  expect(await shown(theirs, other)).toMatchObject({ status: "created" });
  await say(theirs, "completed");
  expect(await shown(theirs, other)).toMatchObject({ status: "completed", surplus: false });
  await soundBooks();
});

test("both names of the discount on a first purchase count as one", async () => {
  const replaced = await order("c25");
  await env.DB.prepare("UPDATE discount_uses SET code = 'TIMEBONUS25' WHERE payment_id = ?").bind(replaced).run();
  const current = await order("c60");
  await say(current, "completed");
  await say(replaced, "completed");
  expect(await shown(replaced)).toMatchObject({ status: "refunded", surplus: true });
  expect(await uses()).toEqual(["TIMEBONUS25 released", "WELCOME25 used"]);
});

test("an unlimited code is not used up by a second payment", async () => {
  const code = `ALL${NOW}`;
  await addCode(code, { validity: "unlimited", percentage: 300 });
  const [replaced, current] = [await order("c25", ctx, code), await order("c60", ctx, code)];
  for (const id of [current, replaced]) await say(id, "completed");
  expect(await books()).toMatchObject({ credits: 85 });
  expect((await shown(replaced)).surplus).toBe(false);
});

test("credits that repaid a debt are not given back again", async () => {
  const { id } = ctx.viewer;
  const [replaced, current] = [await order("c25"), await order("c60")];
  await say(current, "completed");
  await env.DB.prepare("INSERT INTO debts (account_id, payment_id, credits, created_at) VALUES (?, ?, 10, 1)")
    .bind(id, current)
    .run();
  await say(replaced, "completed");
  expect(await shown(replaced)).toMatchObject({ status: "completed", surplus: true, refunded: Math.ceil((936 * 15) / 25) });
  expect(await books()).toMatchObject({ credits: 60, debt: 0 });
});
