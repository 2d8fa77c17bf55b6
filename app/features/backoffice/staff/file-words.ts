import type { LedgerKind, PAYMENT_STATUSES } from "#db/schema/attributes.ts";

export const FILE_WORDS = {
  ledger: {
    signup: "Welcome credits",
    message: "Message",
    adjustment: "Booked by hand",
    purchase: "Credits bought",
    gift: "Gift",
    photos: "Photos opened",
    icebreaker: "Icebreaker",
    refund: "Credits given back",
    chargeback: "Payment returned by the bank",
    debt: "Earlier debt settled",
    reversal: "Credits returned",
    brought: "Credits brought from another system",
    goodwill: "Credits from staff",
    call: "Call",
  } satisfies Record<LedgerKind, string>,
  payments: {
    created: "begun",
    pending: "money on its way",
    completed: "paid",
    failed: "failed",
    cancelled: "given up",
    expired: "expired",
    refunded: "paid back",
    chargeback: "returned by the bank",
  } satisfies Record<(typeof PAYMENT_STATUSES)[number], string>,
} as const;

const NAMES: Readonly<Record<string, string>> = {
  directdebit: "Direct debit",
  ideal: "iDEAL",
  paypal: "PayPal",
  fraud_returned: "Credits back after fraud",
  new_in_search: "New members for a search",
  refund_refused: "Refund not made",
};

/** Words of a code whose list grows with the product, such as a mail's. */
export function nameOf(code: string): string {
  const words = code.replaceAll("_", " ");
  return NAMES[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
