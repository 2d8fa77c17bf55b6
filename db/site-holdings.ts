import type { Holding } from "./holding.ts";

/** Of the sites and their pools: no member is named. */
export const SITE_HOLDINGS: Readonly<Record<string, Holding>> = {
  domain_icons: {
    members: [],
    erasure: { domain_id: "stays", path: "stays", version: "stays", data: "stays" },
    download: { not: "the operator's settings" },
  },
  domain_assets: {
    members: [],
    erasure: { domain_id: "stays", hash: "stays", name: "stays", part: "stays", data: "stays" },
    download: { not: "the operator's pictures and font" },
  },
  domain_versions: {
    members: [],
    erasure: {
      domain_id: "stays",
      number: "stays",
      settings: "stays",
      applied_at: "stays",
      by: "stays",
      staff_id: "stays",
      pulled_at: "stays",
    },
    download: { not: "the operator's settings" },
  },
  site_proposals: {
    members: [],
    erasure: {
      id: "stays",
      domain_id: "stays",
      base: "stays",
      settings: "stays",
      proposed_by: "stays",
      created_at: "stays",
      status: "stays",
      decided_by: "stays",
      decided_at: "stays",
    },
    download: { not: "the operator's settings" },
  },
  site_mails: {
    members: [],
    erasure: {
      id: "stays",
      domain_id: "stays",
      texts: "stays",
      per_day: "stays",
      status: "stays",
      proposed_by: "stays",
      created_at: "stays",
      decided_by: "stays",
      decided_at: "stays",
      // The id of a member while mails are sent; emptied at the end.
      sent_to: "stays",
      sent: "stays",
      day: "stays",
      sent_today: "stays",
      ended_at: "stays",
    },
    download: { not: "mails to many members, which each has" },
  },
  site_notices: {
    members: [],
    erasure: {
      id: "stays",
      domain_id: "stays",
      kind: "stays",
      audience: "stays",
      texts: "stays",
      link: "stays",
      dismissible: "stays",
      from_at: "stays",
      until_at: "stays",
      entry: "stays",
      created_by: "stays",
      created_at: "stays",
      // The id of a member of that day; emptied when the last one is told.
      told_to: "stays",
      told_at: "stays",
    },
    download: { not: "what the operator told everybody" },
  },
  domain_previews: {
    members: [],
    erasure: { host: "stays", settings: "stays", created_at: "stays", expires_at: "stays" },
    download: { not: "the operator's settings" },
  },
  operator_keys: {
    members: [],
    erasure: { hash: "stays", expires_at: "stays" },
    download: { not: "the operator's keys" },
  },
  pools: { members: [], erasure: { pool: "stays", database: "stays" }, download: { not: "the operator's settings" } },
  pool_hosts: { members: [], erasure: { host: "stays", pool: "stays" }, download: { not: "the operator's settings" } },
  hosts: { members: [], erasure: { host: "stays", domain_id: "stays" }, download: { not: "the operator's settings" } },
};
