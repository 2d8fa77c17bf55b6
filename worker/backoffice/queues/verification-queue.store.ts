import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { Gesture } from "#db/schema/attributes.ts";
import { photos, profiles, verifications, workItems } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";
import { faceOf } from "./face.sql.ts";

const w = aliased(workItems, "w");
const v = aliased(verifications, "v");
const e = aliased(verifications, "e");
const ph = aliased(photos, "ph");
const p = aliased(profiles, "p");

export interface Proof {
  item: string;
  member: string;
  face: string | null;
  domainId: string;
  name: string;
  birthDate: string;
  gesture: Gesture;
  photos: string[];
  refused: number;
}

export type VerificationQueueStore = ReturnType<typeof createVerificationQueueStore>;

/** Only of proofs in the hands of this staff member. */
export function createVerificationQueueStore(db: Database) {
  const FROM = sql`${w} JOIN ${v} ON ${v.id} = ${w.objectId}`;
  const leased = (staffId: string, now: number) => sql`${w.kind} = 'verification' AND ${isLeasedTo(w, staffId, now)}`;
  const compared = sql`${ph.profileId} = ${v.memberId} AND ${ph.status} = 'active'
    AND ${ph.id} IN (SELECT value FROM json_each(${v.photos}))`;

  return {
    async inHand(staffId: string, now: number): Promise<Proof[]> {
      const [rows] = await rowsOf<[Omit<Proof, "photos"> & { photos: string }]>(db, [
        sql`SELECT ${w.id} AS item, ${w.domainId} AS domainId, ${p.name}, ${p.birthDate} AS birthDate, ${v.gesture},
            (SELECT json_group_array(id) FROM (SELECT ${ph.id} AS id FROM ${ph} WHERE ${compared}
              ORDER BY ${ph.key} IS NOT ${p.mainPhoto}, ${ph.position})) AS photos,
            (SELECT count(*) FROM ${e} WHERE ${e.memberId} = ${v.memberId} AND ${e.status} = 'refused') AS refused,
            ${p.id} AS member, ${faceOf(p.id)} AS face
          FROM ${FROM} JOIN ${p} ON ${p.id} = ${v.memberId} WHERE ${leased(staffId, now)}`,
      ]);
      return rows.map((row) => ({ ...row, photos: JSON.parse(row.photos) as string[] }));
    },

    /** R2 key of the proof, or of a photo beside it. */
    async keyOf(item: string, photo: string | null, staffId: string, now: number): Promise<string | null> {
      const key = photo === null ? v.key : sql`(SELECT ${ph.key} FROM ${ph} WHERE ${ph.id} = ${photo} AND ${compared})`;
      const [rows] = await rowsOf<[{ key: string | null }]>(db, [
        sql`SELECT ${key} AS key FROM ${FROM} WHERE ${w.id} = ${item} AND ${leased(staffId, now)}`,
      ]);
      return rows[0]?.key ?? null;
    },
  };
}
