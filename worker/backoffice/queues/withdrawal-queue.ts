import type { z } from "zod";
import { WITHDRAWAL_REFUSALS, type WithdrawalRefusal } from "#db/schema/attributes.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import type { GiveBack } from "#worker/billing/payments/give-back.ts";
import type { Matching } from "#worker/billing/withdrawals/matching.ts";
import { endMet, openPart, settleOrders } from "#worker/billing/withdrawals/orders.ts";
import type { WithdrawalRow, WithdrawalsStore } from "#worker/billing/withdrawals/withdrawals.store.ts";
import { WITHDRAWAL_CONTRACT } from "#worker/billing/withdrawals/withdrawals.vocabulary.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract, StatementShown } from "./withdrawal-queue.contract.ts";
import type { StatementRow, WithdrawalQueueStore } from "./withdrawal-queue.store.ts";

const LATEST = 30;
/** Staff found the purchase, and give its order number. */
const PAY_ORDER = "pay_order";

interface Deps {
  store: WithdrawalQueueStore;
  withdrawals: WithdrawalsStore;
  matching: Pick<Matching, "again" | "named">;
  giveBack: GiveBack;
  mails: Pick<Mails, "withdrawalRefused" | "dispatch">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

/** Statements of withdrawal that did not settle themselves: staff pay back, or refuse with a reason. */
export function createWithdrawalQueue({ store, withdrawals, matching, giveBack, mails, domainOf, originOf }: Deps) {
  const queue: Queue = {
    async decisionsFor({ objectId }) {
      const row = await withdrawals.find(objectId);
      const payable = row && openPart(row.orders).length > 0;
      const nameable = row && row.orders.length === 0 && !row.own;
      return { ...(payable && { pay: [] }), ...(nameable && { [PAY_ORDER]: [] }), refuse: WITHDRAWAL_REFUSALS };
    },

    wordsFor: (decision) => (decision === PAY_ORDER ? WITHDRAWAL_CONTRACT : null),

    /** The purchase that staff name. */
    async admit({ objectId }, decision, words) {
      if (decision !== PAY_ORDER) return;
      const row = await withdrawals.find(objectId);
      const found = row && (await matching.named(row, words));
      if (!found) throw invalid({ field: "words", code: "invalid_format" });
      if (openPart(found.orders).length === 0) throw new AppError("not_refundable");
    },

    async taken(items, now) {
      for (const { objectId } of items) {
        const row = await withdrawals.find(objectId);
        if (row && row.accountId === null && !row.own) await matching.again(row, now);
        // Given back in another way meanwhile.
        else if (row) await endMet(withdrawals, [row], now);
      }
    },

    async effect({ objectId, decision, reason, words }, now) {
      const row = await withdrawals.find(objectId);
      if (row?.status !== "waiting") return;
      if (decision === PAY_ORDER) {
        const found = row.orders.length > 0 ? null : await matching.named(row, words ?? "");
        const named = found ? { accountId: found.consumer.id, orders: found.orders } : {};
        return pay({ ...row, ...named }, now);
      }
      if (decision === "pay") return pay(row, now);
      const refusal = WITHDRAWAL_REFUSALS.find((one) => one === reason);
      if (refusal) await refuse(row, refusal, now);
    },
  };

  return {
    queue,

    async withdrawalCases({
      viewer,
      now,
    }: StaffMemberContext): Promise<z.output<(typeof contract)["withdrawalCases"]["output"]>> {
      const { inHand, latest } = await store.shown(viewer.id, now, LATEST);
      const cases = inHand.map(async ({ item, face, ...row }) => ({ item, face, statement: await shown(row) }));
      return { cases: await Promise.all(cases), latest: await Promise.all(latest.map(shown)) };
    },
  };

  /** Idempotent: a paid purchase is not open any more. */
  async function pay(row: WithdrawalRow, now: number): Promise<void> {
    const { accountId } = row;
    const found = await withdrawals.orders(accountId ?? "", row.domainId, row.createdAt);
    const chosen = openPart(row.orders);
    const { orders } = await settleOrders(giveBack, found, { orders: row.orders, chosen, stated: row.createdAt, now });
    if (orders.some(({ outcome }) => outcome === "paid"))
      return void (await withdrawals.change(row.id, { accountId, orders, status: "settled", closedAt: now }, null));
    await refuse({ ...row, orders }, "used", now);
  }

  /** The account's own address hears why; nobody else does, so that the mail tells no stranger of an account. */
  async function refuse(row: WithdrawalRow, refusal: WithdrawalRefusal, now: number): Promise<void> {
    const [domain, consumer] = [await domainOf(row.domainId), row.accountId && (await withdrawals.consumerOf(row.accountId))];
    const ctx = domain && { domain, country: row.country, origin: originOf(domain), now };
    const mail = ctx && consumer ? await mails.withdrawalRefused(ctx, { ...consumer, reference: row.reference, refusal }) : null;
    const changed = await withdrawals.change(row.id, { orders: row.orders, status: "refused", refusal, closedAt: now }, mail);
    if (changed && mail) await mails.dispatch(mail.id);
  }

  async function shown({ domainId, accountId, createdAt, ...row }: StatementRow): Promise<StatementShown> {
    const site = (await domainOf(domainId))?.settings.name ?? domainId;
    return { ...row, site, member: accountId, created_at: new Date(createdAt).toISOString() };
  }
}
