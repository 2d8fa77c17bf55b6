import { desc, sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** Second towns for days to come; a row ends with its last day. What others see of it is `profiles.stay`. Decision 143. */
export const trips = sqliteTable(
  "trips",
  {
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    country: text().notNull(),
    region: text().notNull(),
    city: text().notNull(),
    /** Centre of the town: `db/cells.ts`. */
    cell: integer().notNull(),
    /** First and last day (ISO 8601) in the zone of the member's country. */
    fromDay: text("from_day").notNull(),
    untilDay: text("until_day").notNull(),
    /** In ms: from then on others see it, and distances use it. */
    shownAt: integer("shown_at").notNull(),
    /** In ms: when the last day has ended. */
    endsAt: integer("ends_at").notNull(),
    /** Its time has come. Set by the cron. */
    begun: integer({ mode: "boolean" }).notNull().default(false),
    /** Country and sign-up (ms) of the member. Neither changes; a search walks those who are away by them. */
    homeCountry: text("home_country").notNull(),
    joinedAt: integer("joined_at").notNull(),
  },
  (t) => [
    index("trips_member").on(t.memberId, t.shownAt),
    // For the cron.
    index("trips_begin").on(t.shownAt).where(sql`begun = 0`),
    index("trips_end").on(t.endsAt),
    // For a search by distance in one country or region, which finds those who are out of it.
    index("trips_away").on(t.homeCountry, desc(t.joinedAt), desc(t.memberId), t.fromDay).where(sql`begun = 1`),
    check("trip_days", sql`${t.fromDay} <= ${t.untilDay} AND ${t.shownAt} < ${t.endsAt}`),
  ],
);
