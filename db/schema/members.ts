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

/** What a search may filter by in any place. */
function filtered(t: Record<Filtered, AnySQLiteColumn>): AnySQLiteColumn[] {
  const looks = [t.sexuality, t.hair, t.eyes, t.body, t.relationship, t.tattoos, t.reason, t.interests];
  return [t.birthDate, ...looks, t.shownToVisitors, t.fictional];
}

/** What others see of a member. The main photo is repeated here so that a list of cards reads one row a card. */
export const profiles = sqliteTable(
  "profiles",
  {
    id: text()
      .primaryKey()
      .references(() => accounts.id, { onDelete: "cascade" }),
    pool: text().notNull(),
    name: text().notNull(),
    /** `name` folded by NFKC and lower case: what must be unique in the pool. */
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
    /** Whether people who are not logged in may see the profile. */
    shownToVisitors: integer("shown_to_visitors", { mode: "boolean" }).notNull().default(true),
    mainPhoto: text("main_photo"),
    lastActiveAt: integer("last_active_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("profiles_name").on(t.pool, t.nameKey),
    // Each index holds one order of one kind of place. It also holds every column that a search filters by, so that the
    // search reads the table only for the cards it shows; see docs/decisions/0023.
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
    // `looking_for` is part of the range: few of a gender may look for the player's, and a bounded walk over the others would
    // end before it reaches them.
    index("profiles_deck").on(t.pool, t.gender, t.lookingFor, t.country, t.lastActiveAt, t.id, t.fictional).where(ACTIVE),
    check("fictional_boolean", sql`${t.fictional} IN (0, 1)`),
  ],
);

/** Photos of a profile in the order shown. The key names the object in R2 and is unguessable. */
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

/** How many active profiles there are by gender, country and region ('' stands for all), kept by triggers. */
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
    /** The conversation that the block ended: who still has its page open is told by whom they are blocked. */
    conversationId: text("conversation_id"),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index("blocks_blocked").on(t.blockedId, t.blockerId),
    index("blocks_conversation").on(t.conversationId).where(sql`conversation_id IS NOT NULL`),
  ],
);
