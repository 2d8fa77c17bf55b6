import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { earlierTexts, profiles, textSketches } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { TextSketch } from "./copied-texts.ts";

export interface EarlierText {
  id: string;
  pool: string;
  name: string;
  about: string;
  /** JSON. */
  prompts: string;
}

const e = aliased(earlierTexts, "e");
const p = aliased(profiles, "p");

export type EarlierTextsStore = ReturnType<typeof createEarlierTextsStore>;

export function createEarlierTextsStore(db: Database) {
  return {
    async next(most: number): Promise<EarlierText[]> {
      const [rows] = await rowsOf<[EarlierText]>(db, [
        sql`SELECT ${p.id}, ${p.pool}, ${p.name}, ${p.about}, ${p.prompts} FROM ${e} JOIN ${p} ON ${p.id} = ${e.memberId}
          ORDER BY ${e.memberId} LIMIT ${most}`,
      ]);
      return rows;
    },

    /** One transaction. A text that was saved meanwhile has its own sketches. */
    async keep(compared: readonly { text: EarlierText; sketches: TextSketch[] }[]): Promise<void> {
      await rowsOf<unknown[]>(db, compared.flatMap(kept));
    },
  };
}

function kept({ text: { id, pool, about, prompts }, sketches }: { text: EarlierText; sketches: TextSketch[] }) {
  const isAsRead = sql`EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${id} AND ${p.about} = ${about} AND ${p.prompts} = ${prompts})`;
  return [
    ...sketches.map(
      ({ part, sketch, keys: [key0, key1, key2, key3] }) =>
        sql`INSERT INTO ${into(textSketches, "memberId", "part", "pool", "sketch", "key0", "key1", "key2", "key3")}
          SELECT ${id}, ${part}, ${pool}, ${sketch}, ${key0}, ${key1}, ${key2}, ${key3} WHERE ${isAsRead} ON CONFLICT DO NOTHING`,
    ),
    sql`DELETE FROM ${earlierTexts} WHERE ${earlierTexts.memberId} = ${id}`,
  ];
}
