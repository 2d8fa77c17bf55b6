import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import {
  BODY_TYPES,
  EYE_COLOURS,
  GENDERS,
  HAIR_COLOURS,
  type Interest,
  REASONS,
  RELATIONSHIPS,
  SEXUALITIES,
  TATTOOS,
} from "./attributes.ts";

const ACTIVE = sql`status = 'active'`;

type Filtered =
  | "birthDate"
  | "sexuality"
  | "hair"
  | "eyes"
  | "body"
  | "relationship"
  | "tattoos"
  | "reason"
  | "interests"
  | "shownToVisitors"
  | "fictional";

function filtered(t: Record<Filtered, AnySQLiteColumn>): AnySQLiteColumn[] {
  const looks = [t.sexuality, t.hair, t.eyes, t.body, t.relationship, t.tattoos, t.reason, t.interests];
  return [t.birthDate, ...looks, t.shownToVisitors, t.fictional];
}

/** Repeats the main photo so that a list reads one row per card. */
export const profiles = sqliteTable(
  "profiles",
  {
    id: text()
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    pool: text().notNull(),
    name: text().notNull(),
    /** `name` in NFKC and lower case; unique in the pool. */
    nameKey: text("name_key").notNull(),
    status: text({ enum: ["disabled", "active", "hidden", "deleted"] }).notNull(),
    gender: text({ enum: GENDERS }).notNull(),
    lookingFor: text("looking_for", { enum: GENDERS }).notNull(),
    sexuality: text({ enum: SEXUALITIES }),
    /** ISO 8601 date; shown only as an age. */
    birthDate: text("birth_date").notNull(),
    country: text().notNull(),
    region: text(),
    city: text(),
    hair: text({ enum: HAIR_COLOURS }),
    eyes: text({ enum: EYE_COLOURS }),
    body: text({ enum: BODY_TYPES }),
    relationship: text({ enum: RELATIONSHIPS }),
    tattoos: text({ enum: TATTOOS }),
    reason: text({ enum: REASONS }),
    interests: text({ mode: "json" }).$type<Interest[]>().notNull().default([]),
    about: text().notNull().default(""),
    fictional: integer({ mode: "boolean" }).notNull().default(false),
    shownToVisitors: integer("shown_to_visitors", { mode: "boolean" }).notNull().default(true),
    mainPhoto: text("main_photo"),
    lastActiveAt: integer("last_active_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("profiles_name").on(t.pool, t.nameKey),
    // Covering indexes, one per sort order and kind of place: a search reads the table for shown cards only (decision
    // 0023).
    index("profiles_active")
      .on(t.pool, t.gender, t.country, t.lastActiveAt, t.id, t.region, ...filtered(t))
      .where(ACTIVE),
    index("profiles_active_region")
      .on(t.pool, t.gender, t.country, t.region, t.lastActiveAt, t.id, ...filtered(t))
      .where(ACTIVE),
    index("profiles_active_anywhere")
      .on(t.pool, t.gender, t.lastActiveAt, t.id, ...filtered(t))
      .where(ACTIVE),
    index("profiles_newest")
      .on(t.pool, t.gender, t.country, t.createdAt, t.id, t.region, ...filtered(t))
      .where(ACTIVE),
    index("profiles_newest_anywhere")
      .on(t.pool, t.gender, t.createdAt, t.id, ...filtered(t))
      .where(ACTIVE),
    // `looking_for` belongs to the range: otherwise a bounded walk ends before it finds fitting members.
    index("profiles_deck").on(t.pool, t.gender, t.lookingFor, t.country, t.lastActiveAt, t.id, t.fictional).where(ACTIVE),
    check("fictional_boolean", sql`${t.fictional} IN (0, 1)`),
  ],
);

/** In display order. The key names the R2 object and is unguessable. */
export const photos = sqliteTable(
  "photos",
  {
    id: text().primaryKey(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    key: text().notNull(),
    position: integer().notNull(),
    status: text({ enum: ["inspection", "active", "rejected"] }).notNull(),
    visibility: text({ enum: ["public", "private"] })
      .notNull()
      .default("public"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("photos_profile").on(t.profileId, t.position)],
);

/** Active profiles by gender, country and region ('' means all), kept by triggers. */
export const profileCounts = sqliteTable(
  "profile_counts",
  {
    pool: text().notNull(),
    gender: text().notNull(),
    country: text().notNull(),
    region: text().notNull(),
    total: integer().notNull(),
    /** Without fictional profiles. */
    real: integer().notNull().default(0),
    /** Visible to visitors. */
    open: integer().notNull().default(0),
    openReal: integer("open_real").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.pool, t.gender, t.country, t.region] })],
);

export const blocks = sqliteTable(
  "blocks",
  {
    blockerId: text("blocker_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    blockedId: text("blocked_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    /** The conversation that the block ended: an open chat page shows the block by it. */
    conversationId: text("conversation_id"),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index("blocks_blocked").on(t.blockedId, t.blockerId),
    index("blocks_conversation").on(t.conversationId).where(sql`conversation_id IS NOT NULL`),
  ],
);
