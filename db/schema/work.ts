import { desc, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { WORK_KINDS, WORK_STATES } from "./attributes.ts";

const OPEN = sql`state <> 'done'`;

/** Work that waits for staff. Triggers add and close the items of photos. */
export const workItems = sqliteTable(
  "work_items",
  {
    id: text().primaryKey(),
    kind: text({ enum: WORK_KINDS }).notNull(),
    objectId: text("object_id").notNull(),
    /** Member concerned by the item; null for visitors. */
    memberId: text("member_id"),
    domainId: text("domain_id").notNull(),
    pool: text().notNull(),
    /** Higher first. */
    score: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    dueAt: integer("due_at").notNull(),
    /** `decided` can be undone; `leaving` has its effect at work. */
    state: text({ enum: WORK_STATES }).notNull().default("waiting"),
    /** Only the staff member of the lease decides. While `leaving`, the time after which the effect is tried again. */
    leasedBy: text("leased_by"),
    leasedUntil: integer("leased_until").notNull().default(0),
    /** A staff member who may not decide: the one whose decision an appeal is about. */
    notBy: text("not_by"),
    decision: text(),
    /** A code. */
    reason: text(),
    decidedBy: text("decided_by"),
    decidedAt: integer("decided_at"),
    effectAt: integer("effect_at"),
    /** Written with the decision. The effect stores it where it belongs; a finished item holds none. */
    words: text(),
  },
  (t) => [
    uniqueIndex("work_items_object").on(t.kind, t.objectId).where(OPEN),
    index("work_items_waiting").on(t.kind, desc(t.score), t.createdAt, t.id).where(sql`state = 'waiting'`),
    index("work_items_due").on(t.kind, t.dueAt).where(sql`state = 'waiting'`),
    index("work_items_effect").on(t.effectAt).where(sql`state IN ('decided', 'leaving')`),
    index("work_items_lease").on(t.leasedBy, t.kind).where(sql`leased_by IS NOT NULL AND state <> 'done'`),
    index("work_items_member").on(t.memberId),
  ],
);
