import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { HELD_CAUSES, HELD_FIELDS, type HeldCause } from "./attributes.ts";
import { profiles } from "./members.ts";

/** New texts of profiles that a person looks at first. `profiles` has what others see. Triggers add and close the work items. */
export const heldTexts = sqliteTable(
  "held_texts",
  {
    id: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    field: text({ enum: HELD_FIELDS }).notNull(),
    /** In the form of the profile's column. */
    value: text().notNull(),
    causes: text({ mode: "json" }).$type<HeldCause[]>().notNull(),
    /** `past`: refused, and the member has said something else since. An approved row goes at once. */
    status: text({ enum: ["waiting", "refused", "past"] }).notNull(),
    decisionId: text("decision_id"),
    heldAt: integer("held_at").notNull(),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    uniqueIndex("held_texts_waiting").on(t.memberId, t.field).where(sql`status = 'waiting'`),
    index("held_texts_member").on(t.memberId, t.heldAt),
    uniqueIndex("held_texts_decision").on(t.decisionId).where(sql`decision_id IS NOT NULL`),
    index("held_texts_kept").on(t.decidedAt).where(sql`decided_at IS NOT NULL`),
    check("held_text_field", sql`${t.field} IN (${sql.raw(HELD_FIELDS.map((one) => `'${one}'`).join(", "))})`),
    check("held_text_causes", sql`json_array_length(${t.causes}) BETWEEN 1 AND ${sql.raw(String(HELD_CAUSES.length))}`),
    check("held_text_decided", sql`(${t.decidedAt} IS NULL) = (${t.status} = 'waiting')`),
    check("held_text_status", sql`${t.status} IN ('waiting', 'refused', 'past')`),
    check("held_text_refused", sql`(${t.decisionId} IS NULL) = (${t.status} = 'waiting')`),
  ],
);

/** Sketches of long texts of profiles, as last written, whether shown or held (worker/discovery/signals/text-sketch.ts). */
export const textSketches = sqliteTable(
  "text_sketches",
  {
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** `about`, or the question of an answer. */
    part: text().notNull(),
    pool: text().notNull(),
    sketch: text().notNull(),
    key0: integer().notNull(),
    key1: integer().notNull(),
    key2: integer().notNull(),
    key3: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.part] }),
    index("text_sketches_0").on(t.pool, t.key0),
    index("text_sketches_1").on(t.pool, t.key1),
    index("text_sketches_2").on(t.pool, t.key2),
    index("text_sketches_3").on(t.pool, t.key3),
  ],
);
