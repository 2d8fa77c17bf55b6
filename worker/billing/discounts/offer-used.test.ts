import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { accounts } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { addOrder } from "#tests/setup/orders.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { findMember } from "#worker/people/identity/member.sql.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { bestDiscount } from "./codes.ts";

const { discounts } = servicesOf(env);

test.each([
  ["open, not begun", "created", true],
  ["pending", "pending", false],
  ["completed", "completed", false],
  ["refunded", "refunded", false],
  ["charged back", "chargeback", false],
  ["failed", "failed", true],
])("the welcome code is shown exactly where checkout takes it: an order that is %s", async (_, status, shown) => {
  const anna = await addMember();
  await env.DB.prepare("UPDATE accounts SET created_at = ?1, activated_at = ?1, time_bonus = 0 WHERE id = ?2")
    .bind(NOON - DAY, anna)
    .run();
  const id = await addOrder({ by: anna, code: "WELCOME25", scope: "liaison" });
  const steps = ["refunded", "chargeback"].includes(status) ? ["completed", status] : [status];
  for (const step of steps) await env.DB.prepare("UPDATE payments SET status = ? WHERE id = ?").bind(step, id).run();
  // The purchase is taken back, so that the member counts as one without a purchase.
  await env.DB.prepare("UPDATE accounts SET paid_user = 0 WHERE id = ?").bind(anna).run();
  const viewer = (await findMember(connect(env.DB), eq(accounts.id, anna))) as unknown as Viewer;
  const ctx = (await contextOf({ preview: ["payments"], viewer })) as MemberContext;
  const taken = bestDiscount(
    ctx,
    null,
    { currency: "EUR", amount: 2499, method: "card" },
    await discounts.orderFacts(ctx, { code: null, currency: "EUR", supersedes: true }),
  );
  expect([discounts.offered(ctx)[0]?.code ?? null, taken?.code ?? null]).toEqual(
    shown ? ["WELCOME25", "WELCOME25"] : [null, null],
  );
});
