import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { SIGNUP_BAN_KINDS } from "./attributes.ts";

/** Networks and mail domains from which nobody signs up until `until`. Decision 119. */
export const signupBans = sqliteTable(
  "signup_bans",
  {
    id: text().primaryKey(),
    /** Null for all sites of the database. */
    domainId: text("domain_id"),
    kind: text({ enum: SIGNUP_BAN_KINDS }).notNull(),
    /** A network as CIDR, or a mail domain in lower case. */
    value: text().notNull(),
    reason: text().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    /** In ms. A ban that staff end gets the time of that. */
    until: integer().notNull(),
  },
  (t) => [index("signup_bans_until").on(t.until)],
);
