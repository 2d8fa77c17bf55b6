import type { Database } from "#db/client.ts";
import { COUNT_LIKES, LIKES_WAIT } from "#db/like-figures.ts";
import { COUNT_MESSAGES } from "#db/message-figures.ts";
import { rowsOf } from "#db/raw.ts";
import { dailyFigures, domains } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

export type FiguresStore = ReturnType<typeof createFiguresStore>;

export interface FigureRow {
  day: number;
  name: string;
  part: string;
  value: number;
}

const f = aliased(dailyFigures, "f");

/** Steps of one run at most. */
const STEPS = 20;

export function createFiguresStore(db: Database) {
  return {
    async countMessages(): Promise<void> {
      for (let step = 0, more = true; more && step < STEPS; step++) {
        const results = await db.$client.batch<{ more: number }>(COUNT_MESSAGES.map((query) => db.$client.prepare(query)));
        more = results.at(-1)?.results[0]?.more === 1;
      }
    },

    /** With the news of likes that wait for a mail. */
    async countLikes(now: number): Promise<void> {
      for (let step = 0, more = true; more && step < STEPS; step++) {
        const results = await db.$client.batch<{ more: number }>(
          COUNT_LIKES.map((query) => db.$client.prepare(query).bind(now - LIKES_WAIT)),
        );
        more = results.at(-1)?.results[0]?.more === 1;
      }
    },

    /** `domain` null for all. Both days are included. */
    async read(domain: string | null, from: number, to: number) {
      const which = sql`SELECT ${domains.id} FROM ${domains} WHERE ${domain} IS NULL OR ${domains.id} = ${domain}`;
      const [rows, sites] = await rowsOf<[FigureRow, { id: string; name: string }]>(db, [
        sql`SELECT ${f.day} AS day, ${f.name} AS name, ${f.part} AS part, sum(${f.value}) AS value FROM ${f}
          WHERE ${f.domainId} IN (${which}) AND ${f.day} BETWEEN ${from} AND ${to} GROUP BY 1, 2, 3`,
        sql`SELECT ${domains.id} AS id, json_extract(${domains.settings}, '$.settings.name') AS name FROM ${domains} ORDER BY 2, 1`,
      ]);
      return { rows, sites };
    },
  };
}
