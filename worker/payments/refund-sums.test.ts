import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { DAY } from "#worker/lib/durations.ts";
import type { AppError } from "#worker/lib/errors.ts";
import { servicesOf } from "#worker/wiring/index.ts";

const { refundProposals } = servicesOf(env);

test("one person gives back alone at most ten times the sum of one refund a day, also all at once", async () => {
  const now = Date.now();
  const [sol, olga] = [staffContext("support", now), staffContext("support", now)];
  const orders: string[] = [];
  // Of 15 euros; the site's sum of one is 20.
  for (let n = 0; n < 20; n++)
    orders.push(await addOrder({ by: await addMember({ credits: 0 }), status: "completed", amount: 1500 }));
  const given = (order: string, ctx = sol) =>
    refundProposals.proposeRefund(ctx, { payment: order, share: "unused", reason: "fault" }).then(
      ({ by_two }) => (by_two ? "waits" : "done"),
      ({ code }: AppError) => code,
    );
  const codes = await Promise.all(orders.slice(0, 18).map((order) => given(order)));
  expect(codes.filter((code) => code === "done")).toHaveLength(13);
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(5);
  const [last = "", other = ""] = orders.slice(18);
  expect([await given(last), await given(last, olga)], "another person").toEqual(["too_many_requests", "done"]);
  expect(await given(other, { ...sol, now: now + DAY }), "the next day").toBe("done");
});
