import { createExclusionsStore } from "#worker/accounts/exclusions/exclusions.store.ts";
import { createDebitAdmission } from "#worker/billing/directdebit/debit-limit.ts";
import { createDirectDebitStore } from "#worker/billing/directdebit/directdebit.store.ts";
import { createDirectDebit } from "#worker/billing/directdebit/directdebit.ts";
import { createIbanEncryption } from "#worker/billing/directdebit/iban-encryption.ts";
import { debitOffer } from "#worker/billing/directdebit/offer.ts";
import { smsOf } from "#worker/billing/directdebit/sms.ts";
import { createSmsLimit } from "#worker/billing/directdebit/sms-limit.ts";
import { createDiscountsStore } from "#worker/billing/discounts/discounts.store.ts";
import { createDiscounts } from "#worker/billing/discounts/discounts.ts";
import { createSettlement } from "#worker/billing/payments/completion.ts";
import { createGiveBack } from "#worker/billing/payments/give-back.ts";
import { createNoticesStore } from "#worker/billing/payments/notices.store.ts";
import { createPaymentsStore } from "#worker/billing/payments/payments.store.ts";
import { createPayments } from "#worker/billing/payments/payments.ts";
import { createProviders } from "#worker/billing/payments/providers/index.ts";
import { createWalletStore } from "#worker/billing/wallet/wallet.store.ts";
import { createWallet } from "#worker/billing/wallet/wallet.ts";
import { createMatching } from "#worker/billing/withdrawals/matching.ts";
import { createWithdrawalsStore } from "#worker/billing/withdrawals/withdrawals.store.ts";
import { createWithdrawals } from "#worker/billing/withdrawals/withdrawals.ts";
import { createSignalsStore } from "#worker/discovery/signals/signals.store.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

export function createWalletServices(platform: Platform, { mails }: MailServices) {
  const { env, db, cursors, live, limits, keyedHash, domainsStore, originOf, after } = platform;
  const discounts = createDiscounts({ store: createDiscountsStore(db), keyedHash });
  const store = createPaymentsStore(db);
  const debits = createDirectDebitStore(db);
  const { providerOf, begunWith } = createProviders(env, store.byReference);
  const settlement = createSettlement({
    store,
    live,
    mails,
    begunWith,
    domainOf: domainsStore.findById,
    originOf,
    keyedHash,
    debitReturned: debits.block,
  });
  const giveBack = createGiveBack({ store, begunWith, refund: settlement.refund });
  const payments = createPayments({
    store,
    providerOf,
    begunWith,
    orderFacts: discounts.orderFacts,
    settle: settlement.settle,
    giveBack,
    ask: settlement.ask,
    limits,
    after,
    admitDebit: createDebitAdmission(debits),
  });
  const withdrawalsStore = createWithdrawalsStore(db);
  const withdrawalMatching = createMatching({
    ...{ store: withdrawalsStore, mails, limits },
    ...{ domainOf: domainsStore.findById, originOf },
  });
  return {
    discounts,
    wallet: createWallet({ store: createWalletStore(db), cursors, offered: discounts.offered }),
    settlement,
    paymentNotices: createNoticesStore(db),
    giveBack,
    payments,
    withdrawalMatching,
    withdrawals: createWithdrawals({
      ...{ store: withdrawalsStore, match: withdrawalMatching.match },
      ...{ giveBack, mails, limits, after },
    }),
    directdebit: createDirectDebit({
      store: debits,
      encryption: createIbanEncryption(env.PASSWORD_PEPPER),
      sms: smsOf(env),
      mails,
      keyedHash,
      ibanExcludedUntil: (pool, hash, now) => createExclusionsStore(db).until(pool, [hash], "purchases", now),
      noteBannedPrint: (memberId, now) => createSignalsStore(db).note(memberId, "prints", now),
      offerOf: debitOffer,
      smsLimit: createSmsLimit(limits),
      admitOrder: (ctx, order) =>
        payments.admitOrder(ctx, {
          package: order.package,
          method: "directdebit",
          discountcode: order.discountcode ?? undefined,
        }),
      async startOrder(ctx, order) {
        const input = {
          package: order.package,
          method: "directdebit" as const,
          discountcode: order.discountcode ?? undefined,
          expected: order.expected,
        };
        const { payment, redirect } = await payments.startOrder(ctx, input, order.ibanPrint);
        return { payment: payment.id, amount: payment.amount, redirect };
      },
    }),
  };
}
