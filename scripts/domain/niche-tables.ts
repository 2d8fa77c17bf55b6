/** `?1` is the pool, `?2` the ids of its domains as JSON. */
const MEMBERS = "(SELECT id FROM accounts WHERE pool = ?1)";
export const of = (column: string) => `${column} IN ${MEMBERS}`;
const CHATS = `conversation_id IN (SELECT id FROM conversations WHERE ${of("member_a")})`;
const PAYMENTS = `payment_id IN (SELECT id FROM payments WHERE ${of("account_id")})`;
export const DOMAINS = "domain_id IN (SELECT value FROM json_each(?2))";
const POOL = "pool = ?1";

/** The rows of a niche by table, in an order in which they can be inserted. */
export const NICHE_TABLES: Readonly<Record<string, string>> = {
  accounts: POOL,
  profiles: POOL,
  consents: of("account_id"),
  news_consents: of("account_id"),
  belief_consents: of("account_id"),
  imported: of("account_id"),
  old_paths: DOMAINS,
  passkeys: of("account_id"),
  invites: DOMAINS,
  departures: DOMAINS,
  preferences: of("account_id"),
  news: of("account_id"),
  notified: of("account_id"),
  mail_reports: DOMAINS,
  domain_assets: DOMAINS,
  complaints: DOMAINS,
  picture_notices: `id IN (SELECT id FROM complaints WHERE ${DOMAINS})`,
  noticed_photos: `notice_id IN (SELECT id FROM complaints WHERE ${DOMAINS})`,
  events: DOMAINS,
  attendances: of("member_id"),
  photos: of("profile_id"),
  verifications: of("member_id"),
  age_checks: of("account_id"),
  held_texts: of("member_id"),
  text_sketches: of("member_id"),
  photo_grants: of("owner_id"),
  visits: of("visited_id"),
  saved_searches: of("member_id"),
  blocks: of("blocker_id"),
  trips: of("member_id"),
  acquaintances: of("owner_id"),
  unseen: of("owner_id"),
  likes: of("liker_id"),
  pending_likes: of("liker_id"),
  swipes: of("member_id"),
  match_answers: of("member_id"),
  conversations: of("member_a"),
  participants: CHATS,
  messages: CHATS,
  calls: of("caller_id"),
  call_lines: of("account_id"),
  chat_drafts: of("member_id"),
  waiting_sends: of("account_id"),
  chat_photos: of("sender_id"),
  voice_answers: of("member_id"),
  photo_hashes: POOL,
  ended_starts: of("sender_id"),
  openers: of("member_id"),
  archive_senders: of("member_id"),
  archived_keys: `sender IN (SELECT id FROM archive_senders WHERE ${of("member_id")})`,
  archived_sends: of("sender_id"),
  gifts: of("sender_id"),
  ledger: of("account_id"),
  lots: of("account_id"),
  postings: `entry_id IN (SELECT id FROM ledger WHERE ${of("account_id")})`,
  debts: of("account_id"),
  photo_unlocks: of("account_id"),
  stored_methods: of("account_id"),
  mandates: of("account_id"),
  payments: of("account_id"),
  payment_notices: PAYMENTS,
  refunds: of("account_id"),
  refund_proposals: of("account_id"),
  withdrawals: DOMAINS,
  receipts: PAYMENTS,
  discount_codes: DOMAINS,
  discount_uses: PAYMENTS,
  exclusions: POOL,
  work_items: POOL,
  daily_figures: DOMAINS,
  sources: DOMAINS,
  source_figures: DOMAINS,
  reports: POOL,
  report_proofs: "report_id IN (SELECT id FROM reports WHERE pool = ?1)",
  decisions: POOL,
  signals: of("member_id"),
  fraud_removals: of("member_id"),
  fraud_returns: of("account_id"),
  held_chats: of("member_a"),
  held_messages: `conversation_id IN (SELECT id FROM held_chats WHERE ${of("member_a")})`,
};

export function rowsQuery(table: string, pool: string, ids: string): { sql: string; values: string[] } {
  const where = NICHE_TABLES[table] ?? "0";
  const sql = `SELECT * FROM ${table} WHERE ${where}`;
  // SQLite binds as many as are named.
  if (!where.includes("?2")) return { sql, values: [pool] };
  return where.includes("?1") ? { sql, values: [pool, ids] } : { sql: sql.replaceAll("?2", "?1"), values: [ids] };
}

/** Computed where they are; the triggers that compute them run on import too. */
export const COMPUTED = /^profile_(counts|bits)_/;

/** Tables that do not move, with the reason. */
export const STAYING: Readonly<Record<string, string>> = {
  sessions: "members log in again",
  address_prints: "made with a key of the deployment, and anew by a walk of the cron",
  push_subscriptions: "of the sessions, and of the deployment's push key",
  pushes: "announcements of two days",
  tokens: "links in mails of an hour or a day",
  outbox: "mails that were sent here must not be sent again",
  data_exports: "archives of a day",
  age_requests: "requests of ten minutes, at most a day, of a session",
  age_notices: "mails that were sent here must not be sent again",
  idempotency: "answers of a day",
  archive_erasures: "messages come out of their archive on export",
  profile_counts: "counted anew, by triggers",
  profile_bits: "computed anew, by triggers",
  sweeps: "the deployment's own clock",
  cron_tasks: "the deployment's own runs",
  domains: "written by the apply at the end of an import",
  hosts: "written by the apply at the end of an import",
  pools: "the deployment's own directory",
  pool_hosts: "the deployment's own directory",
  domain_icons: "written by the apply at the end of an import",
  domain_versions: "the other deployment counts its own",
  domain_previews: "of the deployment",
  site_proposals: "names staff of the deployment",
  operator_keys: "of the deployment",
  staff_members: "people of the deployment",
  staff_sessions: "people of the deployment",
  staff_passkeys: "people of the deployment",
  staff_recovery_codes: "people of the deployment",
  staff_setup_links: "people of the deployment",
  message_reads: "names staff of the deployment",
  photo_reads: "names staff of the deployment",
  staff_notes: "names staff of the deployment",
  desk_notes: "names staff of the deployment",
  fictional_profiles: "found anew, by a walk of the cron",
  fictional_photos: "names staff of the deployment",
  signup_bans: "names staff of the deployment",
  partner_links: "names staff of the deployment, and its pages are at a host of it",
  webhooks: "of the deployment, and their secrets are sealed with its key",
  webhook_deliveries: "what happened here is told from here",
  api_tokens: "of people of the deployment",
  site_mails: "names staff of the deployment",
  site_notices: "names staff of the deployment",
  member_files: "names staff of the deployment",
  canned_answers: "names staff of the deployment",
  staff_requests: "names staff of the deployment",
  blocked_pictures: "hold for all pools of the deployment",
  staff_audit: "a log of the deployment, which nobody may write",
};

/** Row numbers of a database, by the table that counts them. They move up where others are in use already. */
export const COUNTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ledger: { id: "ledger", lot_id: "lots", reverses_id: "ledger" },
  lots: { id: "lots", entry_id: "ledger" },
  postings: { entry_id: "ledger", lot_id: "lots" },
  messages: { lot_id: "lots" },
  debts: { id: "debts" },
  likes: { id: "likes" },
  archive_senders: { id: "archive_senders" },
  archived_keys: { sender: "archive_senders" },
};
export const COUNTERS = ["ledger", "lots", "debts", "likes", "archive_senders"] as const;
export type Shift = Readonly<Record<string, number>>;

export type Row = Record<string, string | number | null>;
