import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { Gesture } from "#db/schema/attributes.ts";
import { ageChecks, profiles, workItems } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";

const w = aliased(workItems, "w");
const k = aliased(ageChecks, "k");
const e = aliased(ageChecks, "e");
const p = aliased(profiles, "p");

interface Look {
  item: string;
  member: string;
  domainId: string;
  name: string;
  gesture: Gesture;
  refused: number;
}

export type AgeCheckQueueStore = ReturnType<typeof createAgeCheckQueueStore>;

/** Only of checks in the hands of this staff member. */
export function createAgeCheckQueueStore(db: Database) {
  const FROM = sql`${w} JOIN ${k} ON ${k.id} = ${w.objectId}`;
  const leased = (staffId: string, now: number) =>
    sql`${w.kind} = 'age' AND ${k.status} = 'waiting' AND ${isLeasedTo(w, staffId, now)}`;

  return {
    async inHand(staffId: string, now: number): Promise<Look[]> {
      const [rows] = await rowsOf<[Look]>(db, [
        sql`SELECT ${w.id} AS item, ${p.id} AS member, ${w.domainId} AS domainId, ${p.name}, ${k.gesture},
            (SELECT count(*) FROM ${e} WHERE ${e.accountId} = ${k.accountId} AND ${e.status} = 'refused') AS refused
          FROM ${FROM} JOIN ${p} ON ${p.id} = ${k.accountId} WHERE ${leased(staffId, now)}`,
      ]);
      return rows;
    },

    async keyOf(item: string, picture: "pose" | "document", staffId: string, now: number): Promise<string | null> {
      const [rows] = await rowsOf<[{ key: string | null }]>(db, [
        sql`SELECT ${k[picture]} AS key FROM ${FROM} WHERE ${w.id} = ${item} AND ${leased(staffId, now)}`,
      ]);
      return rows[0]?.key ?? null;
    },
  };
}
