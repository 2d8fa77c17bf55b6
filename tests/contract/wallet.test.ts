import { describe, expect, it } from "vitest";
import { LOCAL, member, Person } from "./person.ts";

describe.each(LOCAL)("prices and the ledger: %s", (side) => {
  it("a visitor sees the prices of the country", async () => {
    const visitor = new Person(side);
    const british = await visitor.call("packages", {}, { "cf-ipcountry": "GB" });
    expect(british).toMatchObject({ currency: "GBP", payment_methods: ["card", "paypal"], discount: null });
    expect(british.packages.length).toBeGreaterThan(2);
    expect(british.packages.every(({ total, amount }) => total === amount)).toBe(true);
    expect((await visitor.call("packages", {}, { "cf-ipcountry": "PL" })).currency).toBe("PLN");
  });

  it("a new member's prices include the time bonus, and its code is valid", async () => {
    const anna = await member(side);
    const { packages, discount } = await anna.call("packages", {});
    expect(discount).toMatchObject({ code: "TIMEBONUS25", value_percentage: "25.0", status: "active", expired: false });
    expect(packages[0]).toMatchObject({ amount: 1249, reduction: 313, total: 936 });
    expect(await anna.call("discountcode", { discountcode: "timebonus25" })).toEqual(discount);
    expect((await anna.refused("discountcode", { welcome: "true" })).code).toBe("code_not_found");
  });

  it("a query may hold tracking parameters, and an unknown discount code is refused", async () => {
    const anna = await member(side);
    const passed = await anna.request("GET", "/api/discountcode.php?discountcode=TIMEBONUS25&network=x&sub1=y");
    expect(passed.status).toBe(200);
    const refusal = await anna.refused("discountcode", { discountcode: "FREE100" });
    expect(refusal).toMatchObject({ code: "code_not_found", message: "Code not found" });
    expect((await anna.refused("discountcode", {})).code).toBe("code_not_found");
    expect((await anna.call("discountcode", { code: "timebonus25" })).code).toBe("TIMEBONUS25");
  });

  it("the ledger shows the member's own entries only", async () => {
    const [anna, bea] = [await member(side), await member(side)];
    const { transactions, cursor } = await anna.call("transactions", {});
    expect(transactions).toMatchObject([{ kind: "signup", amount: 10, balance: 10, profile: null }]);
    expect(cursor).toBeNull();
    const [first] = transactions;
    expect((await anna.call("transactions", { id: first?.id })).transactions).toEqual([first]);
    expect((await bea.refused("transactions", { id: first?.id })).code).toBe("not_found");
  });
});

it("an order page shows no price where payments are off, although the upstream sells", async () => {
  const anna = await member("proxy");
  expect((await anna.call("packages", {})).planned).toBeNull();
  for (const path of ["/credits/c60", "/credits/c60/card"]) {
    const page = await anna.request("GET", path, undefined, { host: `unsold.localhost:${anna.port}` });
    expect(page.status, path).toBe(200);
    expect(page.text, path).toContain("Buying credits is not possible on this site yet");
    expect(page.text, path).not.toContain("€");
  }
});
