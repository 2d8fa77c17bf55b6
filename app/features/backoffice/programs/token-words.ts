/** Texts of the page of tokens, in English only: docs/decisions/0054. */
export const TOKEN_WORDS = {
  title: "API tokens",
  intro:
    "A token lets a program of yours read ids, states and sums, and change nothing. It ends with its day, with the account of the operator who made it, or when you end it. docs/operating/webhooks.md describes the calls.",
  none: "There is no token.",
  head: ["Name", "Begins with", "Sites", "Reads", "Made by", "Until", "Last used", ""],
  all: "all sites",
  never: "never",
  over: "ended",
  end: (name: string) => `End ${name}`,
  add: "Make a token",
  name: "Name",
  nameHint: "So that you know it again, such as “Accounts”.",
  site: "Site",
  which: "It may read",
  scopes: {
    members: "members: ids, states and days, without names and addresses",
    orders: "orders: sums, tax, country and state",
    reports: "reports: their subject, reason and outcome, without texts and without who reported",
    decisions: "decisions about members, without texts",
    figures: "the figures of each day",
  },
  days: "Days",
  daysHint: "366 at most.",
  submit: "Make it",
  shownTitle: "The token",
  token: "Token",
  tokenHint: "Give it to your program. This page shows it only now.",
  refusals: {
    conflict: "Nothing was made: 50 tokens stand, the most there can be.",
    not_found: "This token has ended already.",
  },
};
