import { createDiscountsStore } from "#worker/discounts/discounts.store.ts";
import { createDiscounts } from "#worker/discounts/discounts.ts";
import { createWalletStore } from "#worker/wallet/wallet.store.ts";
import { createWallet } from "#worker/wallet/wallet.ts";
import type { Platform } from "./platform.ts";

export function createWalletServices({ db, cursors, keyedHash }: Platform) {
  const discounts = createDiscounts({ store: createDiscountsStore(db), keyedHash });
  return { discounts, wallet: createWallet({ store: createWalletStore(db), cursors, activeDiscount: discounts.active }) };
}
