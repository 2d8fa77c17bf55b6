import { createDebitAdmission } from "#worker/directdebit/debit-limit.ts";
import { createDirectDebitStore } from "#worker/directdebit/directdebit.store.ts";
import { createDirectDebit } from "#worker/directdebit/directdebit.ts";
import { createIbanEncryption } from "#worker/directdebit/iban-encryption.ts";
import { debitOffer } from "#worker/directdebit/offer.ts";
import { smsOf } from "#worker/directdebit/sms.ts";
import { createSmsLimit } from "#worker/directdebit/sms-limit.ts";
import { createDiscountsStore } from "#worker/discounts/discounts.store.ts";
import { createDiscounts } from "#worker/discounts/discounts.ts";
import { createExclusionsStore } from "#worker/exclusions/exclusions.store.ts";
import { createSettlement } from "#worker/payments/completion.ts";
import { createPaymentsStore } from "#worker/payments/payments.store.ts";
import { createPayments } from "#worker/payments/payments.ts";
import { createProviders } from "#worker/payments/providers/index.ts";
import { createSignalsStore } from "#worker/signals/signals.store.ts";
import { createWalletStore } from "#worker/wallet/wallet.store.ts";
import { createWallet } from "#worker/wallet/wallet.ts";
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
  const payments = createPayments({
    store,
    providerOf,
    begunWith,
    orderFacts: discounts.orderFacts,
    settle: settlement.settle,
    refund: settlement.refund,
    ask: settlement.ask,
    limits,
    after,
    admitDebit: createDebitAdmission(debits),
  });
  return {
    discounts,
    wallet: createWallet({ store: createWalletStore(db), cursors, offered: discounts.offered }),
    settlement,
    payments,
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
