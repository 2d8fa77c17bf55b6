import type { Holding } from "./holding.ts";

const NOT_MEMBERS = { not: "of people who work for the deployment, not of members" };

const staying = (...columns: string[]): Holding["erasure"] => Object.fromEntries(columns.map((name) => [name, "stays" as const]));

/** The staff side. The audit log names members by id only, and outlives them. */
export const STAFF_HOLDINGS: Readonly<Record<string, Holding>> = {
  work_items: { members: ["member_id"], erasure: "goes", download: { not: "the order of work; decisions stand where they act" } },
  staff_notes: {
    members: ["member_id"],
    erasure: "goes",
    download: { file: "staff-notes", by: ["member_id"], without: ["staff_id"] },
  },
  desk_notes: {
    members: ["member_id", "profile_id"],
    erasure: "goes",
    download: { file: "desk-notes", by: ["member_id"], without: ["staff_id"] },
  },
  fictional_profiles: {
    members: ["id"],
    erasure: "goes",
    download: { not: "the order of a list of profiles for which nobody downloads anything" },
  },
  fictional_photos: {
    members: ["profile_id"],
    erasure: "goes",
    download: { not: "of fictional profiles, for which nobody downloads anything" },
  },
  staff_requests: {
    members: ["member_id"],
    erasure: staying(
      ...["id", "kind", "member_id", "domain_id", "credits", "reason", "by_two", "proposed_by", "status", "decided_by"],
      ...["created_at", "decided_at"],
    ),
    download: { not: "who among the staff decided; credits, archives and deletions stand where they act" },
  },
  signup_bans: {
    members: [],
    erasure: staying("id", "domain_id", "kind", "value", "reason", "created_by", "created_at", "until"),
    download: { not: "networks and mail domains, of no member" },
  },
  webhooks: {
    members: [],
    erasure: staying(
      ...["id", "domain_id", "url", "events", "secret", "old_secret", "old_until", "created_by", "created_at"],
      ...["disabled_at", "disabled_for", "failing_since", "told_at"],
    ),
    download: { not: "addresses of the operator's systems" },
  },
  // The event that a member has left must still be sent: the rows go by their age.
  webhook_deliveries: {
    members: ["member_id"],
    erasure: staying(
      ...["id", "webhook_id", "event", "domain_id", "member_id", "object_id", "at", "status", "attempts", "next_at"],
      ...["answer", "error", "done_at"],
    ),
    download: { not: "ids of events for the operator's own systems, kept 30 days; what happened stands where it happened" },
  },
  api_tokens: {
    members: [],
    erasure: staying(
      ...["id", "hash", "prefix", "name", "domain_id", "scopes", "created_by", "created_at", "expires_at"],
      ...["revoked_at", "last_used_at", "noted"],
    ),
    download: { not: "keys of the operator's programs" },
  },
  member_files: {
    members: [],
    erasure: staying("id", "filters", "proposed_by", "created_at", "status", "decided_by", "decided_at"),
    download: { not: "who among the staff asked for a list, by which filters" },
  },
  canned_answers: {
    members: [],
    erasure: staying("id", "place", "title", "texts", "version", "changed_by", "changed_at"),
    download: { not: "texts of the firm, about no member" },
  },
  daily_figures: {
    members: [],
    erasure: staying("domain_id", "day", "name", "part", "value"),
    download: { not: "counters that name nobody" },
  },
  sources: {
    members: [],
    erasure: staying("id", "domain_id", "rest", "network", "ref", "lander", "signups", "day"),
    download: { not: "names of links, kept for counters" },
  },
  source_figures: {
    members: [],
    erasure: staying("domain_id", "day", "source_id", "country", "name", "part", "value"),
    download: { not: "counters that name nobody" },
  },
  partner_links: {
    members: [],
    erasure: staying("id", "hash", "domain_id", "network", "ref", "from_day", "created_by", "created_at", "until"),
    download: { not: "links of partners to figures that name nobody" },
  },
  staff_members: {
    members: [],
    erasure: staying(
      ...["id", "name", "email", "role", "password_hash", "totp_secret", "totp_step"],
      ...["setup_hash", "setup_expires_at", "created_at", "disabled_at"],
    ),
    download: NOT_MEMBERS,
  },
  staff_setup_links: { members: [], erasure: staying("id", "staff_id", "made_by", "at"), download: NOT_MEMBERS },
  staff_recovery_codes: { members: [], erasure: staying("staff_id", "hash", "used_at"), download: NOT_MEMBERS },
  staff_passkeys: {
    members: [],
    erasure: staying("id", "staff_id", "public_key", "counter", "name", "created_at", "last_used_at"),
    download: NOT_MEMBERS,
  },
  staff_sessions: {
    members: [],
    erasure: staying("token_hash", "staff_id", "user_agent", "created_at", "expires_at", "ended_at", "device_hash"),
    download: NOT_MEMBERS,
  },
  staff_audit: {
    members: [],
    erasure: staying("id", "at", "staff_id", "action", "object_kind", "object_id", "reason", "request_id"),
    download: NOT_MEMBERS,
  },
};
