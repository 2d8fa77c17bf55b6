import type { SQL } from "drizzle-orm";
import { signals } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { PART_NAMES, type SignalPart } from "./signals.vocabulary.ts";

/** Adds to the counts of a member; a trigger keeps the score. `from`: a FROM with a WHERE, which decides whether to write. */
export function noted(memberId: string, counts: Partial<Record<SignalPart, number>>, now: number, from: SQL): SQL {
  const values = PART_NAMES.map((part) => sql`${counts[part] ?? 0}`);
  const { openers, blocks, money, contacts, prints, updatedAt } = signals;
  return sql`INSERT INTO ${into(signals, "memberId", ...PART_NAMES, "updatedAt")}
    SELECT ${memberId}, ${sql.join(values, sql`, `)}, ${now} ${from}
    ON CONFLICT (member_id) DO UPDATE SET ${openers} = ${openers} + excluded.openers, ${blocks} = ${blocks} + excluded.blocks,
      ${money} = ${money} + excluded.money, ${contacts} = ${contacts} + excluded.contacts, ${prints} = ${prints} + excluded.prints,
      ${updatedAt} = excluded.updated_at`;
}
