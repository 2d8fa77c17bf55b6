import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { refundProposals, work } = servicesOf(env);

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
  await work.sweep(now + UNDO);
  expect(await given(other, { ...sol, now: now + UNDO + DAY }), "a day after they were given back").toBe("done");
});

test("undone refunds are not saved up: one counts until it ends, and for a day after its approval", async () => {
  await env.DB.exec("DELETE FROM work_items");
  const sol = staffContext("support", Date.now());
  const orders: string[] = [];
  for (let n = 0; n < 11; n++)
    orders.push(await addOrder({ by: await addMember({ credits: 0 }), status: "completed", amount: 2000 }));
  const [next = "", ...hoard] = orders;
  const give = (order: string, ctx = sol) =>
    refundProposals.proposeRefund(ctx, { payment: order, share: "unused", reason: "fault" });
  const code = (now: number) => give(next, { ...sol, now }).then(String, ({ code }: AppError) => code);
  for (const order of hoard) {
    const { item, by_two } = await give(order);
    expect(by_two).toBe(false);
    await work.undoWork(sol, { id: item });
  }
  const later = { ...sol, now: sol.now + DAY + HOUR };
  expect(await code(later.now), "a day later, while ten are open").toBe("too_many_requests");
  await work.takeWork(later, { kind: "refund" });
  const { items } = await work.workMine(later, { kind: "refund" });
  expect(items).toHaveLength(10);
  for (const { id } of items) await work.decideWork(later, { id, decision: "approve" });
  await work.sweep(later.now + UNDO);
  const refunds = `SELECT sum(amount) AS sum FROM refunds WHERE payment_id IN (${hoard.map(() => "?").join()})`;
  expect(
    await env.DB.prepare(refunds)
      .bind(...hoard)
      .first("sum"),
  ).toBe(20_000);
  expect(await code(later.now + HOUR), "ten were given back within the day").toBe("too_many_requests");
  expect(await code(later.now + UNDO + DAY)).not.toBe("too_many_requests");
});
