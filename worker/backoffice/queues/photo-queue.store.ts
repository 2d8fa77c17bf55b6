import type { Database } from "#db/client.ts";
import { chatPhotos, photoHashes, photos, profiles, workItems } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { strikesOf } from "#worker/backoffice/decisions/strikes.sql.ts";
import { faceOf } from "./face.sql.ts";

const w = aliased(workItems, "w");
const ph = aliased(photos, "ph");
const cp = aliased(chatPhotos, "cp");
const h = aliased(photoHashes, "h");
const p = aliased(profiles, "p");

export interface LookedAt {
  item: string;
  domainId: string;
  of: "profile" | "chat";
  name: string;
  birthDate: string;
  width: number | null;
  height: number | null;
  shown: number;
  refused: number;
  strikes: number;
  face: string | null;
  photo: string;
  member: string;
  pool: string;
  /** Four numbers as JSON; null for a photo without a hash. */
  bands: string | null;
}

export type PhotoQueueStore = ReturnType<typeof createPhotoQueueStore>;

/** Photos in the hands of one staff member: leased, or decided and not yet effective. */
export function createPhotoQueueStore(db: Database) {
  const leased = (staffId: string, now: number) => sql`${w.kind} = 'photo' AND ${w.leasedBy} = ${staffId}
    AND ((${w.state} = 'waiting' AND ${w.leasedUntil} > ${now}) OR ${w.state} = 'decided')`;

  return {
    async looks(staffId: string, now: number, since: number): Promise<LookedAt[]> {
      return db.all<LookedAt>(sql`SELECT ${w.id} AS item, ${w.domainId} AS domainId, iif(${ph.id} IS NULL, 'chat', 'profile') AS of,
          ${p.name} AS name, ${p.birthDate} AS birthDate, coalesce(${ph.width}, ${cp.width}) AS width,
          coalesce(${ph.height}, ${cp.height}) AS height,
          (SELECT count(*) FROM ${photos} WHERE ${photos.profileId} = ${p.id} AND ${photos.status} = 'active') AS shown,
          (SELECT count(*) FROM ${photos} WHERE ${photos.profileId} = ${p.id} AND ${photos.status} = 'rejected') AS refused,
          ${strikesOf(p.id, since)} AS strikes, ${faceOf(p.id)} AS face,
          ${w.objectId} AS photo, ${p.id} AS member, ${w.pool}, (SELECT json_array(${h.band0}, ${h.band1}, ${h.band2}, ${h.band3})
            FROM ${h} WHERE ${h.photoId} = ${w.objectId} OR ${h.chatPhotoId} = ${w.objectId}) AS bands
        FROM ${w} JOIN ${p} ON ${p.id} = ${w.memberId} LEFT JOIN ${ph} ON ${ph.id} = ${w.objectId}
          LEFT JOIN ${cp} ON ${cp.id} = ${w.objectId} WHERE ${leased(staffId, now)}`);
    },

    async keyOf(item: string, staffId: string, now: number): Promise<string | null> {
      const [row] = await db.all<{ key: string | null }>(sql`SELECT coalesce(${ph.key}, ${cp.key}) AS key
        FROM ${w} LEFT JOIN ${ph} ON ${ph.id} = ${w.objectId} LEFT JOIN ${cp} ON ${cp.id} = ${w.objectId}
        WHERE ${w.id} = ${item} AND ${leased(staffId, now)}`);
      return row?.key ?? null;
    },
  };
}
