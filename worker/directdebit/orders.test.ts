import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/context.ts";
import { DAY } from "#worker/lib/limits.ts";
import type { ProviderState } from "#worker/payments/provider.ts";
import { servicesOf } from "#worker/wiring/index.ts";

const { directdebit, payments, settlement } = servicesOf(env);
const ACCOUNT = { holder: "Anna Berg", street: "Herengracht 1", postcode: "1015 BA", city: "Amsterdam", country: "NL" };
let ctx: MemberContext;
let number = 10;

beforeEach(async () => {
  const account = await addAccount();
  await env.DB.prepare("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?").bind(account.id).run();
  ctx = await contextAs(await openSession(account), { now: NOON, country: "NL", preview: ["payments"] });
});

const debit = (packageId: string, at = ctx) => payments.startOrder(at, { package: packageId, method: "directdebit" });

async function say(payment: { id: string; amount: number }, state: ProviderState) {
  const said = { notice: `${state} ${payment.id}`, payment: payment.id, reference: null, state, stored: null };
  await settlement.settle(ctx, { ...said, amount: payment.amount, currency: "EUR" }, "sandbox");
}

/** Signs a mandate with the code that was sent. */
async function signed(iban: string) {
  const mobile = `+316123456${number++}`;
  const { mandate } = await directdebit.directdebit(ctx, { step: "start", package: "c25", iban, mobile, ...ACCOUNT });
  const { keys } = await env.VISITORS.list<{ to: string; text: string }>({ prefix: "sms:" });
  const text = keys.find(({ metadata }) => metadata?.to === mobile)?.metadata?.text ?? "";
  await directdebit.directdebit(ctx, { step: "verify", mandate: mandate.id, code: /\d{6}/.exec(text)?.[0] ?? "" });
  return directdebit.directdebit(ctx, { step: "sign", mandate: mandate.id, authorise: true });
}

test("an order by direct debit on any way meets the limit of one open", async () => {
  const { payment } = await debit("c25");
  expect(await outcomeOf(debit("c60"))).toBe("directdebit_limit");
  // The same order is continued.
  expect((await debit("c25")).payment.id).toBe(payment.id);
  await say(payment, "failed");
  expect(await outcomeOf(debit("c60"))).toBe("accepted");
});

test("a signature makes the order of its mandate, and shows the provider's page", async () => {
  const { payment, redirect, mandate } = await signed("NL91ABNA0417164300");
  expect(mandate).toMatchObject({ status: "signed", payment });
  expect(redirect).toMatch(/^http:\/\/pay\.localhost/);
  const { payment: order } = await payments.payment(ctx, { id: payment ?? "" });
  expect(order).toMatchObject({ method: "directdebit", package: "c25", currency: "EUR" });
});

test("a returned debit takes the credits back and blocks member and account", async () => {
  const iban = "DE89370400440532013000";
  const { payment } = await signed(iban);
  const { payment: order } = await payments.payment(ctx, { id: payment ?? "" });
  await say(order, "completed");
  await say(order, "chargeback");
  expect((await payments.payment(ctx, { id: order.id })).payment.status).toBe("chargeback");
  const later = { ...ctx, now: NOON + DAY };
  const start = { step: "start", package: "c25", iban, mobile: "+31612345699", ...ACCOUNT } as const;
  expect(await outcomeOf(directdebit.directdebit(later, start))).toBe("directdebit_blocked");
  expect(await outcomeOf(debit("c25", later))).toMatch(/directdebit_blocked|debt_open/);
  const other = await contextAs(await openSession(await addAccount()), { now: NOON, country: "NL", preview: ["payments"] });
  expect(await outcomeOf(directdebit.directdebit(other, start))).toBe("directdebit_blocked");
});
