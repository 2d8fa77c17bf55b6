import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { NOTICE_AUDIENCES, SITE_NOTICE_KINDS } from "./notice-kinds.ts";

/** What operators tell the people of a site, and its maintenance: decision 125. Read together with the domain of a host. */
export const siteNotices = sqliteTable("site_notices", {
  /** Lower-case letters alone: the cookie of dismissed notices names it. */
  id: text().primaryKey(),
  /** Null for all sites of the database. */
  domainId: text("domain_id"),
  kind: text({ enum: SITE_NOTICE_KINDS }).notNull(),
  audience: text({ enum: NOTICE_AUDIENCES }).notNull(),
  /** JSON: text by language. */
  texts: text().notNull(),
  /** A path of the site. */
  link: text(),
  dismissible: integer({ mode: "boolean" }).notNull(),
  /** In ms. */
  fromAt: integer("from_at").notNull(),
  /** Null without an end time: staff end it. */
  untilAt: integer("until_at"),
  /** Of a maintenance: lets staff in. */
  entry: text(),
  createdBy: text("created_by").notNull(),
  createdAt: integer("created_at").notNull(),
  /** Of a maintenance: the last member whose sockets were closed. Null while none was, or all were. */
  toldTo: text("told_to"),
  /** In ms, when all were. */
  toldAt: integer("told_at"),
});
