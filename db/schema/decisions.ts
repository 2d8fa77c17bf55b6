import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { APPEAL_OUTCOMES, DECISION_KINDS, DECISION_REASONS, DECISION_SUBJECTS } from "./attributes.ts";

/** Decisions against members, with their objection. */
export const decisions = sqliteTable(
  "decisions",
  {
    /** Id of the decided work item: a repeated effect changes nothing. */
    id: text().primaryKey(),
    reference: text().notNull(),
    domainId: text("domain_id").notNull(),
    pool: text().notNull(),
    memberId: text("member_id").notNull(),
    reportId: text("report_id"),
    about: text({ enum: DECISION_SUBJECTS }).notNull(),
    kind: text({ enum: DECISION_KINDS }).notNull(),
    reason: text({ enum: DECISION_REASONS }).notNull(),
    /** End of a mute in ms. */
    until: integer(),
    /** Staff's own words beside the reason, for the member. */
    words: text(),
    decidedBy: text("decided_by").notNull(),
    createdAt: integer("created_at").notNull(),
    objection: text(),
    objectedAt: integer("objected_at"),
    outcome: text({ enum: APPEAL_OUTCOMES }),
    closedAt: integer("closed_at"),
    /** Staff ended the mute or the ban early. */
    liftedAt: integer("lifted_at"),
    liftedBy: text("lifted_by"),
  },
  (t) => [
    uniqueIndex("decisions_reference").on(t.reference),
    index("decisions_member").on(t.memberId, t.createdAt),
    check("decision_outcome", sql`${t.outcome} IS NULL OR ${t.objectedAt} IS NOT NULL`),
  ],
);

/** Staff read messages of this member for a case. The member sees it; who else the chat was with is not said. */
export const messageReads = sqliteTable(
  "message_reads",
  {
    item: text().notNull(),
    memberId: text("member_id").notNull(),
    staffId: text("staff_id").notNull(),
    messages: integer().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("message_reads_once").on(t.item, t.memberId, t.staffId),
    index("message_reads_member").on(t.memberId, t.at),
  ],
);

/** Staff opened a private photo of this member from the member's file, once for each day (UTC). The member sees it. */
export const photoReads = sqliteTable(
  "photo_reads",
  {
    photoId: text("photo_id").notNull(),
    memberId: text("member_id").notNull(),
    staffId: text("staff_id").notNull(),
    /** Days since 1970. */
    day: integer().notNull(),
    at: integer().notNull(),
  },
  (t) => [uniqueIndex("photo_reads_once").on(t.photoId, t.staffId, t.day), index("photo_reads_member").on(t.memberId, t.at)],
);
