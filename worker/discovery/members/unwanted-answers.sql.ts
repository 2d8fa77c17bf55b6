import type { SQL } from "drizzle-orm";
import { heldTexts, profiles, reportProofs, voiceAnswers } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const p = aliased(profiles, "p");
const h = aliased(heldTexts, "h");
const f = aliased(reportProofs, "f");

/** An answer, a held text or a proof of the owner names the recording. A refused text keeps it while its member may object. */
export function isNamed(owner: SQL, key: SQL): SQL {
  const named = (one: typeof p | typeof h | typeof f, member: unknown, text: unknown) =>
    sql`EXISTS (SELECT 1 FROM ${one} WHERE ${member} = ${owner} AND instr(${text}, ${key}) > 0)`;
  return sql`(${named(p, p.id, p.prompts)} OR ${named(h, h.memberId, h.value)} OR ${named(f, f.memberId, f.proof)})`;
}

/** Finds recordings that nothing names. */
export const UNWANTED_ANSWERS = {
  table: sql`${voiceAnswers}`,
  work: (window: SQL, before: number): SQL[] => {
    const [owner, key] = [sql`${voiceAnswers}.${voiceAnswers.memberId}`, sql`${voiceAnswers}.${voiceAnswers.key}`];
    return [
      sql`UPDATE ${voiceAnswers} SET ${voiceAnswers.unwanted} = 1
        WHERE ${window} AND ${voiceAnswers.createdAt} < ${before} AND NOT ${isNamed(owner, key)}`,
    ];
  },
};
