import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { audit } from "#db/audit.ts";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { createPaymentsStore } from "#worker/billing/payments/payments.store.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const store = createPaymentsStore(connect(env.DB));
const { refundProposals } = servicesOf(env);
const now = Date.now();
let member: string;
let payment: string;

const propose = () =>
  refundProposals
    .proposeRefund(staffContext("support", now), { payment, share: "whole", reason: "fault" })
    .then(() => "proposed")
    .catch(({ code }: AppError) => code);
async function latest() {
  const all = (await refundProposals.refundProposals(staffContext("support", now))).latest;
  return all.filter((one) => one.payment === payment).map(({ status, amount, left }) => ({ status, amount, left }));
}
async function giveBack(amount: number, credits: number) {
  const id = newId();
  const row = { id, paymentId: payment, accountId: member, amount, credits, createdAt: now, updatedAt: now };
  await store.requestRefund({ ...row, status: "requested" });
  return id;
}

beforeEach(async () => {
  member = await addMember({ credits: 0 });
  payment = await addOrder({ by: member, status: "completed" });
  expect(await propose()).toBe("proposed");
});

test("a proposal that a part closed says what is left, which can be proposed once the part is paid back", async () => {
  const part = await giveBack(300, 18);
  expect(await latest()).toEqual([{ status: "superseded", amount: 1000, left: 700 }]);
  expect(await propose(), "the part is on its way").toBe("conflict");
  await store.settleRefund(part, "done", null, now + 1);
  expect(await propose()).toBe("proposed");
  expect(await latest()).toContainEqual({ status: "proposed", amount: 700, left: 700 });
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("after a refund that could not be made the whole can be proposed again", async () => {
  const whole = await giveBack(1000, 60);
  expect(await latest()).toEqual([{ status: "superseded", amount: 1000, left: 0 }]);
  await store.settleRefund(whole, "failed", null, now + 1);
  expect(await latest()).toEqual([{ status: "superseded", amount: 1000, left: 1000 }]);
  expect(await propose()).toBe("proposed");
  expect((await audit(env.DB)).findings).toEqual([]);
});

test("of a payment that was taken back nothing is left", async () => {
  await env.DB.prepare("UPDATE payments SET status = 'chargeback', updated_at = ? WHERE id = ?").bind(now, payment).run();
  expect(await latest()).toEqual([{ status: "superseded", amount: 1000, left: 0 }]);
  expect(await propose()).toBe("not_refundable");
});
