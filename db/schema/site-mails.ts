import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { SITE_MAIL_STATUSES } from "./notice-kinds.ts";

/** News of a site by mail, to members who agreed to it: decision 126. */
export const siteMails = sqliteTable(
  "site_mails",
  {
    id: text().primaryKey(),
    domainId: text("domain_id").notNull(),
    /** JSON: subject and text by language. */
    texts: text().notNull(),
    /** Mails of a day (UTC) at most. */
    perDay: integer("per_day").notNull(),
    status: text({ enum: SITE_MAIL_STATUSES }).notNull().default("proposed"),
    proposedBy: text("proposed_by").notNull(),
    createdAt: integer("created_at").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
    /** The last member who got it; emptied at the end. */
    sentTo: text("sent_to"),
    sent: integer().notNull().default(0),
    /** ISO 8601: the day that `sentToday` counts. */
    day: text().notNull().default(""),
    sentToday: integer("sent_today").notNull().default(0),
    endedAt: integer("ended_at"),
  },
  (t) => [
    check("site_mails_decided", sql`(${t.status} = 'proposed') = (${t.decidedAt} IS NULL)`),
    check("site_mails_ended", sql`(${t.status} IN ('proposed', 'sending')) = (${t.endedAt} IS NULL)`),
  ],
);
