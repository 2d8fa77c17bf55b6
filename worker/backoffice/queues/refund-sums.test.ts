import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { audit } from "#db/audit.ts";
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

test("a sum of staff's own takes unspent credits in proportion, never more than is left, and the books stay right", async () => {
  await env.DB.exec("DELETE FROM work_items");
  const sol = staffContext("support", Date.now());
  const member = await addMember({ credits: 0 });
  // 60 credits for 10 euros.
  const payment = await addOrder({ by: member, status: "completed" });
  const propose = (sum: string | undefined, now = sol.now) =>
    refundProposals.proposeRefund({ ...sol, now }, { payment, share: "sum", sum, reason: "goodwill" }).then(
      ({ by_two }) => String(by_two),
      ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
    );
  for (const [sum, outcome] of [
    [undefined, "sum required"],
    ["", "sum required"],
    ["0", "sum out_of_range"],
    ["10.01", "sum out_of_range"],
    ["1.234", "sum out_of_range"],
    ["-1", "sum out_of_range"],
    ["ten", "sum out_of_range"],
  ] as const)
    expect([sum, await propose(sum)]).toEqual([sum, outcome]);
  expect(await propose("2,51")).toBe("false");
  await work.sweep(sol.now + UNDO);
  const given = () => env.DB.prepare("SELECT amount, credits, status FROM refunds WHERE payment_id = ?").bind(payment).all();
  expect((await given()).results).toMatchObject([{ amount: 251, credits: 15 }]);
  const taken = "SELECT amount FROM ledger WHERE account_id = ? AND kind = 'refund'";
  expect(await env.DB.prepare(taken).bind(member).first("amount")).toBe(-15);
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("where a site sets it, one person gives back any sum, and the audit log and the work say so", async () => {
  await env.DB.exec("DELETE FROM work_items");
  const set = (text: string) =>
    env.DB.exec(`UPDATE domains SET settings = ${text}, updated_at = updated_at + 1 WHERE id = 'liaison'`);
  await set("json_set(settings, '$.settings.one_person', json('true'))");
  try {
    const sol = staffContext("support", Date.now());
    const payment = await addOrder({ by: await addMember({ credits: 0 }), status: "completed", amount: 50_000 });
    expect(await refundProposals.proposeRefund(sol, { payment, share: "unused", reason: "fault" })).toMatchObject({
      by_two: false,
    });
    await work.sweep(sol.now + UNDO);
    expect(await env.DB.prepare("SELECT amount FROM refunds WHERE payment_id = ?").bind(payment).first("amount")).toBe(50_000);
    const { results } = await env.DB.prepare("SELECT action FROM staff_audit WHERE staff_id = ? ORDER BY id")
      .bind(sol.viewer.id)
      .all();
    expect(results.map(({ action }) => action)).toEqual(["propose refund, unused", "approve refund, alone"]);
    expect(await env.DB.prepare("SELECT not_by FROM work_items WHERE kind = 'refund'").first("not_by")).toBe(sol.viewer.id);
  } finally {
    await set("json_remove(settings, '$.settings.one_person')");
  }
});
