import { describe, expect, it } from "vitest";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import type { ProviderState } from "#worker/billing/payments/provider.ts";
import { type Account, noticeOf } from "#worker/billing/payments/providers/sandbox.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { member, type Person, SIDES } from "./person.ts";

type Payment = CallOutput<"payment">["payment"];

/** The provider's notice, sent to the side that the member uses. */
async function tell(
  who: Person,
  { id, amount, currency }: Payment,
  state: ProviderState,
  { secret = LOCAL_SECRETS.MEDIA_SECRET, stored = null }: { secret?: string; stored?: Account["stored"] } = {},
) {
  const noticeUrl = `http://localhost:${who.port}/api/payment-webhook.php?provider=sandbox`;
  const account = { order: { id, amount, currency, noticeUrl }, domainId: "liaison", reference: `r-${id}`, stored };
  const sent = await noticeOf(secret, account as Account, state, Date.now());
  return who.request("POST", "/api/payment-webhook.php?provider=sandbox", await sent.text(), Object.fromEntries(sent.headers));
}

describe.each(SIDES)("a purchase: %s", (side) => {
  it("an order, its notice, its receipt and what is given back pass whole", async () => {
    const anna = await member(side);
    const quote = await anna.call("quote", { package: "c25", method: "card" });
    expect(quote).toMatchObject({ list_amount: 1249, reduction: 313, amount: 936, discount: { code: "TIMEBONUS25" } });
    const { payment, redirect } = await anna.call("startPayment", { package: "c25", method: "card", expected: quote.amount });
    expect(payment).toMatchObject({ status: "created", amount: 936, credits: 25, surplus: false });
    expect(new URL(redirect ?? "").hostname).toBe("pay.localhost");
    expect((await tell(anna, payment, "completed", { secret: "another secret" })).status).toBe(403);
    for (let time = 0; time < 2; time++) expect((await tell(anna, payment, "completed")).text).toBe("OK");
    const { payment: paid } = await anna.call("payment", { id: payment.id });
    expect(paid).toMatchObject({ status: "completed", refundable: { amount: 936, credits: 25 } });
    expect(paid.receipts).toMatchObject([{ kind: "receipt", amount: 936 }]);
    expect((await anna.call("user", {})).credits).toBe(35);
    expect((await anna.call("orders", {})).last).toEqual({ package: "c25", method: "card" });
    expect((await anna.refused("refundPayment", { payment: payment.id, amount: 1 })).code).toBe("price_changed");
    expect((await tell(anna, payment, "refunded")).status).toBe(200);
    const { payment: given } = await anna.call("payment", { id: payment.id });
    expect(given).toMatchObject({ status: "refunded", debt: 0, refundable: null });
    expect(given.receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["receipt", 936],
      ["credit_note", 936],
    ]);
    const { transactions } = await anna.call("transactions", {});
    expect(transactions.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["refund", -25],
      ["purchase", 25],
      ["signup", 10],
    ]);
  });

  it("a stored card is shown to its owner, who removes it", async () => {
    const [anna, bea] = [await member(side), await member(side)];
    const { payment } = await anna.call("startPayment", { package: "c25", method: "card" });
    await tell(anna, payment, "completed", { stored: { token: "t1", label: "Visa 4242" } });
    const { stored } = await anna.call("orders", {});
    expect(stored).toMatchObject([{ label: "Visa 4242" }]);
    const [id = ""] = stored.map((one) => one.id);
    expect((await bea.refused("forgetMethod", { stored: id })).code).toBe("not_found");
    expect(await anna.call("forgetMethod", { stored: id })).toEqual({ stored: [] });
  });

  it("one member's payment is unknown to another", async () => {
    const [anna, bea] = [await member(side), await member(side)];
    const { payment } = await anna.call("startPayment", { package: "c25", method: "card" });
    expect((await bea.refused("payment", { id: payment.id })).code).toBe("not_found");
    expect((await bea.refused("refundPayment", { payment: payment.id, amount: payment.amount })).code).toBe("not_found");
  });
});
