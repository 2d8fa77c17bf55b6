import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { earlierTexts, profiles, textSketches } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { ProfileRow } from "#worker/members/card.ts";
import { sketchesOf } from "./copied-texts.ts";

/** Profiles a run of the cron. */
const AT_ONCE = 50;

const e = aliased(earlierTexts, "e");
const p = aliased(profiles, "p");
const s = textSketches;

type Row = Pick<ProfileRow, "id" | "pool" | "name" | "about"> & { prompts: string };

/** Sketches of texts that were saved before there were sketches: a list that migration 0069 made, and that ends. */
export function createEarlierTexts(db: Database) {
  return {
    async sweep(): Promise<void> {
      const [rows] = await rowsOf<[Row]>(db, [
        sql`SELECT ${p.id}, ${p.pool}, ${p.name}, ${p.about}, ${p.prompts} FROM ${e} JOIN ${p} ON ${p.id} = ${e.memberId}
          ORDER BY ${e.memberId} LIMIT ${AT_ONCE}`,
      ]);
      if (rows.length > 0) await rowsOf<unknown[]>(db, rows.flatMap(compared));
    },
  };
}

/** A text that was saved meanwhile has its own sketches. */
function compared({ id, pool, name, about, prompts }: Row) {
  const isAsRead = sql`EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${id} AND ${p.about} = ${about} AND ${p.prompts} = ${prompts})`;
  const sketches = sketchesOf({ about, prompts: JSON.parse(prompts) as ProfileRow["prompts"] }, name);
  return [
    ...sketches.map(
      ({ part, sketch, keys: [key0, key1, key2, key3] }) =>
        sql`INSERT INTO ${into(s, "memberId", "part", "pool", "sketch", "key0", "key1", "key2", "key3")}
          SELECT ${id}, ${part}, ${pool}, ${sketch}, ${key0}, ${key1}, ${key2}, ${key3} WHERE ${isAsRead} ON CONFLICT DO NOTHING`,
    ),
    sql`DELETE FROM ${earlierTexts} WHERE ${earlierTexts.memberId} = ${id}`,
  ];
}
