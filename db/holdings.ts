/** What becomes of a column of a row that outlives its member: it stays, or it gets a value that says nothing of anybody. */
type Fate = "stays" | { becomes: (id: string) => string | number | null };

/** Rows that a column of `by` names are in it only where the member in this other column can be seen by others. */
type Seen = Readonly<Record<string, string>>;

/** Where a table's rows are in a member's download, those that `by` names; without some columns, and without rows that hold this. */
interface Download {
  file: string;
  by: readonly string[];
  without?: readonly string[];
  onlyOf?: Seen;
  unless?: Readonly<Record<string, string>>;
}

/** A table and the members in it. A test compares this with the database: a table or column that it does not know fails. */
export interface Holding {
  /** Columns that name a member. */
  members: readonly string[];
  /** Where no index begins with the member: by which column the rows hang on those of a table that has one. */
  through?: { column: string; table: string };
  /** All rows that name the member go with the account, or they stay and their columns do this. */
  erasure: "goes" | Readonly<Record<string, Fate>>;
  /** Where its rows are in a member's download: those that `by` names; or why they are not in it. */
  download: Download | { not: string };
}

const empty = (value: string | number | null) => ({ becomes: () => value });
/** Nobody can type it as an address or a name, and nobody else has it. */
const nobody = { becomes: (id: string) => `erased ${id}` };

/** Everything that the database holds, table by table, and what of it is whose. */
export const HOLDINGS: Readonly<Record<string, Holding>> = {
  accounts: {
    members: ["id"],
    erasure: {
      id: "stays",
      pool: "stays",
      domain_id: "stays",
      email: nobody,
      password_hash: empty(""),
      language: empty("en"),
      // The last step of an erasure sets it.
      status: "stays",
      paid_user: empty(0),
      // Sums of the ledger and of rows, which triggers keep.
      credits: "stays",
      unread: "stays",
      new_likes: "stays",
      notifications_disabled: empty("[]"),
      tracking: empty("{}"),
      traffic_source: empty(null),
      signup_message: empty(null),
      signup_profile: empty(null),
      signup_intent: empty(null),
      signup_key: empty(null),
      terms_version: empty(""),
      terms_accepted_at: empty(0),
      sensitive_version: empty(""),
      sensitive_accepted_at: empty(0),
      created_at: empty(0),
      activated_at: empty(null),
      reminders: empty(0),
      // The cron finds by it what is not finished.
      deleted_at: "stays",
    },
    download: { file: "account", by: ["id"], without: ["password_hash", "signup_key"] },
  },
  profiles: {
    members: ["id"],
    erasure: {
      id: "stays",
      pool: "stays",
      name: empty(""),
      name_key: nobody,
      status: empty("deleted"),
      gender: empty("female"),
      looking_for: empty("male"),
      sexuality: empty(null),
      birth_date: empty("1970-01-01"),
      country: empty(""),
      region: empty(null),
      city: empty(null),
      hair: empty(null),
      eyes: empty(null),
      body: empty(null),
      relationship: empty(null),
      tattoos: empty(null),
      reason: empty(null),
      interests: empty("[]"),
      about: empty(""),
      // Says what the profile was, not whose.
      fictional: "stays",
      shown_to_visitors: empty(1),
      main_photo: empty(null),
      last_active_at: empty(0),
      created_at: empty(0),
    },
    download: { file: "profile", by: ["id"], without: ["name_key"] },
  },
  sessions: {
    members: ["account_id"],
    erasure: "goes",
    download: { file: "log-ins", by: ["account_id"], without: ["token_hash"] },
  },
  tokens: {
    members: ["account_id"],
    erasure: "goes",
    download: { file: "links", by: ["account_id"], without: ["hash", "code_hash"] },
  },
  consents: { members: ["account_id"], erasure: "goes", download: { file: "consents", by: ["account_id"] } },
  passkeys: { members: ["account_id"], erasure: "goes", download: { file: "passkeys", by: ["account_id"] } },
  invites: { members: ["account_id"], erasure: "goes", download: { file: "invites", by: ["account_id"], without: ["hash"] } },
  departures: {
    members: [],
    erasure: {
      id: "stays",
      domain_id: "stays",
      reason: "stays",
      text: "stays",
      days: "stays",
      paid_user: "stays",
      day: "stays",
    },
    download: { not: "does not say who left" },
  },
  data_exports: {
    members: ["account_id"],
    erasure: "goes",
    download: { file: "downloads", by: ["account_id"], without: ["key"] },
  },
  photos: { members: ["profile_id"], erasure: "goes", download: { file: "photos", by: ["profile_id"], without: ["key"] } },
  profile_counts: {
    members: [],
    erasure: {
      pool: "stays",
      gender: "stays",
      country: "stays",
      region: "stays",
      total: "stays",
      real: "stays",
      open: "stays",
      open_real: "stays",
    },
    download: { not: "counts of everybody" },
  },
  blocks: {
    members: ["blocker_id", "blocked_id"],
    erasure: "goes",
    // Who blocked the member is the blocker's affair.
    download: { file: "blocked", by: ["blocker_id"] },
  },
  likes: {
    members: ["liker_id", "liked_id"],
    erasure: "goes",
    // Who is invisible is not given away by a like, nor by its answer; nor what the other has looked at.
    download: {
      file: "likes",
      by: ["liker_id", "liked_id"],
      without: ["matched_at", "is_new", "announced_at"],
      onlyOf: { liked_id: "liker_id" },
    },
  },
  swipes: { members: ["member_id", "profile_id"], erasure: "goes", download: { file: "swipes", by: ["member_id"] } },
  match_answers: { members: ["member_id"], erasure: "goes", download: { file: "match-answers", by: ["member_id"] } },
  conversations: {
    members: ["member_a", "member_b"],
    // It is the partner's as well. Where both are gone, an erasure deletes it.
    erasure: { id: "stays", member_a: "stays", member_b: "stays", started_by: "stays", last_seq: "stays", created_at: "stays" },
    download: { file: "chats", by: ["member_a", "member_b"] },
  },
  participants: {
    // The partner's side stays, and names the member by nothing but the id.
    members: ["member_id"],
    through: { column: "conversation_id", table: "conversations" },
    erasure: "goes",
    download: { file: "chats", by: ["member_id"] },
  },
  messages: {
    members: ["sender_id"],
    // The partner's copy. What nobody can see any more, an erasure deletes.
    erasure: {
      conversation_id: "stays",
      seq: "stays",
      id: "stays",
      client_id: "stays",
      sender_id: "stays",
      type: "stays",
      text: "stays",
      price: "stays",
      created_at: "stays",
      delivered_at: "stays",
      read_at: "stays",
    },
    download: { file: "chats", by: ["sender_id"], without: ["client_id"] },
  },
  ledger: {
    members: ["account_id"],
    // Bookkeeping: numbers, times and ids. Triggers let nobody change it.
    erasure: {
      id: "stays",
      account_id: "stays",
      amount: "stays",
      kind: "stays",
      cause: "stays",
      idempotency_key: "stays",
      created_at: "stays",
    },
    download: { file: "credits", by: ["account_id"], without: ["idempotency_key"] },
  },
  idempotency: {
    members: ["account_id"],
    erasure: "goes",
    download: { not: "answers that the member has got, for a day" },
  },
  complaints: {
    members: ["account_id"],
    // What was reported has to be handled and proved; by whom it was, it then does not say.
    erasure: {
      id: "stays",
      reference: "stays",
      domain_id: "stays",
      account_id: empty(null),
      kind: "stays",
      name: empty(null),
      email: empty(null),
      link: "stays",
      text: "stays",
      language: "stays",
      country: empty(""),
      complaint_key: empty(null),
      receipt: "stays",
      created_at: "stays",
      answer: "stays",
      answered_at: "stays",
      closed_at: "stays",
    },
    download: { file: "complaints", by: ["account_id"], without: ["complaint_key"] },
  },
  outbox: {
    members: ["account_id"],
    erasure: "goes",
    // What a mail says is with the member already; it may hold links that open things.
    // What went to a new address tells by its being there whether that was somebody else's; the address is in `links`.
    download: {
      file: "mails",
      by: ["account_id"],
      without: ["text", "html", "headers"],
      unless: { template: "mail_change" },
    },
  },
  mail_reports: { members: ["account_id"], erasure: "goes", download: { file: "mail-reports", by: ["account_id"] } },
  push_subscriptions: {
    members: ["account_id"],
    erasure: "goes",
    download: { file: "push", by: ["account_id"], without: ["p256dh", "auth"] },
  },
  preferences: { members: ["account_id"], erasure: "goes", download: { file: "preferences", by: ["account_id"] } },
  news: {
    members: ["account_id"],
    erasure: "goes",
    download: { not: "what may still have to be told by mail, of things that are in the other files" },
  },
  notified: { members: ["account_id"], erasure: "goes", download: { file: "notified", by: ["account_id"] } },
  domains: {
    members: [],
    erasure: { id: "stays", pool: "stays", settings: "stays", updated_at: "stays" },
    download: { not: "the operator's settings" },
  },
  sweeps: {
    members: [],
    erasure: { name: "stays", at: "stays", steady_since: "stays" },
    download: { not: "the cron's own clock" },
  },
  hosts: { members: [], erasure: { host: "stays", domain_id: "stays" }, download: { not: "the operator's settings" } },
};
