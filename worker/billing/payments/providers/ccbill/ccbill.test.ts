import { expect, test } from "vitest";
import { createCcbillDouble } from "#tests/providers/ccbill-double.ts";
import { providerContract } from "#tests/providers/provider-contract.ts";
import type { Notice, PaymentRef, ProviderOrder } from "#worker/billing/payments/provider.ts";
import { createCcbill } from "./ccbill.ts";

const OWN = {
  account: "900100",
  subaccount: "0000",
  flexId: "687fa3e0-e60d-4466-88e2-181fa56dd6a9",
  salt: "7d901dad245fd0ff6bc20d06",
  user: "datalink",
  password: "test only",
};
const OTHER_SALT = "0f1e2d3c4b5a69788796a5b4";

function bench() {
  const double = createCcbillDouble(OWN);
  const { fetch, paymentOf } = double;
  const at = (change: Partial<typeof OWN>) => createCcbill({ ...OWN, ...change, fetch, paymentOf } as never);
  return {
    double,
    provider: at({}),
    otherKey: at({ salt: OTHER_SALT }),
    otherDomain: at({ subaccount: "0001", salt: OTHER_SALT }),
  };
}

providerContract("ccbill", {
  bench,
  proofs: [
    "dynamicPricingValidationDigest",
    "X-code",
    "X-payment",
    "clientAccnum",
    "clientSubacc",
    "eventType",
    "subscriptionId",
  ],
  unsigned: ["timestamp", "transactionId", "billedInitialPrice", "billedCurrencyCode", "X-sum", "X-of"],
  sums: [
    { currency: "EUR", amount: 2499, text: "24.99" },
    { currency: "JPY", amount: 2500, text: "2500.00" },
    { currency: "KWD", amount: 1505, text: null },
  ],
});

const order: ProviderOrder = {
  id: "p1",
  currency: "EUR",
  amount: 2499,
  method: "card",
  country: "US",
  language: "en",
  description: "Credits",
  email: "anna@example.org",
  returnUrl: "https://dating.example/credits/payment/p1",
  noticeUrl: "https://dating.example/api/payment-webhook.php",
  token: null,
};

async function paid() {
  const made = bench();
  made.double.open((await made.provider.start(order)).redirect ?? "");
  const completed = made.double.notice("p1", "completed");
  const ref: PaymentRef = { ...order, reference: made.double.reference("p1") };
  return { ...made, completed, ref };
}

const from = (notice: Notice, address: string | null): Notice => {
  const headers = new Headers(notice.headers);
  if (address === null) headers.delete("cf-connecting-ip");
  else headers.set("cf-connecting-ip", address);
  return { ...notice, headers };
};

test.each(["64.38.212.1", "64.38.215.254", "64.38.240.100", "64.38.241.9"])("CCBill sends from %s", async (address) => {
  const { provider, double, completed } = await paid();
  expect(await provider.verify(from(double.carry(completed), address))).toMatchObject({ state: "completed" });
});

test.each(["64.38.212.0", "64.38.212.255", "64.38.213.1", "64.38.212.1, 203.0.113.9", "::ffff:64.38.212.1", "203.0.113.9", null])(
  "a notice from %s is refused",
  async (address) => {
    const { provider, double, completed } = await paid();
    expect(await provider.verify(from(double.carry(completed), address))).toBeNull();
  },
);

test("the form of JSON is read too, but no name twice", async () => {
  const { provider, double, completed } = await paid();
  const { url, headers } = double.carry(completed);
  const fields = Object.fromEntries(completed.filter(([name]) => name !== "eventType"));
  const json = new Headers(headers);
  json.set("content-type", "application/json");
  const body = JSON.stringify(fields);
  expect(await provider.verify({ url, method: "POST", headers: json, body })).toMatchObject({ payment: "p1" });
  const doubled = body.replace("{", '{"subscriptionId":"1",');
  expect(await provider.verify({ url, method: "POST", headers: json, body: doubled })).toBeNull();
});

test("a code of one order does not pay another", async () => {
  const { provider, double, completed } = await paid();
  double.open((await provider.start({ ...order, id: "p2", amount: 9999 })).redirect ?? "");
  const of = (field: string) => double.notice("p2", "completed").find(([name]) => name === field)?.[1] ?? "";
  for (const swapped of [["X-payment"], ["X-code"], ["subscriptionInitialPrice"], ["X-payment", "X-code"]]) {
    const entries = completed.map(([name, value]): [string, string] => [name, swapped.includes(name) ? of(name) : value]);
    expect([swapped, await provider.verify(double.carry(entries))]).toEqual([swapped, null]);
  }
});

test("a failed sale is believed with the code of its order only", async () => {
  const { provider, double } = await paid();
  const failed = double.notice("p1", "failed");
  expect(await provider.verify(double.carry(failed))).toMatchObject({ payment: "p1", state: "failed" });
  for (const field of ["X-payment", "X-code", "X-sum", "X-of"]) {
    const other = failed.map(([name, value]): [string, string] => [name, name === field ? `${value}1` : value]);
    expect([field, await provider.verify(double.carry(other))]).toEqual([field, null]);
  }
});

test("a failed sale does not turn into a paid one", async () => {
  const { provider, double } = await paid();
  const failed = double
    .notice("p1", "failed")
    .map(([name, value]): [string, string] => [name, name === "eventType" ? "NewSaleSuccess" : value]);
  expect(await provider.verify(double.carry(failed))).toBeNull();
});

test.each([
  ["Chargeback", "amount"],
  ["Refund", "amount"],
  ["Void", "amount"],
  ["Return", "amount"],
])("%s is not believed while DataLink counts none", async (eventType) => {
  const { provider, double, ref } = await paid();
  const entries = Object.entries({
    eventType,
    clientAccnum: OWN.account,
    clientSubacc: OWN.subaccount,
    subscriptionId: ref.reference ?? "",
    amount: "24.99",
    currencyCode: "978",
  });
  expect(await provider.verify(double.carry(entries))).toBeNull();
});

test("a part that was given back leaves the purchase completed", async () => {
  const { provider, double } = await paid();
  const part = double
    .notice("p1", "refunded")
    .map(([name, value]): [string, string] => [name, name === "amount" ? "10.00" : value]);
  expect(await provider.verify(double.carry(part))).toMatchObject({ payment: "p1", state: "completed" });
});

test("a refund in another currency says nothing", async () => {
  const { provider, double } = await paid();
  const other = double
    .notice("p1", "refunded")
    .map(([name, value]): [string, string] => [name, name === "currencyCode" ? "840" : value]);
  expect(await provider.verify(double.carry(other))).toBeNull();
});

test("a chargeback of a sale that is not ours says nothing", async () => {
  const { provider, double } = await paid();
  const other = double
    .notice("p1", "chargeback")
    .map(([name, value]): [string, string] => [name, name === "subscriptionId" ? "42" : value]);
  expect(await provider.verify(double.carry(other))).toBeNull();
});

test("a query tells a refund and a chargeback", async () => {
  const { provider, double, ref } = await paid();
  double.notice("p1", "refunded");
  expect(await provider.query(ref)).toMatchObject({ state: "refunded" });
  double.notice("p1", "chargeback");
  expect(await provider.query(ref)).toMatchObject({ state: "chargeback" });
});

test("a refund goes out with its sum, and none without a sale", async () => {
  const { provider, double, ref } = await paid();
  expect(await provider.refund(ref, { id: "r1", amount: 1000, earlier: 0 })).toBe("done");
  expect(double.sales.get("p1")?.refunds).toEqual(["10.00"]);
  expect(await provider.refund({ ...ref, reference: null }, { id: "r2", amount: 1000, earlier: 0 })).toBe("refused");
});

test("a second part goes out although DataLink counts the first, and is not repeated", async () => {
  const { provider, double, ref } = await paid();
  await provider.refund(ref, { id: "r1", amount: 1000, earlier: 0 });
  for (let i = 0; i < 2; i++) expect(await provider.refund(ref, { id: "r2", amount: 500, earlier: 1 })).toBe("done");
  expect(double.sales.get("p1")?.refunds).toEqual(["10.00", "5.00"]);
});

const STATUS = "<results><subscriptionStatus>1</subscriptionStatus><refundsIssued>0</refundsIssued></results>";
const answering = (answer: string) =>
  createCcbill({
    ...OWN,
    paymentOf: async () => null,
    fetch: async (_, { body }) => new Response(body?.get("action") === "refundTransaction" ? answer : STATUS),
  });

test.each([
  ["<results>1</results>", "done"],
  ["<results>-7</results>", "pending"],
  ["<results>0</results>", "refused"],
  ["<results>-15</results>", "refused"],
])("DataLink's %s means %s", async (answer, outcome) => {
  const asked = answering(answer).refund({ ...order, reference: "1000000000" }, { id: "r1", amount: 1000, earlier: 0 });
  expect(await asked).toBe(outcome);
});

test.each(["<results>-1</results>", "<results>-12</results>", "", "<html>"])(
  "DataLink's %j is asked again later",
  async (answer) => {
    const asked = answering(answer).refund({ ...order, reference: "1000000000" }, { id: "r1", amount: 1000, earlier: 0 });
    await expect(asked).rejects.toMatchObject({ code: "upstream_failed" });
  },
);
