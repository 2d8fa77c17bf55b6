const ACTIONS: Readonly<Record<string, string>> = {
  add: "Added a person",
  "add code": "Added a discount code",
  "add invitation": "Made an invitation to a site",
  "add note": "Wrote a note about a member",
  "add passkey": "Added a passkey",
  "allow sign-ups": "Ended a ban of sign-ups",
  "approve members": "Approved a file of members",
  "approve site": "Approved a change of prices",
  "approve site, alone": "Approved a change of prices, as one person where two are the rule",
  "ask for members": "Asked for a file of members",
  "ban sign-ups": "Banned sign-ups from a network or a mail domain",
  "browse members": "Looked at the list of members",
  "change role": "Changed the role",
  "change site": "Changed a site",
  "change site, alone": "Changed prices of a site, as one person where two are the rule",
  disable: "Disabled the account",
  "download books": "Downloaded the receipts of a month",
  "download members": "Downloaded a file of members",
  "download figures": "Downloaded figures",
  "end code": "Ended a discount code",
  "end invitation": "Ended an invitation",
  "end sessions": "Logged a member out everywhere",
  login: "Logged in",
  "login by passkey": "Logged in with a passkey",
  "login by recovery code": "Logged in with a recovery code",
  "login refused": "A log-in was refused",
  logout: "Logged out",
  "follow report": "A report followed the decision about another one",
  "list members": "Saw the members that a search found",
  "mend address": "Sent a link to a new address of a member",
  "open audit log": "Looked at the audit log",
  "open bans": "Looked at the bans of sign-ups",
  "open books": "Looked at the receipts of a month",
  "open figures": "Looked at figures",
  "open member": "Opened the file of a member",
  "open people": "Looked at the people",
  "open photo": "Looked at a photo that others do not see",
  "open picture": "Looked at a picture of a case",
  "open queue": "Looked at a queue",
  "open site": "Looked at a site",
  "open sites": "Looked at the sites",
  "open status": "Looked at the status page",
  "preview site": "Showed a site in a preview",
  "preview fraud": "Previewed a removal for fraud",
  "propose credits": "Gave a member credits, or proposed it",
  "propose erase": "Proposed to delete the account of a member",
  "propose export": "Proposed to send a member the data",
  "propose site": "Proposed a change of prices",
  "reach read limit": "Reached a limit of reading",
  "read messages": "Read private messages of a case",
  "refuse members": "Refused a file of members, or withdrew it",
  "refuse site": "Refused a change of prices, or withdrew it",
  "release work": "Freed work that a person held",
  "remove name": "Took down the name of a member",
  "remove note": "Removed a note about a member",
  "remove photo": "Took down a photo of a member",
  "remove prompt": "Took down an answer of a member",
  "remove texts": "Took down the texts of a member",
  "rename member": "Gave a member another name",
  "remove passkey": "Removed a passkey",
  reset: "Reset the log-in",
  "restore site": "Restored a version of a site",
  "restore site, alone": "Restored prices of a site, as one person where two are the rule",
  "return work": "Gave work back",
  "search members": "Searched members",
  "send activation": "Sent the mail that confirms an address again",
  "set up": "Set up the account",
  "take work": "Took work",
  "write to member": "Wrote to a member",
};

const DECISIONS: Readonly<Record<string, string>> = {
  answered: "Answered",
  approve: "Approved",
  ban: "Banned the member",
  closed: "Closed without an answer",
  content_removed: "Removed the content",
  fraud: "Removed the member for fraud",
  lift_ban: "Lifted the ban",
  lift_mute: "Lifted the mute",
  mute_3: "Muted the member for 3 days",
  mute_7: "Muted the member for 7 days",
  mute_30: "Muted the member for 30 days",
  no_violation: "Found no violation",
  pay: "Paid back",
  refuse: "Refused",
  rejected: "Did not agree",
  reversed: "Reversed the decision",
  undo: "Undid the decision",
  upheld: "Agreed",
  upheld_all: "Agreed also about what looks alike",
  warning: "Warned the member",
};

const WORK: Readonly<Record<string, string>> = {
  appeal: "objection",
  complaint: "complaint",
  member: "file of the member",
  photo: "photo",
  refund: "refund",
  request: "request",
  report: "report",
  text: "text of a profile",
  verification: "verification",
  withdrawal: "withdrawal",
};

const SHARES: Readonly<Record<string, string>> = { whole: "all of it", unused: "the unused part", sum: "a sum of their own" };

/** An action of the audit log as a sentence; the code itself where nobody has written one. */
export function actionWords(action: string): string {
  const known = ACTIONS[action];
  if (known) return known;
  const [, share] = /^propose refund, (.+)$/.exec(action) ?? [];
  if (share) return `Proposed a refund: ${SHARES[share] ?? share}`;
  const [, decision = "", kind = "", alone = ""] = /^(\w+) (\w+)(, alone)?$/.exec(action) ?? [];
  const [decided, work] = [DECISIONS[decision], WORK[kind]];
  return decided && work ? `${decided} (${work})${alone && ", as one person where two are the rule"}` : action;
}

const OBJECTS: Readonly<Record<string, string>> = {
  audit: "audit log",
  deployment: "deployment",
  figures: "figures",
  member: "member",
  payment: "payment",
  photo: "photo",
  staff_member: "staff member",
  text: "text",
  verification: "verification",
  work_item: "case",
  work_queue: "queue",
};

export function objectWords(kind: string, id: string | null): string {
  return kind === "none" ? "" : [OBJECTS[kind] ?? kind, id].filter(Boolean).join(" ");
}
