import { DAY, HOUR, type Limit, MINUTE, type Rule } from "./limits.ts";

/** All windows apply at once. */
export interface LimitRow {
  /** Empty for requests outside the contract. */
  calls: readonly string[];
  /** The counter fills in each {name}. Objects see only a keyed hash. */
  key: string;
  windows: readonly Limit[];
  protects: string;
  /** `rule`: by the rule itself. `before`: blocking. `after`: without delay (decision 0020). */
  counted: "rule" | "before" | "after";
  /** For `before` and `after` only; defaults to all callers. */
  of?: "visitors" | "members";
}

const rows = <const T extends Record<string, LimitRow>>(table: T) => table;

export const LIMITS = rows({
  // A fast reader opens 300 profiles an hour; one office or mobile network holds many visitors.
  memberProfiles: {
    calls: ["member"],
    key: "profiles {member}",
    windows: [limit(600, HOUR), limit(3_000, DAY)],
    protects: "the pool from being copied by an account",
    counted: "after",
    of: "members",
  },
  visitorProfiles: {
    calls: ["member"],
    key: "profiles {network}",
    windows: [limit(300, HOUR), limit(1_000, DAY)],
    protects: "the pool from being copied by anybody",
    counted: "after",
    of: "visitors",
  },
  memberSearches: {
    calls: ["members"],
    key: "searches {member}",
    windows: [limit(600, HOUR), limit(2_000, DAY)],
    protects: "the pool from being copied by an account, and the database from searches",
    counted: "after",
    of: "members",
  },
  visitorSearches: {
    calls: ["members"],
    key: "searches {network}",
    windows: [limit(300, HOUR), limit(1_000, DAY)],
    protects: "the pool from being copied by anybody, and the database from searches",
    counted: "after",
    of: "visitors",
  },
  memberFruitlessSearches: {
    calls: ["members"],
    key: "fruitless searches {member}",
    windows: [limit(40, 5 * MINUTE), limit(200, HOUR)],
    protects: "the database from searches that find nobody, which look at as many profiles as one may",
    counted: "rule",
  },
  visitorFruitlessSearches: {
    calls: ["members"],
    key: "fruitless searches {network}",
    windows: [limit(40, 5 * MINUTE), limit(200, HOUR)],
    protects: "the database from searches that find nobody, of visitors",
    counted: "rule",
  },
  decks: {
    calls: ["deck", "swipe", "undoSwipe", "matchFinder"],
    key: "decks {member}",
    windows: [limit(2_000, HOUR), limit(6_000, DAY)],
    protects: "the pool from being copied card by card; passes are free",
    counted: "after",
  },
  links: {
    calls: [
      "activationLink",
      "resetLink",
      "mailChangeLink",
      "reactivationLink",
      "unsubscription",
      "unsubscribe",
      "undoMailChange",
      "confirmMailChange",
      "removeAddress",
      "activate",
      "reactivate",
    ],
    key: "links {network}",
    windows: [limit(300, HOUR)],
    protects: "one-time links from being tried, and the database from the trying",
    counted: "after",
  },

  likes: {
    calls: ["like", "swipe"],
    key: "likes {member}",
    windows: [limit(100, HOUR)],
    protects: "members from likes by the hundred; product.md section 10",
    counted: "rule",
  },
  unlikes: {
    calls: ["unlike"],
    key: "unlikes {member}",
    windows: [limit(200, HOUR)],
    protects: "the members' objects from likes given and taken back",
    counted: "before",
  },
  blocks: {
    calls: ["block", "unblock"],
    key: "blocks {member}",
    windows: [limit(200, HOUR)],
    protects: "the members' objects from blocking back and forth; nobody meets as many",
    counted: "before",
  },
  photoUploads: {
    calls: ["addPhoto"],
    key: "photo {member}",
    windows: [limit(40, HOUR), limit(100, DAY)],
    protects: "what making pictures anew costs, whatever becomes of them",
    counted: "rule",
  },
  complaints: {
    calls: ["complaint"],
    key: "complaint {network}",
    windows: [limit(10, HOUR), limit(30, DAY)],
    protects: "the staff who read complaints from a flood of them",
    counted: "rule",
  },
  complaintReceipts: {
    calls: ["complaint"],
    key: "complaint receipt {email}",
    windows: [limit(3, DAY)],
    protects: "a mailbox from receipts that somebody else asks for",
    counted: "rule",
  },

  pageReports: {
    calls: [],
    key: "page left {network}",
    windows: [limit(60, MINUTE)],
    protects: "the log from lines about pages that were left",
    counted: "rule",
  },

  profileWrites: {
    calls: ["updateProfile", "updatePreferences", "updateUser", "saveAnswers", "updatePhoto", "removePhoto", "keepIntention"],
    key: "profile writes {member}",
    windows: [limit(300, HOUR), limit(1_000, DAY)],
    protects: "the database and who looks at profiles from changes without end",
    counted: "before",
  },
  chatWrites: {
    calls: ["readChat", "removeChat"],
    key: "chat writes {member}",
    windows: [limit(2_000, HOUR)],
    protects: "the database from writes that cost no credit",
    counted: "after",
  },
  settingWrites: {
    calls: [
      "subscribePush",
      "acceptConsents",
      "requestExport",
      "createInvite",
      "revokeInvite",
      "endSessions",
      "cancelMailChange",
      "newPasskey",
      "addPasskey",
      "renamePasskey",
      "departure",
    ],
    key: "setting writes {member}",
    windows: [limit(100, HOUR)],
    protects: "the database from writes that a person makes now and then",
    counted: "before",
  },
  discountCodes: {
    calls: ["discountcode"],
    key: "discount codes {network}",
    windows: [limit(60, HOUR), limit(200, DAY)],
    protects: "discount codes from being guessed; pages with prices ask for the active one",
    counted: "before",
  },

  signups: {
    calls: ["signup"],
    key: "signup {network}",
    windows: [limit(100, HOUR)],
    protects: "the pool from accounts by the hundred",
    counted: "rule",
  },
  signupDrafts: {
    calls: ["saveSignupDraft"],
    key: "signup draft {network}",
    windows: [limit(100, HOUR), limit(300, DAY)],
    protects: "the database from drafts of nobody",
    counted: "rule",
  },
  draftWrites: {
    calls: ["saveSignupDraft", "dropSignupDraft"],
    key: "draft writes {network}",
    windows: [limit(600, HOUR)],
    protects: "the database from a draft written again and again",
    counted: "after",
    of: "visitors",
  },
  inviteLookups: {
    calls: ["invite"],
    key: "invite {network}",
    windows: [limit(60, HOUR)],
    protects: "invitation codes from being guessed; far more than anybody is given",
    counted: "rule",
  },
  signupReminders: {
    calls: ["signup"],
    key: "signup reminder {pool} {email}",
    windows: [limit(4, DAY)],
    protects: "an owner's mailbox from sign-ups with the address",
    counted: "rule",
  },
  ownersMails: {
    calls: ["correctAddress"],
    key: "signup reminder {pool} {email}",
    windows: [limit(3, DAY)],
    protects: "an owner's mailbox from corrections to the address",
    counted: "rule",
  },
  heldNames: {
    calls: ["signup"],
    key: "signup held name {pool} {name}",
    windows: [limit(1, 14 * DAY)],
    protects: "a name that a sign-up without an account seems to have, as long as it would be kept",
    counted: "rule",
  },
  heldForms: {
    calls: ["signup"],
    key: "signup held form {pool} {form}",
    windows: [limit(1, 14 * DAY)],
    protects: "a sign-up form that came before from doing it twice",
    counted: "rule",
  },
  knownAddresses: {
    calls: ["signup", "correctAddress"],
    key: "known addresses {network}",
    windows: [limit(20, HOUR)],
    protects: "who is a member from who asks for many addresses",
    counted: "rule",
  },

  activationCode: {
    calls: ["activate"],
    key: "activation code {account} {token}",
    windows: [limit(5, 15 * MINUTE)],
    protects: "a code of six digits from being guessed",
    counted: "rule",
  },
  activationCodes: {
    calls: ["activate"],
    key: "activation codes {account}",
    windows: [limit(30, DAY)],
    protects: "the codes of an account from being guessed one after the other",
    counted: "rule",
  },
  activationMails: {
    calls: ["activation", "correctAddress"],
    key: "activation mail {account}",
    windows: [limit(3, HOUR), limit(5, DAY)],
    protects: "a mailbox from confirmation mails of one account",
    counted: "rule",
  },
  activationMailsTo: {
    calls: ["signup", "activation", "correctAddress"],
    key: "activation mails {pool} {email}",
    windows: [limit(10, DAY)],
    protects: "a mailbox from confirmation mails, whichever accounts name the address",
    counted: "rule",
  },
  corrections: {
    calls: ["correctAddress"],
    key: "correction {account}",
    windows: [limit(3, DAY)],
    protects: "mailboxes of others from an account that tries addresses",
    counted: "rule",
  },
  correctionQuestions: {
    calls: ["correctAddress"],
    key: "correction question {account}",
    windows: [limit(10, DAY)],
    protects: "who is a member from an account that asks for addresses",
    counted: "rule",
  },
  quietCorrection: {
    calls: ["correctAddress"],
    key: "quiet correction {pool} {name} {network}",
    windows: [limit(5, 15 * MINUTE), limit(10, DAY)],
    protects: "a password from being guessed where nobody is logged in",
    counted: "rule",
  },
  quietCorrectionsOfName: {
    calls: ["correctAddress"],
    key: "quiet correction name {pool} {name}",
    windows: [limit(30, DAY)],
    protects: "a password from being guessed so from many networks, day after day",
    counted: "rule",
  },
  quietCorrections: {
    calls: ["correctAddress"],
    key: "quiet correction {network}",
    windows: [limit(30, HOUR)],
    protects: "many passwords from being guessed so by one network",
    counted: "rule",
  },

  // Known devices have their own counter: strangers cannot exhaust the owner's attempts.
  loginOwn: {
    calls: ["login"],
    key: "login {pool} {account} {network}",
    // Far below the limit of all strangers together: one network cannot exhaust it.
    windows: [limit(5, 15 * MINUTE), limit(15, DAY)],
    protects: "an account's password from one network, and the owner's log-in elsewhere from being blocked by it",
    counted: "rule",
  },
  loginDevice: {
    calls: ["login"],
    key: "login {pool} {account} device {device}",
    windows: [limit(5, 15 * MINUTE), limit(60, DAY)],
    protects: "an account's password from who holds an old device",
    counted: "rule",
  },
  loginStrangers: {
    calls: ["login"],
    key: "login strangers {pool} {account}",
    windows: [limit(30, 15 * MINUTE), limit(100, DAY)],
    protects: "an account's password from many networks at once, and day after day",
    counted: "rule",
  },
  loginNetwork: {
    calls: ["login"],
    key: "login network {network}",
    windows: [limit(100, 15 * MINUTE)],
    protects: "many accounts' passwords from one network",
    counted: "rule",
  },
  proofs: {
    calls: ["changePassword", "requestMailChange", "deleteAccount", "newPasskey", "removePasskey"],
    key: "proof {account}",
    windows: [limit(5, 15 * MINUTE), limit(60, DAY)],
    protects: "a password from who holds a stolen session",
    counted: "rule",
  },
  passwordPressedTwice: {
    calls: ["changePassword"],
    key: "password pressed twice {account}",
    windows: [limit(1, 15 * MINUTE)],
    protects: "a new password from being tried by the form of the old one",
    counted: "rule",
  },
  passkeyFailures: {
    calls: ["passkeyLogin"],
    key: "passkey {network}",
    windows: [limit(30, 15 * MINUTE)],
    protects: "what checking a passkey costs",
    counted: "rule",
  },
  passkeyChallenges: {
    calls: ["passkeyChallenge"],
    key: "passkey challenges {network}",
    windows: [limit(200, HOUR)],
    protects: "what making a challenge costs; every log-in page asks for one",
    counted: "after",
  },
  passkeyAnswers: {
    calls: ["addPasskey", "passkeyLogin"],
    key: "passkey challenge {challenge}",
    windows: [limit(1, 6 * MINUTE)],
    protects: "a challenge from being answered twice; it is good for five minutes",
    counted: "rule",
  },
  newDeviceMailsOfOne: {
    calls: ["login", "passkeyLogin"],
    key: "new device mail {account} {network} {userAgent}",
    windows: [limit(1, DAY)],
    protects: "a mailbox from a browser that keeps no cookies, which is new every time",
    counted: "rule",
  },
  newDeviceMails: {
    calls: ["login", "passkeyLogin"],
    key: "new device mail {account}",
    windows: [limit(10, DAY)],
    protects: "a mailbox from mails about new devices",
    counted: "rule",
  },

  resetRequests: {
    calls: ["requestReset"],
    key: "reset {network}",
    windows: [limit(20, HOUR)],
    protects: "mailboxes from a network that asks for many resets",
    counted: "rule",
  },
  reactivationRequests: {
    calls: ["requestReactivation"],
    key: "reactivation {network}",
    windows: [limit(20, HOUR)],
    protects: "mailboxes from a network that asks for many links back",
    counted: "rule",
  },
  recoveryMails: {
    calls: ["requestReset", "requestReactivation"],
    key: "{kind} mail {pool} {email} {asker}",
    windows: [limit(3, DAY)],
    protects: "a mailbox from one who asks again and again (docs/decisions/0019)",
    counted: "rule",
  },
  recoveryMailsOfStrangers: {
    calls: ["requestReset", "requestReactivation"],
    key: "{kind} mail strangers {pool} {email}",
    windows: [limit(10, DAY)],
    protects: "a mailbox from all strangers together",
    counted: "rule",
  },
  mailChanges: {
    calls: ["requestMailChange", "repeatMailChange"],
    key: "mail change {account}",
    windows: [limit(5, DAY)],
    protects: "mailboxes from an account that changes its address again and again",
    counted: "rule",
  },
  mailChangesTo: {
    calls: ["requestMailChange", "repeatMailChange"],
    key: "mail change to {pool} {email}",
    windows: [limit(3, DAY)],
    protects: "a mailbox from changes to its address, whichever accounts ask",
    counted: "rule",
  },
  mailChangeAsking: {
    calls: ["requestMailChange"],
    key: "mail change known {account}",
    windows: [limit(10, HOUR)],
    protects: "who is a member from an account that asks for addresses",
    counted: "rule",
  },
  mailTrials: {
    calls: ["resumeMails"],
    key: "mail trial {account}",
    windows: [limit(3, DAY)],
    protects: "a mailbox that sent mails back from more of them",
    counted: "rule",
  },
});

export type LimitName = keyof typeof LIMITS;

type Open<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}` ? Name | Open<Rest> : never;
type Parts<Key extends string> = Record<Open<Key>, string>;

export function limitOf<N extends LimitName>(name: N, parts: Parts<(typeof LIMITS)[N]["key"]>): Rule {
  const { key, windows }: LimitRow = LIMITS[name];
  return [key.replace(/\{(\w+)\}/g, (_, part: string) => (parts as Record<string, string>)[part] ?? ""), [...windows]];
}

function limit(most: number, windowMs: number): Limit {
  return { limit: most, windowMs };
}
