import { expect, test } from "vitest";
import { configuredProvider } from "./configured.ts";

const VEROTEL = JSON.stringify({ shopId: "68849", secret: "zpXwe2D77g4P7ysGJcr3" });
const CCBILL = JSON.stringify({
  account: "900100",
  subaccount: "0000",
  flexId: "687fa3e0-e60d-4466-88e2-181fa56dd6a9",
  salt: "7d901dad245fd0ff6bc20d06",
  user: "datalink",
  password: "test only",
});

const of = (env: object, domain = "gipfel-at") =>
  ["verotel", "ccbill", "sandbox", "toString"].flatMap((id) => {
    const deps = { fetch: async () => new Response(), paymentOf: async () => null };
    return configuredProvider(env, domain, id, deps)?.id ?? [];
  });

test("a domain has the providers whose credentials are bound to it, and no other domain's", () => {
  expect(of({})).toEqual([]);
  expect(of({ PAYMENT_VEROTEL_GIPFEL_AT: VEROTEL, PAYMENT_CCBILL_GIPFEL_AT: CCBILL })).toEqual(["verotel", "ccbill"]);
  expect(of({ PAYMENT_CCBILL_GIPFEL_AT: CCBILL })).toEqual(["ccbill"]);
  expect(of({ PAYMENT_VEROTEL_GIPFEL: VEROTEL })).toEqual([]);
});

test.each(["", "secret", '{"shopId":"68849"}', '{"shopId":"68849","secret":"short"}', "null"])(
  "a binding of %j stops the shop, without telling it",
  (bound) => {
    const made = () => of({ PAYMENT_VEROTEL_GIPFEL_AT: bound });
    expect(made).toThrow(/^PAYMENT_VEROTEL_GIPFEL_AT is not what docs\/operating\/payments.md asks for$/);
  },
);
