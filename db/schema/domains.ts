import { sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { SITE_PROPOSAL_STATUSES } from "./attributes.ts";

/** `settings` is the validated JSON of the file in db/domains. */
export const domains = sqliteTable("domains", {
  id: text().primaryKey(),
  pool: text().notNull(),
  settings: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** Applied versions in order; a removed domain keeps them. */
export const domainVersions = sqliteTable(
  "domain_versions",
  {
    domainId: text("domain_id").notNull(),
    number: integer().notNull(),
    settings: text().notNull(),
    appliedAt: integer("applied_at").notNull(),
    by: text().notNull(),
    /** Who changed it in the browser; null for a command. */
    staffId: text("staff_id"),
    /** When a command wrote the browser's change into the file, in ms. */
    pulledAt: integer("pulled_at"),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.number] })],
);

/** A change of prices in the browser that waits for a second operator: decision 118. */
export const siteProposals = sqliteTable(
  "site_proposals",
  {
    id: text().primaryKey(),
    domainId: text("domain_id").notNull(),
    /** Number of the version that it changes; it is void once there is a newer one. */
    base: integer().notNull(),
    settings: text().notNull(),
    proposedBy: text("proposed_by").notNull(),
    createdAt: integer("created_at").notNull(),
    status: text({ enum: SITE_PROPOSAL_STATUSES }).notNull().default("proposed"),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
  },
  (table) => [
    uniqueIndex("site_proposals_open").on(table.domainId).where(sql`status = 'proposed'`),
    check("site_proposals_decided", sql`(${table.status} = 'proposed') = (${table.decidedAt} IS NULL)`),
  ],
);

/** A domain file that is shown on a host of its own until `expiresAt`. */
export const domainPreviews = sqliteTable("domain_previews", {
  host: text().primaryKey(),
  settings: text().notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
});

/** Keys of running exports and imports: the command that writes one also asks the Worker with it. */
export const operatorKeys = sqliteTable("operator_keys", {
  /** SHA-256. */
  hash: text().primaryKey(),
  expiresAt: integer("expires_at").notNull(),
});

/** The directory, in the first database alone: pools that live in another one. */
export const pools = sqliteTable(
  "pools",
  {
    pool: text().primaryKey(),
    database: text().notNull(),
  },
  (table) => [check("pools_database", sql`${table.database} GLOB 'DB_*'`)],
);

export const poolHosts = sqliteTable("pool_hosts", {
  host: text().primaryKey(),
  pool: text()
    .notNull()
    .references(() => pools.pool, { onDelete: "cascade" }),
});

/** Lower case, without port. */
export const hosts = sqliteTable("hosts", {
  host: text().primaryKey(),
  domainId: text("domain_id")
    .notNull()
    .references(() => domains.id),
});

/** Files of a niche's folder and what is served of them, by hash: decision 0059. A removed domain's versions keep theirs. */
export const domainAssets = sqliteTable(
  "domain_assets",
  {
    domainId: text("domain_id").notNull(),
    hash: text().notNull(),
    name: text().notNull(),
    part: integer().notNull(),
    /** Base64. */
    data: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.hash, table.name, table.part] })],
);

/** Drawn when a domain is applied: decision 0044. */
export const domainIcons = sqliteTable(
  "domain_icons",
  {
    domainId: text("domain_id")
      .notNull()
      .references(() => domains.id, { onDelete: "cascade" }),
    path: text().notNull(),
    version: text().notNull(),
    /** Base64. */
    data: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.path] })],
);
