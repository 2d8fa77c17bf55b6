import type { SQL } from "drizzle-orm";
import { chatPhotos, photoHashes, photos, profiles } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { PhotoHash } from "./photo-hash.vocabulary.ts";

export const BANDS = ["band0", "band1", "band2", "band3"] as const;

const p = aliased(photos, "p");
const m = aliased(profiles, "m");
const c = aliased(chatPhotos, "c");

const valuesOf = (hash: PhotoHash) =>
  sql.join(
    hash.map((band) => sql`${band}`),
    sql`, `,
  );

/** Follows the insertion of the photo in its batch. A repeated id changes nothing. */
export function hashInsertion(photo: string, hash: PhotoHash): SQL {
  return sql`INSERT INTO ${into(photoHashes, "id", "pool", "photoId", ...BANDS)}
    SELECT ${p.id}, ${m.pool}, ${p.id}, ${valuesOf(hash)} FROM ${p} JOIN ${m} ON ${m.id} = ${p.profileId} WHERE ${p.id} = ${photo}
    ON CONFLICT DO NOTHING`;
}

/** The same for a photo of a chat. */
export function chatHashInsertion(photo: string, hash: PhotoHash): SQL {
  return sql`INSERT INTO ${into(photoHashes, "id", "pool", "chatPhotoId", ...BANDS)}
    SELECT ${c.id}, ${m.pool}, ${c.id}, ${valuesOf(hash)} FROM ${c} JOIN ${m} ON ${m.id} = ${c.senderId} WHERE ${c.id} = ${photo}
    ON CONFLICT DO NOTHING`;
}
