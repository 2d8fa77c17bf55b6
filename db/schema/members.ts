import { desc, sql } from "drizzle-orm";
import { type AnySQLiteColumn, check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { ATTRIBUTE_NAMES, ATTRIBUTES, type Attribute, attributeRow, eachAttribute } from "./attribute-table.ts";
import {
  GESTURES,
  type Identity,
  LOOKING_FOR,
  PHOTO_GRANTS,
  PHOTO_REASONS,
  SHOWN_IN,
  type Stay,
  type StoredPrompt,
} from "./attributes.ts";
import type { Interest, IntimateTicks } from "./interests.ts";
import type { Spoken } from "./spoken.ts";

const ACTIVE = sql`status = 'active'`;

type Filtered =
  | "birthDate"
  | Attribute
  | "interests"
  | "answers"
  | "shownToVisitors"
  | "fictional"
  | "photoChecked"
  | "verified"
  | "cell";

/** In six covering indexes, so that none is ever added: a later attribute is compared in the table. Decision 84. */
function filtered(t: Record<Filtered, AnySQLiteColumn>): AnySQLiteColumn[] {
  const first = ATTRIBUTE_NAMES.filter((attribute) => !attributeRow(attribute).since).map((attribute) => t[attribute]);
  return [t.birthDate, ...first, t.interests, t.answers, t.shownToVisitors, t.fictional, t.photoChecked, t.verified, t.cell];
}

function attributeColumn<A extends Attribute>(attribute: A) {
  return text({ enum: ATTRIBUTES[attribute].codes });
}

const { sexuality, ...others } = eachAttribute<{ [A in Attribute]: ReturnType<typeof attributeColumn<A>> }>(attributeColumn);

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
    /** In whose searches the member is shown. */
    gender: text({ enum: SHOWN_IN }).notNull(),
    /** Null for a woman or a man who says no more. */
    identity: text({ mode: "json" }).$type<Identity>(),
    lookingFor: text("looking_for", { enum: LOOKING_FOR }).notNull(),
    sexuality,
    /** Times in ms at which gender, orientation or `looking_for` last changed. Earlier values are not stored (decision 141). */
    selfChanges: text("self_changes", { mode: "json" }).$type<number[]>().notNull().default([]),
    /** ISO 8601 date; shown only as an age. */
    birthDate: text("birth_date").notNull(),
    country: text().notNull(),
    region: text(),
    city: text(),
    /** Centre of the town, or of that of the stay: `db/cells.ts`. 0 without a town. */
    cell: integer().notNull().default(0),
    /** The trip that others see now, kept by the cron. Decision 143. */
    stay: text({ mode: "json" }).$type<Stay>(),
    /** Position in the bitmaps of pool, gender and country. Maintained by triggers. */
    slot: integer(),
    ...others,
    /** In cm. */
    height: integer(),
    languages: text({ mode: "json" }).$type<Spoken[]>().notNull().default([]),
    /** What lists and the search may read. An intimate one stands here only if it was ticked where the domain shows it to all. */
    interests: text({ mode: "json" }).$type<Interest[]>().notNull().default([]),
    /** Read by `worker/discovery/members/interests.ts` alone. */
    intimate: text({ mode: "json" }).$type<IntimateTicks>().notNull().default({}),
    /** Choices by question of the domain; some may be of questions that no domain asks any more. */
    answers: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    about: text().notNull().default(""),
    prompts: text({ mode: "json" }).$type<StoredPrompt[]>().notNull().default([]),
    fictional: integer({ mode: "boolean" }).notNull().default(false),
    shownToVisitors: integer("shown_to_visitors", { mode: "boolean" }).notNull().default(true),
    /** Days since 1970 (UTC) on which others see "answers within a day": from the first, before the second. Decision 96. */
    answersFrom: integer("answers_from").notNull().default(0),
    answersUntil: integer("answers_until").notNull().default(0),
    /** Where the wishes say "only these": ages and km between towns to which the member is shown. Null for any. Decision 132. */
    seenFrom: integer("seen_from"),
    seenTo: integer("seen_to"),
    seenWithin: integer("seen_within"),
    mainPhoto: text("main_photo"),
    /** Maintained by triggers: a main photo exists. */
    hasPhoto: integer("has_photo", { mode: "boolean" }).notNull().default(false),
    /** Blurred preview of the main photo: a data URI; null without one. */
    mainPreview: text("main_preview"),
    /** A moderator approved the main photo. */
    photoChecked: integer("photo_checked", { mode: "boolean" }).notNull().default(false),
    /** Maintained by triggers: the main photo was compared with a pose that the member proved. */
    verified: integer({ mode: "boolean" }).notNull().default(false),
    /** Gesture of the next proof; it survives withdrawn proofs. Null before the first. */
    nextGesture: text("next_gesture", { enum: GESTURES }),
    lastActiveAt: integer("last_active_at").notNull(),
    /** When the last visible page was left, in ms; null while the member is here, and since the next visit. In no index. */
    awayAt: integer("away_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("profiles_name").on(t.pool, t.nameKey),
    // Covering indexes by sort order and kind of place: a search reads the table for shown cards only. Decision 0023.
    index("profiles_active")
      .on(t.pool, t.gender, t.country, t.hasPhoto, t.lastActiveAt, t.id, t.region, t.createdAt, ...filtered(t))
      .where(ACTIVE),
    index("profiles_active_region")
      .on(t.pool, t.gender, t.country, t.region, t.hasPhoto, t.lastActiveAt, t.id, t.createdAt, ...filtered(t))
      .where(ACTIVE),
    index("profiles_active_anywhere")
      .on(t.pool, t.gender, t.hasPhoto, t.lastActiveAt, t.id, t.createdAt, ...filtered(t))
      .where(ACTIVE),
    index("profiles_newest")
      .on(t.pool, t.gender, t.country, t.createdAt, t.id, t.region, t.hasPhoto, ...filtered(t))
      .where(ACTIVE),
    index("profiles_newest_anywhere")
      .on(t.pool, t.gender, t.createdAt, t.id, t.hasPhoto, ...filtered(t))
      .where(ACTIVE),
    // One order for all genders: a nearby town has few members.
    index("profiles_near")
      .on(t.pool, t.cell, desc(t.createdAt), desc(t.id), t.gender, t.country, t.region, t.hasPhoto, ...filtered(t).slice(0, -1))
      .where(ACTIVE),
    index("profiles_slot").on(t.pool, t.gender, t.country, t.slot),
    // `looking_for` belongs to the range: otherwise a bounded walk ends before it finds fitting members.
    index("profiles_deck")
      .on(t.pool, t.gender, t.lookingFor, t.country, t.hasPhoto, t.lastActiveAt, t.id, t.fictional)
      .where(ACTIVE),
    check("fictional_boolean", sql`${t.fictional} IN (0, 1)`),
    check("fictional_unverified", sql`${t.verified} = 0 OR ${t.fictional} = 0`),
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
    /** Null unless rejected. */
    rejectedFor: text("rejected_for", { enum: PHOTO_REASONS }),
    /** Time of a moderator's approval; null for seeded photos. */
    checkedAt: integer("checked_at"),
    /** Time of the rejection; null for earlier ones. */
    rejectedAt: integer("rejected_at"),
    width: integer(),
    height: integer(),
    /** Blurred preview: a data URI. */
    preview: text(),
    /** A moderator saw it beside a proof that was approved. */
    comparedAt: integer("compared_at"),
  },
  (t) => [uniqueIndex("photos_profile").on(t.profileId, t.position)],
);

/** Access of one member to the private photos of another. */
export const photoGrants = sqliteTable(
  "photo_grants",
  {
    ownerId: text("owner_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    status: text({ enum: PHOTO_GRANTS }).notNull(),
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.memberId] }),
    index("photo_grants_owner").on(t.ownerId, t.status, t.at, t.memberId),
    // For the erasure of a profile.
    index("photo_grants_member").on(t.memberId),
    index("photo_grants_granted").on(t.memberId, t.at).where(sql`status = 'granted'`),
    check("not_own_photos", sql`${t.ownerId} <> ${t.memberId}`),
    check("grant_status", sql`${t.status} IN ('requested', 'granted', 'refused')`),
  ],
);

/** The latest visit of a profile by another member. Invisible members leave none. */
export const visits = sqliteTable(
  "visits",
  {
    visitedId: text("visited_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    visitorId: text("visitor_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    at: integer().notNull(),
  },
  (t) => [
    // The order of the list.
    primaryKey({ columns: [t.visitedId, t.at, t.visitorId] }),
    // One visit a pair, and those of a visitor for the export and the erasure.
    uniqueIndex("visits_pair").on(t.visitorId, t.visitedId),
    check("not_own_visit", sql`${t.visitedId} <> ${t.visitorId}`),
  ],
);

/** `filter` is the search's filter as JSON; `filterKey` its canonical text, unique per member. */
export const savedSearches = sqliteTable(
  "saved_searches",
  {
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    domainId: text("domain_id").notNull(),
    filter: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    filterKey: text("filter_key").notNull(),
    name: text().notNull().default(""),
    sort: text().notNull().default("last_active"),
    notify: integer({ mode: "boolean" }).notNull(),
    /** Profiles created until this time (ms) were looked at. */
    seenUntil: integer("seen_until").notNull(),
    /** Time of the next look for new profiles. */
    dueAt: integer("due_at").notNull(),
    /** New profiles since the member last opened the search, 25 at most. */
    fresh: integer().notNull().default(0),
    /** In ms: time of the last look with a result. */
    foundAt: integer("found_at"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("saved_searches_member").on(t.memberId, t.domainId, t.filterKey),
    index("saved_searches_due").on(t.dueAt).where(sql`notify = 1`),
  ],
);

/** Words of 64 bits in a row of `profileBits`. */
export const BIT_WORDS = 64;
const WORDS = Array.from({ length: BIT_WORDS }, (_, i) => [`w${i}`, integer().notNull().default(0)] as const);

/** Bitmaps of active profiles, maintained by triggers: one bit a slot, 4,096 slots a row. Decision 0046. */
export const profileBits = sqliteTable(
  "profile_bits",
  {
    pool: text().notNull(),
    gender: text().notNull(),
    term: text().notNull(),
    country: text().notNull(),
    block: integer().notNull(),
    ...(Object.fromEntries(WORDS) as Record<`w${number}`, (typeof WORDS)[number][1]>),
  },
  (t) => [primaryKey({ columns: [t.pool, t.gender, t.term, t.country, t.block] })],
);

/** Active profiles by gender, country and region ('' means all), maintained by triggers. */
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
    open: integer().notNull().default(0),
    openReal: integer("open_real").notNull().default(0),
    withPhoto: integer("with_photo").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.pool, t.gender, t.country, t.region] })],
);
