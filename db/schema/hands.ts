import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  CANNED_PLACES,
  CREDIT_REASONS,
  MEMBER_FILE_STATUSES,
  REQUEST_KINDS,
  REQUEST_REASONS,
  REQUEST_STATUSES,
} from "./attributes.ts";
import { profiles } from "./members.ts";

/** What staff keep in mind about a member. It goes with the member, and is part of the data export. */
export const staffNotes = sqliteTable(
  "staff_notes",
  {
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    staffId: text("staff_id").notNull(),
    text: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("staff_notes_member").on(t.memberId, t.createdAt)],
);

/** Credits, exports and deletions that staff begin for a member. */
export const staffRequests = sqliteTable(
  "staff_requests",
  {
    id: text().primaryKey(),
    kind: text({ enum: REQUEST_KINDS }).notNull(),
    /** Without a foreign key: the request outlives the account. */
    memberId: text("member_id").notNull(),
    domainId: text("domain_id").notNull(),
    credits: integer().notNull().default(0),
    reason: text({ enum: [...CREDIT_REASONS, ...REQUEST_REASONS] }).notNull(),
    /** A second person approves. */
    byTwo: integer("by_two", { mode: "boolean" }).notNull(),
    proposedBy: text("proposed_by").notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull().default("proposed"),
    decidedBy: text("decided_by"),
    createdAt: integer("created_at").notNull(),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    uniqueIndex("staff_requests_open").on(t.memberId, t.kind).where(sql`status = 'proposed'`),
    index("staff_requests_member").on(t.memberId, t.createdAt),
    index("staff_requests_created").on(t.createdAt),
    check("request_credits", sql`(${t.kind} = 'credits') = (${t.credits} > 0)`),
    check("request_decided", sql`(${t.status} = 'proposed') = (${t.decidedBy} IS NULL)`),
    check("request_by_two", sql`${t.status} <> 'approved' OR ${t.byTwo} = 0 OR ${t.decidedBy} <> ${t.proposedBy}`),
  ],
);

/** Files of members that operators ask for: the filters, never the rows. A second operator approves. */
export const memberFiles = sqliteTable(
  "member_files",
  {
    id: text().primaryKey(),
    /** JSON. */
    filters: text().notNull(),
    proposedBy: text("proposed_by").notNull(),
    createdAt: integer("created_at").notNull(),
    status: text({ enum: MEMBER_FILE_STATUSES }).notNull().default("proposed"),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    index("member_files_created").on(t.createdAt),
    check("member_files_decided", sql`(${t.status} = 'proposed') = (${t.decidedBy} IS NULL)`),
    check("member_files_by_two", sql`${t.status} <> 'approved' OR ${t.decidedBy} <> ${t.proposedBy}`),
  ],
);

/** Answers that operators keep ready for all staff. Decision 129. */
export const cannedAnswers = sqliteTable("canned_answers", {
  id: text().primaryKey(),
  place: text({ enum: CANNED_PLACES }).notNull(),
  title: text().notNull(),
  /** By language. */
  texts: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
  /** Grows with each change: a form of an earlier one changes nothing. */
  version: integer().notNull(),
  changedBy: text("changed_by").notNull(),
  changedAt: integer("changed_at").notNull(),
});
