import { AGE_HOLDINGS } from "./age-holdings.ts";
import { CHAT_HOLDINGS } from "./chat-holdings.ts";
import { empty, type Fate, type Holding } from "./holding.ts";
import { MONEY_HOLDINGS } from "./money-holdings.ts";
import { PEOPLE_HOLDINGS } from "./people-holdings.ts";
import { PHOTO_HOLDINGS } from "./photo-holdings.ts";
import { REPORT_HOLDINGS } from "./report-holdings.ts";
import { type Attribute, eachAttribute } from "./schema/attribute-table.ts";
import { SITE_HOLDINGS } from "./site-holdings.ts";
import { STAFF_HOLDINGS } from "./staff-holdings.ts";

/** Columns of `profile_bits`. */
const BITS = ["pool", "gender", "term", "country", "block", ...Array.from({ length: 64 }, (_, i) => `w${i}`)];

/** Unique, and no valid address or name. */
const nobody = { becomes: (id: string) => `erased ${id}` };

/** Personal data by table, for erasure and export. */
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
      // Triggers keep these counters.
      credits: "stays",
      debt: "stays",
      unread: "stays",
      new_likes: "stays",
      opened_chat: empty(null),
      notifications_disabled: empty("[]"),
      tracking: empty("{}"),
      // A row of counters: a chargeback after the erasure counts where the payment did.
      source_id: "stays",
      first_message_at: empty(null),
      traffic_source: empty(null),
      signup_message: empty(null),
      signup_profile: empty(null),
      signup_intent: empty(null),
      signup_key: empty(null),
      wanted_name: empty(null),
      wanted_key: empty(null),
      terms_version: empty(""),
      terms_accepted_at: empty(0),
      sensitive_version: empty(""),
      sensitive_accepted_at: empty(0),
      created_at: empty(0),
      activated_at: empty(null),
      reminders: empty(0),
      news_seen_at: empty(0),
      visitors_seen_at: empty(0),
      muted_until: empty(null),
      caution: empty(0),
      time_bonus: empty(null),
      age_proofs: empty("{}"),
      // The cron finds unfinished erasures by it.
      deleted_at: "stays",
    },
    download: { file: "account", by: ["id"], without: ["password_hash", "signup_key", "wanted_key", "source_id"] },
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
      identity: empty(null),
      self_changes: empty("[]"),
      birth_date: empty("1970-01-01"),
      country: empty(""),
      region: empty(null),
      city: empty(null),
      cell: empty(0),
      stay: empty(null),
      // Not personal data.
      slot: "stays",
      ...eachAttribute<Record<Attribute, Fate>>(() => empty(null)),
      height: empty(null),
      languages: empty("[]"),
      interests: empty("[]"),
      intimate: empty("{}"),
      answers: empty("{}"),
      about: empty(""),
      prompts: empty("[]"),
      // Not personal data.
      fictional: "stays",
      shown_to_visitors: empty(1),
      answers_from: empty(0),
      answers_until: empty(0),
      seen_from: empty(null),
      seen_to: empty(null),
      seen_within: empty(null),
      main_photo: empty(null),
      has_photo: empty(0),
      main_preview: empty(null),
      photo_checked: empty(0),
      verified: empty(0),
      next_gesture: empty(null),
      last_active_at: empty(0),
      away_at: empty(null),
      created_at: empty(0),
    },
    download: { file: "profile", by: ["id"], without: ["name_key"] },
  },
  sessions: {
    members: ["account_id"],
    erasure: "goes",
    download: { file: "log-ins", by: ["account_id"], without: ["token_hash", "network", "device", "former"] },
  },
  tokens: {
    members: ["account_id"],
    erasure: "goes",
    download: { file: "links", by: ["account_id"], without: ["hash", "code_hash"] },
  },
  consents: { members: ["account_id"], erasure: "goes", download: { file: "consents", by: ["account_id"] } },
  news_consents: { members: ["account_id"], erasure: "goes", download: { file: "news_consent", by: ["account_id"] } },
  belief_consents: { members: ["account_id"], erasure: "goes", download: { file: "belief_consent", by: ["account_id"] } },
  imported: { members: ["account_id"], erasure: "goes", download: { file: "brought", by: ["account_id"] } },
  old_paths: { members: ["account_id"], erasure: "goes", download: { not: "addresses of the member's page in another system" } },
  address_prints: { members: ["account_id"], erasure: "goes", download: { not: "a keyed hash of the address in the account" } },
  ...PEOPLE_HOLDINGS,
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
  ...AGE_HOLDINGS,
  ...PHOTO_HOLDINGS,
  ...STAFF_HOLDINGS,
  visits: {
    members: ["visited_id", "visitor_id"],
    erasure: "goes",
    // A visit is the visitor's data.
    download: { file: "visits", by: ["visitor_id"] },
  },
  saved_searches: {
    members: ["member_id"],
    erasure: "goes",
    download: { file: "searches", by: ["member_id"], without: ["filter_key"] },
  },
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
      with_photo: "stays",
    },
    download: { not: "counts of everybody" },
  },
  profile_bits: {
    members: [],
    // Triggers clear the bits of a profile that is no longer active.
    erasure: Object.fromEntries(BITS.map((column) => [column, "stays" as const])),
    download: { not: "an index of the profiles" },
  },
  blocks: {
    members: ["blocker_id", "blocked_id"],
    erasure: "goes",
    // A block is the blocker's data.
    download: { file: "blocked", by: ["blocker_id"] },
  },
  likes: {
    members: ["liker_id", "liked_id"],
    erasure: "goes",
    // A like must not reveal an invisible member, nor what the other member has opened.
    download: {
      file: "likes",
      by: ["liker_id", "liked_id"],
      without: ["id", "matched_at", "is_new", "announced_at"],
      onlyOf: { liked_id: "liker_id" },
    },
  },
  pending_likes: {
    members: ["liker_id", "liked_id"],
    erasure: "goes",
    download: { file: "pending-likes", by: ["liker_id"] },
  },
  swipes: { members: ["member_id", "profile_id"], erasure: "goes", download: { file: "swipes", by: ["member_id"] } },
  match_answers: { members: ["member_id"], erasure: "goes", download: { file: "match-answers", by: ["member_id"] } },
  ...CHAT_HOLDINGS,
  ...MONEY_HOLDINGS,
  idempotency: {
    members: ["account_id"],
    erasure: "goes",
    download: { not: "answers that the member has got, for a day" },
  },
  complaints: {
    members: ["account_id"],
    // A complaint stays as evidence, without its author.
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
      outcome: "stays",
    },
    download: { file: "complaints", by: ["account_id"], without: ["complaint_key"] },
  },
  ...REPORT_HOLDINGS,
  outbox: {
    members: ["account_id"],
    erasure: "goes",
    // Mails hold working links. A mail to a new address reveals whether another account owns it; `links` has the address.
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
    download: { file: "push", by: ["account_id"], without: ["p256dh", "auth", "public_key", "session_hash", "refused_at"] },
  },
  pushes: {
    members: ["account_id"],
    erasure: "goes",
    download: { not: "what was announced in the last two days, of things that are in the other files" },
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
    erasure: { name: "stays", at: "stays", steady_since: "stays", place: "stays" },
    download: { not: "the cron's own clock" },
  },
  cron_tasks: {
    members: [],
    erasure: { name: "stays", ran_at: "stays", took_ms: "stays", failed_at: "stays", failures: "stays", error: "stays" },
    download: { not: "runs of the cron, which name nobody" },
  },
  ...SITE_HOLDINGS,
};
