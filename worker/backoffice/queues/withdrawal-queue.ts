import type { z } from "zod";
import { WITHDRAWAL_REFUSALS, type WithdrawalRefusal } from "#db/schema/attributes.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import type { GiveBack } from "#worker/billing/payments/give-back.ts";
import { openPart, settleOrders } from "#worker/billing/withdrawals/orders.ts";
import type { WithdrawalRow, WithdrawalsStore } from "#worker/billing/withdrawals/withdrawals.store.ts";
import { LISTED_DAYS } from "#worker/billing/withdrawals/withdrawals.vocabulary.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract, StatementShown } from "./withdrawal-queue.contract.ts";
import type { StatementRow, WithdrawalQueueStore } from "./withdrawal-queue.store.ts";

const LATEST = 30;

interface Deps {
  store: WithdrawalQueueStore;
  withdrawals: WithdrawalsStore;
  giveBack: GiveBack;
  mails: Pick<Mails, "withdrawalRefused" | "dispatch">;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

/** Statements of withdrawal that did not settle themselves: staff pay back, or refuse with a reason. */
export function createWithdrawalQueue({ store, withdrawals, giveBack, mails, domainOf, originOf }: Deps) {
  const queue: Queue = {
    async decisionsFor({ objectId }) {
      const row = await withdrawals.find(objectId);
      const payable = row && openPart(row.orders).length > 0;
      return { ...(payable && { pay: [] }), refuse: WITHDRAWAL_REFUSALS };
    },

    async effect({ objectId, decision, reason }, now) {
      const row = await withdrawals.find(objectId);
      if (row?.status !== "waiting") return;
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
    const found = await withdrawals.orders(row.accountId ?? "", row.domainId, row.createdAt - LISTED_DAYS * DAY);
    const chosen = openPart(row.orders);
    const { orders } = await settleOrders(giveBack, found, { orders: row.orders, chosen, stated: row.createdAt, now });
    if (orders.some(({ outcome }) => outcome === "paid"))
      return void (await withdrawals.change(row.id, { orders, status: "settled", closedAt: now }, null));
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
