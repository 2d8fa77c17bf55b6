import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./members.ts";

/** Keys in R2 of recorded answers. The answers in `profiles.prompts` and `held_texts` name them by this key. Decision 148. */
export const voiceAnswers = sqliteTable(
  "voice_answers",
  {
    /** Prefix of the object's name in R2. */
    key: text().primaryKey(),
    memberId: text("member_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    /** No text and no proof names it any more: the cron erases the file. */
    unwanted: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [index("voice_answers_member").on(t.memberId), index("voice_answers_unwanted").on(t.createdAt).where(sql`unwanted = 1`)],
);
