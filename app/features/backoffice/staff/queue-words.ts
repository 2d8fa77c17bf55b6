/** Texts of the queues and of the search from any page, in English only: docs/decisions/0054. */
export const QUEUE = {
  name: "Queue",
  waits: "Waiting",
  next: "Next due",
  mineHead: "Taken by you",
  overdue: "Overdue",
  soon: "Due within two hours",
  notMine: "Not for you now",
  take: (most: number) => `Take the next ${most}`,
  empty: "Nothing waits.",
  notForYou: "Nothing waits for you.",
  due: "Due",
  site: "Site",
  reference: "Reference",
  strikes: "Strikes within a year",
  file: "Member's file",
  banned: "Banned already",
  held: "Taken by others",
  holders: ["Who", "Items", "Until", "Free them"],
  release: "Release",
} as const;

/** Handed to the browser: plain texts. */
export const CLOCK = {
  waiting: "# waiting.",
  overdue: "# overdue.",
  soon: "# due within two hours.",
  barred: "# only for another person: you, or who made or reset your account, began it, or it is older than your account.",
  others: "# taken by others.",
} as const;

export const TIME_LEFT = {
  left: { minutes: "in # min", hours: "in # h", days: "in # d" },
  late: { minutes: "# min late", hours: "# h late", days: "# d late" },
} as const;

export const DECIDING = {
  undo: "Undo",
  undoKey: "u",
  outcome: "See what became of it",
  undone: "taken back",
  failed: "not done. It was decided elsewhere, or your lease has ended: load the page again.",
  offline:
    "not sent: there is no connection. Nothing is lost, and what you wrote is kept. Decide again when the connection is back.",
  follows: "Follows the decision about the same member",
  refusals: {
    authentication_required:
      "not done, your session has ended. Log in on another tab and decide again: what you typed stays here.",
    not_refundable:
      "closed by itself: another refund of the payment was asked for, or it was taken back. Load the page again to see what is left.",
  },
  waiting: "# to decide",
  allDone: "All of these are decided.",
  list: "In your hands",
  takeHint: "Take some to begin. What you take is yours for some minutes: nobody else decides it meanwhile.",
  takeKey: "n",
  giveBack: "Give back what is undecided",
  legend: [
    ["j k", "next, previous"],
    ["u", "undo, for ten seconds"],
    ["n", "take more"],
  ],
} as const;

/** Handed to the browser: # stands for what was typed. */
export const PALETTE = {
  open: "Search members, references and pages",
  label: "Go to",
  hint: "Page, name, address, reference or payment",
  hintModeration: "Page, name, id or reference",
  find: "Find “#” among members and references",
  searching: "Searching…",
  nobody: "No name begins so, and nobody has this id, address or reference.",
  more: "More names that begin with “#”",
  failed: "The search did not work. Look at your connection and try again.",
  waits: "waits there",
  keys: "Arrows choose, Enter opens, Esc closes. A search for members is in the audit log.",
} as const;
