import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { photos, profiles } from "#db/schema/index.ts";

export type PhotosStore = ReturnType<typeof createPhotosStore>;

interface NewPhoto {
  id: string;
  profileId: string;
  key: string;
  now: number;
}

export interface Inspected {
  id: string;
  key: string;
  profileId: string;
  name: string;
  createdAt: number;
}

export function createPhotosStore(db: Database) {
  return {
    /** Returns the position, or null at `limit`. A repeated id changes nothing. */
    async add({ id, profileId, key, now }: NewPhoto, limit: number): Promise<number | null> {
      const [, rows] = await rowsOf<[unknown, { position: number }]>(db, [
        sql`INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
          SELECT ${id}, ${profileId}, ${key},
            COALESCE((SELECT MAX(position) + 1 FROM photos WHERE profile_id = ${profileId}), 0), 'inspection', 'public', ${now}
          WHERE (SELECT COUNT(*) FROM photos WHERE profile_id = ${profileId} AND status <> 'rejected') < ${limit}
          ON CONFLICT (id) DO NOTHING`,
        sql`SELECT position FROM photos WHERE id = ${id} AND profile_id = ${profileId}`,
      ]);
      return rows[0]?.position ?? null;
    },

    /** Returns the key, or null for a missing or hidden photo. */
    async setMain(profileId: string, id: string): Promise<string | null> {
      const [rows] = await rowsOf<[{ key: string }]>(db, [
        sql`UPDATE profiles SET main_photo = p.key FROM (
            SELECT key FROM photos WHERE id = ${id} AND profile_id = ${profileId} AND status = 'active' AND visibility = 'public'
          ) AS p WHERE id = ${profileId} RETURNING main_photo AS key`,
      ]);
      return rows[0]?.key ?? null;
    },

    /** Returns the main photo afterwards. */
    async remove(profileId: string, id: string): Promise<string | null> {
      const [, , rows] = await rowsOf<[unknown, unknown, { mainPhoto: string | null }]>(db, [
        sql`DELETE FROM photos WHERE id = ${id} AND profile_id = ${profileId}`,
        sql`UPDATE profiles SET main_photo = (
            SELECT key FROM photos
            WHERE profile_id = ${profileId} AND status = 'active' AND visibility = 'public' ORDER BY position LIMIT 1
          ) WHERE id = ${profileId} AND NOT EXISTS (SELECT 1 FROM photos WHERE profile_id = ${profileId} AND key = main_photo)`,
        sql`SELECT main_photo AS mainPhoto FROM profiles WHERE id = ${profileId}`,
      ]);
      return rows[0]?.mainPhoto ?? null;
    },

    /** The first approved photo becomes the main one. False when already decided. */
    async decide(id: string, status: "active" | "rejected"): Promise<boolean> {
      const [decided] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE photos SET status = ${status} WHERE id = ${id} AND status = 'inspection' RETURNING id`,
        sql`UPDATE profiles SET main_photo = p.key FROM (
            SELECT key, profile_id FROM photos WHERE id = ${id} AND status = 'active' AND visibility = 'public'
          ) AS p WHERE profiles.id = p.profile_id AND main_photo IS NULL`,
      ]);
      return decided.length > 0;
    },

    async ownerOf(id: string): Promise<string | null> {
      const [row] = await db.select({ id: photos.profileId }).from(photos).where(eq(photos.id, id));
      return row?.id ?? null;
    },

    /** Oldest first. */
    async inspected(most: number): Promise<Inspected[]> {
      return db
        .select({ id: photos.id, key: photos.key, profileId: photos.profileId, name: profiles.name, createdAt: photos.createdAt })
        .from(photos)
        .innerJoin(profiles, eq(profiles.id, photos.profileId))
        .where(eq(photos.status, "inspection"))
        .orderBy(asc(photos.createdAt))
        .limit(most);
    },
  };
}
