import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { voiceAnswers } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { isNamed } from "./unwanted-answers.sql.ts";

const v = aliased(voiceAnswers, "v");

export type VoiceAnswersStore = ReturnType<typeof createVoiceAnswersStore>;

export function createVoiceAnswersStore(db: Database) {
  return {
    async add(row: typeof voiceAnswers.$inferInsert): Promise<void> {
      await db.insert(voiceAnswers).values(row);
    },

    /** Oldest first. Asked again: a report may have copied it since. */
    unwanted: (most: number): Promise<{ key: string; owner: string }[]> =>
      db.all(sql`SELECT ${v.key}, ${v.memberId} AS owner FROM ${v} INDEXED BY voice_answers_unwanted
        WHERE ${v.unwanted} = 1 AND NOT ${isNamed(sql`${v.memberId}`, sql`${v.key}`)} ORDER BY ${v.createdAt} LIMIT ${most}`),

    /** Call after the object is erased. */
    async forget(key: string): Promise<void> {
      await db.delete(voiceAnswers).where(eq(voiceAnswers.key, key));
    },
  };
}
