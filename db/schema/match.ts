import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** Answers by question. One row per member, since all are read together. */
export const matchAnswers = sqliteTable("match_answers", {
  memberId: text("member_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  answers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
  answeredAt: integer("answered_at").notNull(),
});
