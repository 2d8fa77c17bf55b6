import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { STAFF_OBJECTS, STAFF_ROLES } from "./attributes.ts";

/** People who work for the deployment. A row is disabled, never deleted: the audit log names it. */
export const staffMembers = sqliteTable(
  "staff_members",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    role: text({ enum: STAFF_ROLES }).notNull(),
    /** Null until the set-up. */
    passwordHash: text("password_hash"),
    totpSecret: text("totp_secret"),
    /** The last accepted time step (RFC 6238): none at or before it is accepted again. */
    totpStep: integer("totp_step").notNull().default(0),
    /** SHA-256 of the set-up link's token. */
    setupHash: text("setup_hash"),
    /** Null once the link was used. */
    setupExpiresAt: integer("setup_expires_at"),
    createdAt: integer("created_at").notNull(),
    disabledAt: integer("disabled_at"),
  },
  (t) => [uniqueIndex("staff_members_email").on(t.email), uniqueIndex("staff_members_setup").on(t.setupHash)],
);

/** Who gave out which set-up link. It decides who counts as a second person (worker/backoffice/work/second-person.sql.ts). */
export const staffSetupLinks = sqliteTable(
  "staff_setup_links",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staffId: text("staff_id").notNull(),
    /** Null for the command of the operator's machine: from then on the account is nobody else's. */
    madeBy: text("made_by"),
    at: integer().notNull(),
  },
  (t) => [index("staff_setup_links_staff").on(t.staffId, t.id)],
);

export const staffRecoveryCodes = sqliteTable(
  "staff_recovery_codes",
  {
    staffId: text("staff_id")
      .notNull()
      .references(() => staffMembers.id),
    hash: text().notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.hash] })],
);

export const staffPasskeys = sqliteTable(
  "staff_passkeys",
  {
    id: text().primaryKey(),
    staffId: text("staff_id")
      .notNull()
      .references(() => staffMembers.id),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    counter: integer().notNull().default(0),
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (t) => [index("staff_passkeys_staff").on(t.staffId)],
);

/** Only the cookie holds the token; the row holds its SHA-256. */
export const staffSessions = sqliteTable(
  "staff_sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    staffId: text("staff_id")
      .notNull()
      .references(() => staffMembers.id),
    userAgent: text("user_agent").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Absolute: use does not prolong it. */
    expiresAt: integer("expires_at").notNull(),
    endedAt: integer("ended_at"),
    /** SHA-256 of the device's cookie: its log-ins are not counted with those of strangers. Null after a reset. */
    deviceHash: text("device_hash"),
  },
  (t) => [index("staff_sessions_staff").on(t.staffId, t.createdAt)],
);

/** Append-only by triggers. Holds ids, never names, addresses or texts of members. */
export const staffAudit = sqliteTable(
  "staff_audit",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    /** Null for the command of the operator's machine. */
    staffId: text("staff_id"),
    action: text().notNull(),
    objectKind: text("object_kind", { enum: STAFF_OBJECTS }).notNull(),
    objectId: text("object_id"),
    /** A code, no free text. */
    reason: text(),
    requestId: text("request_id").notNull(),
  },
  (t) => [index("staff_audit_staff").on(t.staffId, t.id), index("staff_audit_object").on(t.objectKind, t.objectId, t.id)],
);
