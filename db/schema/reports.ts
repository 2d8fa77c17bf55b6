import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";
import { type Proof, REPORT_KINDS, REPORT_OUTCOMES, REPORT_REASONS } from "./attributes.ts";

export const reports = sqliteTable(
  "reports",
  {
    id: text().primaryKey(),
    /** Told to the reporter. */
    reference: text().notNull(),
    domainId: text("domain_id").notNull(),
    pool: text().notNull(),
    /** A report outlives its reporter. */
    reporterId: text("reporter_id").references(() => accounts.id, { onDelete: "set null" }),
    /** Without a foreign key: the report stays with its reporter. */
    reportedId: text("reported_id").notNull(),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    /** An id; `<member>/<question>` of a prompt, `<conversation>/<seq>` of a message, `<conversation or member>/<call>` of a call. */
    objectId: text("object_id").notNull(),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    text: text().notNull().default(""),
    status: text({ enum: ["open", "decided"] })
      .notNull()
      .default("open"),
    outcome: text({ enum: REPORT_OUTCOMES }),
    createdAt: integer("created_at").notNull(),
    dueAt: integer("due_at").notNull(),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    uniqueIndex("reports_reference").on(t.reference),
    uniqueIndex("reports_open").on(t.reporterId, t.kind, t.objectId).where(sql`status = 'open'`),
    index("reports_reporter").on(t.reporterId, t.createdAt, t.id),
    index("reports_told").on(t.reporterId, t.decidedAt).where(sql`decided_at IS NOT NULL`),
    index("reports_reported").on(t.reportedId, t.createdAt),
    index("reports_decided").on(t.decidedAt).where(sql`decided_at IS NOT NULL`),
    check("not_oneself", sql`${t.reporterId} <> ${t.reportedId}`),
    check("report_outcome", sql`(${t.outcome} IS NULL) = (${t.status} = 'open')`),
  ],
);

/** Copies of reported content. Deleted with the reported member, or after a retention period once decided. */
export const reportProofs = sqliteTable(
  "report_proofs",
  {
    reportId: text("report_id")
      .primaryKey()
      .references(() => reports.id, { onDelete: "cascade" }),
    memberId: text("member_id").notNull(),
    proof: text({ mode: "json" }).$type<Proof>().notNull(),
  },
  (t) => [index("report_proofs_member").on(t.memberId)],
);

/** Chats that a block removed while a report or complaint between the two waits: for its case only. Decision 56. */
export const heldChats = sqliteTable(
  "held_chats",
  {
    id: text().primaryKey(),
    memberA: text("member_a").notNull(),
    memberB: text("member_b").notNull(),
    lastSeq: integer("last_seq").notNull(),
    /** Messages up to this seq are in the archive, which is erased after the release. */
    archivedSeq: integer("archived_seq").notNull(),
    heldAt: integer("held_at").notNull(),
  },
  (t) => [
    index("held_chats_pair").on(t.memberA, t.memberB),
    index("held_chats_b").on(t.memberB),
    index("held_chats_at").on(t.heldAt),
  ],
);

export const heldMessages = sqliteTable(
  "held_messages",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => heldChats.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    senderId: text("sender_id").notNull(),
    type: text().notNull(),
    text: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.seq] })],
);
