import { expect, test } from "vitest";
import { providerContract } from "#tests/providers/provider-contract.ts";
import { createVerotelDouble } from "#tests/providers/verotel-double.ts";
import type { ProviderOrder } from "#worker/billing/payments/provider.ts";
import { signatureOf } from "./signature.ts";
import { createVerotel } from "./verotel.ts";

const OWN = { shopId: "68849", secret: "zpXwe2D77g4P7ysGJcr3rY87TBYs6J" };
const OTHER_KEY = "Yt5b3mZ0aLqK8sVdXcR2nWfGhJ7pTu";

function bench() {
  const double = createVerotelDouble(OWN);
  const { fetch } = double;
  return {
    double,
    provider: createVerotel({ ...OWN, fetch }),
    otherKey: createVerotel({ ...OWN, secret: OTHER_KEY, fetch }),
    otherDomain: createVerotel({ shopId: "70001", secret: OTHER_KEY, fetch }),
  };
}

providerContract("verotel", {
  bench,
  proofs: ["signature", "saleID", "shopID", "type"],
  sums: [
    { currency: "EUR", amount: 2499, text: "24.99" },
    { currency: "CHF", amount: 5, text: "0.05" },
    { currency: "JPY", amount: 2500, text: null },
    { currency: "KWD", amount: 1505, text: null },
  ],
});

const order: ProviderOrder = {
  id: "p1",
  currency: "EUR",
  amount: 2499,
  method: "card",
  country: "NL",
  language: "en",
  description: "Credits",
  email: "anna@example.org",
  returnUrl: "https://dating.example/credits/payment/p1",
  noticeUrl: "https://dating.example/api/payment-webhook.php",
  token: null,
};

test("the signature is that of Verotel's own client", async () => {
  const fields = {
    saleID: "433456",
    priceAmount: "0.00",
    referenceID: "reference1234",
    priceCurrency: "USD",
    custom1: "My",
    description: "My Dščřčřřěřě&?=blah123",
    subscriptionType: "RECURRING",
    period: "P1M",
    name: "My name",
    trialAmount: "0.01",
    trialPeriod: "P3D",
    successURL: "http://backURL.test",
    declineURL: "http://declineURL.test",
    cancelDiscountPercentage: "30",
    shopID: OWN.shopId,
  };
  const known = "ff5cf9bcc0497c8cb40087065e5016dcfbe2efd23327f6c67614fa23537c24b2";
  expect(await signatureOf(OWN.secret, Object.entries(fields))).toBe(known);
});

test.each([
  ["NL", "EUR", ["card", "ideal", "directdebit"]],
  ["DE", "EUR", ["card", "directdebit"]],
  ["PL", "EUR", ["card"]],
  ["NL", "USD", ["card"]],
  ["PL", "PLN", []],
])("in %s, %s is paid by %j", (country, currency, methods) => {
  expect(bench().provider.methods(country, currency)).toEqual(methods);
});

test("a method that the country lacks does not start", async () => {
  const { provider } = bench();
  await expect(provider.start({ ...order, country: "DE", method: "ideal" })).rejects.toMatchObject({ code: "not_found" });
  await expect(provider.start({ ...order, method: "paypal" })).rejects.toMatchObject({ code: "not_found" });
});

test("a stored card goes along, and the next token comes back with a label", async () => {
  const { provider, double } = bench();
  const { redirect } = await provider.start({ ...order, token: "once-0" });
  expect(new URL(redirect ?? "").searchParams.get("oneClickToken")).toBe("once-0");
  double.open(redirect ?? "");
  const said = await provider.verify(double.carry(double.notice("p1", "completed") ?? []));
  expect(said?.stored).toEqual({ token: "once-1", label: "Visa •• 1111" });
});

test("a colon in the description cannot become a field of the signed text", async () => {
  const { redirect } = await bench().provider.start({ ...order, description: "x:saleID=1" });
  expect(new URL(redirect ?? "").searchParams.get("description")).toBe("x saleID=1");
});

async function postback(change: Record<string, string>) {
  const { provider, double } = bench();
  const { redirect } = await provider.start(order);
  double.open(redirect ?? "");
  const genuine = Object.fromEntries(double.notice("p1", "refunded") ?? []);
  const { signature: _, ...fields } = { ...genuine, ...change };
  const signature = await signatureOf(OWN.secret, Object.entries(fields));
  return provider.verify(double.carry(Object.entries({ ...fields, signature })));
}

test("a part that was given back leaves the purchase completed", async () => {
  expect(await postback({ amount: "10.00" })).toMatchObject({ state: "completed", amount: 2499 });
  expect(await postback({ amount: "24.99" })).toMatchObject({ state: "refunded", amount: 2499 });
});

test.each<Record<string, string>>([
  { event: "rebill" },
  { type: "subscription" },
  { shopID: "70001" },
  { priceCurrency: "XXX" },
  { priceAmount: "24.995" },
])("a well signed postback with %j says nothing about a purchase", async (change) => {
  expect(await postback(change)).toBeNull();
});

test("a query tells an open and a declined sale apart", async () => {
  const { provider, double } = bench();
  double.open((await provider.start(order)).redirect ?? "");
  const payment = { ...order, reference: null };
  expect(await provider.query(payment)).toMatchObject({ state: "pending", amount: 2499 });
  double.notice("p1", "failed");
  expect(await provider.query(payment)).toMatchObject({ state: "failed", reference: double.reference("p1") });
});

test.each(["", "response: ERROR\nerror: Invalid", "<html>", "response: FOUND\nreferenceID: p2\nsaleResult: APPROVED"])(
  "%j is no answer to a query",
  async (text) => {
    const provider = createVerotel({ ...OWN, fetch: async () => new Response(text) });
    await expect(provider.query({ ...order, reference: null })).rejects.toMatchObject({ code: "upstream_failed" });
  },
);
