import type { SQL } from "drizzle-orm";
import type { PHOTO_REASONS } from "#db/schema/attributes.ts";
import { complaints, noticedPhotos, photos, profiles } from "#db/schema/index.ts";
import { aliased, jsonOf, sql } from "#db/sql.ts";

/** Columns that a rule reads of a photo. None is a boolean or JSON, which D1 answers raw. */
export const PHOTO_KEYS = [
  "id",
  "key",
  "position",
  "status",
  "visibility",
  "rejectedFor",
  "checkedAt",
  "rejectedAt",
  "comparedAt",
  "width",
  "height",
  "preview",
] as const;

type Listed = Pick<typeof photos.$inferSelect, (typeof PHOTO_KEYS)[number]>;

export function photoListOf(profileId: SQL): SQL<Listed[]> {
  return sql`(SELECT json_group_array(${jsonOf(photos, PHOTO_KEYS)}) FROM ${photos} WHERE ${photos.profileId} = ${profileId})`;
}

const n = aliased(noticedPhotos, "n");
const k = aliased(complaints, "k");

/** An open notice hides it (decision 104): it is decided with the notice, and nowhere else. Of profiles and chats. */
export function underNotice(photoId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${n} JOIN ${k} ON ${k.id} = ${n.noticeId} WHERE ${n.photoId} = ${photoId}
    AND ${n.state} = 'hidden' AND ${k.answeredAt} IS NULL AND ${k.closedAt} IS NULL)`;
}

/** A photo that was approved meanwhile is shown once the notice is not agreed with. */
export function shownAfterNotice(photoId: string): SQL {
  return sql`UPDATE ${noticedPhotos} SET ${noticedPhotos.wasShown} = 1
    WHERE ${noticedPhotos.photoId} = ${photoId} AND ${noticedPhotos.state} = 'hidden'`;
}

export const SHOWN = sql`${photos.status} = 'active' AND ${photos.visibility} = 'public'`;

/** Assigns key, preview and mark of the first photo of `which`, or none. */
export function mainFrom(which: SQL): SQL {
  return sql`(${profiles.mainPhoto}, ${profiles.mainPreview}, ${profiles.photoChecked}) = (
    SELECT max(${photos.key}), max(${photos.preview}), count(${photos.checkedAt}) FROM (
      SELECT ${photos.key}, ${photos.preview}, ${photos.checkedAt} FROM ${photos} WHERE ${which}
      ORDER BY ${photos.position} LIMIT 1))`;
}

/** Without a main photo, or when it is no longer public, the first public one follows. */
export function replaceMain(profileId: string): SQL {
  return sql`UPDATE ${profiles} SET ${mainFrom(sql`${photos.profileId} = ${profileId} AND ${SHOWN}`)}
    WHERE ${profiles.id} = ${profileId} AND NOT EXISTS (SELECT 1 FROM ${photos}
      WHERE ${photos.profileId} = ${profileId} AND ${photos.key} = ${profiles.mainPhoto} AND ${SHOWN})`;
}

/** Also of a photo that was approved before. */
export function photoRefused(id: string, profileId: string, why: (typeof PHOTO_REASONS)[number], now: number): [SQL, SQL] {
  return [
    sql`UPDATE ${photos} SET ${photos.status} = 'rejected', ${photos.rejectedFor} = ${why}, ${photos.checkedAt} = NULL,
        ${photos.rejectedAt} = ${now}
      WHERE ${photos.id} = ${id} AND ${photos.profileId} = ${profileId} AND ${photos.status} <> 'rejected'`,
    replaceMain(profileId),
  ];
}
