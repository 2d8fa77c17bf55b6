import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { EVENT_NOTICES, EVENT_STATUSES, MOST_GOING } from "./event-kinds.ts";
import { profiles } from "./members.ts";

/** Meetings of a site, by its staff. Decision 151. Times in ms. */
export const events = sqliteTable(
  "events",
  {
    id: text().primaryKey(),
    domainId: text("domain_id").notNull(),
    status: text({ enum: EVENT_STATUSES }).notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** In which title and text are written. */
    language: text().notNull(),
    /** Languages spoken there, as tags. */
    spoken: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    country: text().notNull(),
    region: text().notNull(),
    city: text().notNull(),
    /** Centre of the town: `db/cells.ts`. */
    cell: integer().notNull(),
    /** Where in the town. */
    place: text().notNull(),
    link: text(),
    /** IANA name of the town's zone. */
    zone: text().notNull(),
    /** ISO 8601 date of the beginning in this zone. */
    day: text().notNull(),
    startsAt: integer("starts_at").notNull(),
    endsAt: integer("ends_at").notNull(),
    /** Null without a limit. */
    places: integer(),
    /** Maintained by triggers. */
    going: integer().notNull().default(0),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    changedAt: integer("changed_at").notNull(),
    /** What those who go are being told; null once all are. */
    notice: text({ enum: EVENT_NOTICES }),
    /** The last member who was told. */
    toldTo: text("told_to"),
  },
  (t) => [
    index("events_list").on(t.domainId, t.status, t.startsAt, t.id),
    index("events_end").on(t.endsAt),
    index("events_cancelled").on(t.changedAt).where(sql`status = 'cancelled'`),
    index("events_notice").on(t.changedAt).where(sql`notice IS NOT NULL`),
    check("event_ends_later", sql`${t.endsAt} > ${t.startsAt}`),
    check("event_places", sql`${t.going} <= coalesce(${t.places}, ${sql.raw(`${MOST_GOING}`)})`),
  ],
);

/** Who goes to an event or is interested in it. Interest is shown to nobody. */
export const attendances = sqliteTable(
  "attendances",
  {
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    going: integer({ mode: "boolean" }).notNull(),
    /** Others who go and are listed see the member. */
    listed: integer({ mode: "boolean" }).notNull(),
    /** In ms. */
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.memberId] }),
    index("attendances_member").on(t.memberId),
    check("listed_goes", sql`${t.listed} = 0 OR ${t.going} = 1`),
  ],
);
