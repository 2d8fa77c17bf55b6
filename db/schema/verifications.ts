import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { GESTURES, VERIFICATION_REFUSALS } from "./attributes.ts";
import { profiles } from "./members.ts";

/** Proofs of a pose. Triggers add and close their work items. */
export const verifications = sqliteTable(
  "verifications",
  {
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    gesture: text({ enum: GESTURES }).notNull(),
    /** Names the R2 object; null once the photo is erased. */
    key: text(),
    /** Ids of the photos that it is compared with: those that were approved when it was sent. */
    photos: text({ mode: "json" }).$type<string[]>().notNull(),
    status: text({ enum: ["waiting", "approved", "refused"] }).notNull(),
    /** Null unless refused. */
    reason: text({ enum: VERIFICATION_REFUSALS }),
    /** Also the time of the consent. */
    sentAt: integer("sent_at").notNull(),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    uniqueIndex("verifications_member").on(t.memberId, t.sentAt),
    uniqueIndex("verifications_waiting").on(t.memberId).where(sql`status = 'waiting'`),
    // For the sweep of photos.
    index("verifications_kept").on(t.decidedAt).where(sql`key IS NOT NULL AND decided_at IS NOT NULL`),
    check("verification_decided", sql`(${t.decidedAt} IS NULL) = (${t.status} = 'waiting')`),
    check("verification_reason", sql`(${t.reason} IS NOT NULL) = (${t.status} = 'refused')`),
    check("verification_waits_with_photo", sql`${t.status} <> 'waiting' OR ${t.key} IS NOT NULL`),
  ],
);
