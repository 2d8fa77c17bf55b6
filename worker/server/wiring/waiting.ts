import { orderRefusal } from "#worker/billing/payments/order-refusal.ts";
import { createWaitingStore } from "#worker/messaging/waiting/waiting.store.ts";
import { createWaiting } from "#worker/messaging/waiting/waiting.ts";
import type { createChatServices } from "./chat.ts";
import type { createMemberServices } from "./members.ts";
import type { Platform } from "./platform.ts";
import type { createWalletServices } from "./wallet.ts";

export function createWaitingServices(
  { db }: Platform,
  { chat, drafts, gifts }: ReturnType<typeof createChatServices>,
  { unlock }: ReturnType<typeof createMemberServices>,
  { payments, discounts }: ReturnType<typeof createWalletServices>,
) {
  return createWaiting({
    store: createWaitingStore(db),
    startPayment: payments.startPayment,
    target: chat.target,
    saveDraft: drafts.saveDraft,
    sendMessage: chat.sendMessage,
    sendGift: gifts.sendGift,
    arePhotosOpen: unlock.arePhotosOpen,
    unlockPhotos: unlock.unlockPhotos,
    // The sum itself was asked about when the payment completed.
    orderRefusal: async (ctx, currency) =>
      orderRefusal(ctx, { amount: 0, currency }, await discounts.orderFacts(ctx, { code: null, currency, supersedes: false })),
  });
}
