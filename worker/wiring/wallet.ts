import { createDiscountsStore } from "#worker/discounts/discounts.store.ts";
import { createDiscounts } from "#worker/discounts/discounts.ts";
import { createSettlement } from "#worker/payments/completion.ts";
import { createPaymentsStore } from "#worker/payments/payments.store.ts";
import { createPayments } from "#worker/payments/payments.ts";
import { createProviders } from "#worker/payments/providers/index.ts";
import { createWalletStore } from "#worker/wallet/wallet.store.ts";
import { createWallet } from "#worker/wallet/wallet.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

export function createWalletServices(platform: Platform, { mails }: MailServices) {
  const { env, db, cursors, live, keyedHash, domainsStore, originOf } = platform;
  const discounts = createDiscounts({ store: createDiscountsStore(db), keyedHash });
  const store = createPaymentsStore(db);
  const providerOf = createProviders(env);
  const settlement = createSettlement({ store, live, mails, providerOf, domainOf: domainsStore.findById, originOf });
  return {
    discounts,
    wallet: createWallet({ store: createWalletStore(db), cursors, activeDiscount: discounts.active }),
    settlement,
    payments: createPayments({
      store,
      providerOf,
      orderFacts: discounts.orderFacts,
      settle: settlement.settle,
      refund: settlement.refund,
    }),
  };
}
