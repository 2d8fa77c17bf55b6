import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { type AddedCode, createCodesStore } from "./codes.store.ts";

const codes = createCodesStore(connect(env.DB));
const FREE = { country: null, accountId: null, expiresAt: null, currency: null, minimumOrder: null, methods: null };
const added = (code: string, more: Partial<AddedCode> = {}): AddedCode => ({
  ...{ domainId: "liaison", code, percentage: 200, validity: "once-per-user", createdAt: NOON },
  ...FREE,
  ...more,
});

test("a code is added once, listed with its orders, and ended for good", async () => {
  const anna = await addMember();
  expect(await codes.add(added("AUTUMN"))).toBe(true);
  expect(await codes.add(added("AUTUMN", { percentage: 500 }))).toBe(false);
  expect(await codes.add(added("AUTUMN", { domainId: "velvet" }))).toBe(true);
  expect(await codes.add(added("CARD", { methods: ["card"], currency: "EUR", minimumOrder: 2499, createdAt: NOON - 1 }))).toBe(
    true,
  );
  await addOrder({ by: anna, code: "AUTUMN", status: "completed" });
  await addOrder({ by: await addMember(), code: "AUTUMN" });
  const autumn = { code: "AUTUMN", percentage: 200, status: "active", reserved: 1, used: 1 };
  expect(await codes.list("liaison")).toMatchObject([autumn, { code: "CARD", methods: ["card"], minimumOrder: 2499, used: 0 }]);
  expect(await codes.end("liaison", "AUTUMN")).toBe(true);
  expect(await codes.end("liaison", "AUTUMN")).toBe(false);
  expect(await codes.end("liaison", "WINTER")).toBe(false);
  expect((await codes.list("liaison"))[0]).toMatchObject({ ...autumn, status: "inactive" });
  expect((await codes.list("velvet"))[0], "of another domain").toMatchObject({ status: "active" });
  expect(await codes.add(added("AUTUMN")), "an ended code does not come back").toBe(false);
});
