import type { SQL } from "drizzle-orm";
import { heldTexts, profiles, reportProofs, voiceAnswers } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const p = aliased(profiles, "p");
const h = aliased(heldTexts, "h");
const f = aliased(reportProofs, "f");

/** Finds recordings that nothing names. A refused text keeps its recording while its member may object. */
export const UNWANTED_ANSWERS = {
  table: sql`${voiceAnswers}`,
  work: (window: SQL, before: number): SQL[] => {
    const { memberId, key } = voiceAnswers;
    const named = (one: typeof p | typeof h | typeof f, owner: unknown, text: unknown) =>
      sql`EXISTS (SELECT 1 FROM ${one} WHERE ${owner} = ${voiceAnswers}.${memberId} AND instr(${text}, ${voiceAnswers}.${key}) > 0)`;
    return [
      sql`UPDATE ${voiceAnswers} SET ${voiceAnswers.unwanted} = 1 WHERE ${window} AND ${voiceAnswers.createdAt} < ${before}
        AND NOT ${named(p, p.id, p.prompts)} AND NOT ${named(h, h.memberId, h.value)} AND NOT ${named(f, f.memberId, f.proof)}`,
    ];
  },
};
