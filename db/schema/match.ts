import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** A member's answers to the match finder, by question: one row a member, since they are only ever read together. */
export const matchAnswers = sqliteTable("match_answers", {
  memberId: text("member_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  answers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
  answeredAt: integer("answered_at").notNull(),
});
