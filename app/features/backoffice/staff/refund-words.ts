const CLOSED =
  "The proposal has closed by itself: another refund of this payment was asked for, or the payment was taken back. The latest proposals say what is left of it.";

export const REFUND_WORDS = {
  refusals: {
    proposeRefund: {
      not_found: "There is no payment with this number.",
      conflict: "A refund of this payment is proposed or on its way: see the latest proposals under Refunds.",
      too_many_requests:
        "This is more than one person may: 20 refunds an hour and 60 a day, and alone ten times your site's sum of one refund in 24 hours. Somebody else can propose it now.",
      not_refundable: "Nothing of this payment can be given back: it is paid back, not paid, or spent.",
    },
    decideWork: { not_refundable: CLOSED },
    undoWork: { not_refundable: CLOSED },
  },
  label: (amount: string, name: string) => `Refund of ${amount} to ${name}`,
  nobody: "an erased member",
  paid: "Paid",
  number: "Payment",
  takes: "Takes unspent credits",
  by: "Proposed by",
  at: "Proposed",
  approve: "Approve",
  approved: "Approved",
  leaving: "Approved: the provider is asked now, and may refuse.",
  refuse: "Refuse",
  refused: "Refused",
  whyNot: { not_due: "Nothing is due", wrong_sum: "The wrong sum", suspicious: "Suspicious" },
  shares: { unused: "The unspent credits' share", whole: "All that was paid" },
  reasons: {
    withdrawal: "Withdrawal from the purchase",
    fault: "Something did not work",
    goodwill: "Goodwill",
    unauthorised: "Paid by somebody else",
  },
  propose: "Propose a refund",
  proposeOf: (payment: string) => `Propose a refund of ${payment}`,
  waits: (payment: string) => `A refund of ${payment} is proposed or on its way.`,
  payment: "Number of the payment",
  share: "How much",
  reason: "Reason",
  hint: "Up to your site's sum it takes effect after ten seconds; above it another person approves. Ten times that sum is the most that you give back alone in 24 hours. The member is told by mail when the money leaves, and why if it is refused. With all that was paid, credits that were spent become a debt.",
  submit: "Propose",
  latest: "Latest proposals",
  none: "No refund has been proposed.",
  second: "waits for a second person",
  soon: "about to take effect",
  states: {
    proposed: "proposed",
    approved: "approved",
    refused: "refused",
    failed: "not possible any more",
    superseded: "closed: all of the payment is paid or taken back, or about to be",
  },
  rest: (left: string) =>
    `closed: another refund of the payment was asked for. ${left} is not paid back, and can be proposed anew once that refund is settled`,
  money: {
    requested: "approved, with the provider",
    done: "approved and paid back",
    failed: "approved, refused by the provider",
  },
  heads: ["Time", "Member", "Amount", "Share", "Reason", "Proposed by", "State", "Decided by"],
} as const;
