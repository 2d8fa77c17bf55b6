import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { photos, profiles } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";

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
        sql`INSERT INTO ${into(photos, "id", "profileId", "key", "position", "status", "visibility", "createdAt")}
          SELECT ${id}, ${profileId}, ${key},
            COALESCE((SELECT MAX(${photos.position}) + 1 FROM ${photos} WHERE ${photos.profileId} = ${profileId}), 0),
            'inspection', 'public', ${now}
          WHERE (SELECT COUNT(*) FROM ${photos}
            WHERE ${photos.profileId} = ${profileId} AND ${photos.status} <> 'rejected') < ${limit}
          ON CONFLICT (${photos.id}) DO NOTHING`,
        sql`SELECT ${photos.position} FROM ${photos} WHERE ${photos.id} = ${id} AND ${photos.profileId} = ${profileId}`,
      ]);
      return rows[0]?.position ?? null;
    },

    /** Returns the key, or null for a missing or hidden photo. */
    async setMain(profileId: string, id: string): Promise<string | null> {
      const [rows] = await rowsOf<[{ key: string }]>(db, [
        sql`UPDATE ${profiles} SET ${profiles.mainPhoto} = p.${photos.key} FROM (
            SELECT ${photos.key} FROM ${photos} WHERE ${photos.id} = ${id} AND ${photos.profileId} = ${profileId}
              AND ${photos.status} = 'active' AND ${photos.visibility} = 'public'
          ) AS p WHERE ${profiles.id} = ${profileId} RETURNING ${profiles.mainPhoto} AS key`,
      ]);
      return rows[0]?.key ?? null;
    },

    /** Returns the main photo afterwards. */
    async remove(profileId: string, id: string): Promise<string | null> {
      const [, , rows] = await rowsOf<[unknown, unknown, { mainPhoto: string | null }]>(db, [
        sql`DELETE FROM ${photos} WHERE ${photos.id} = ${id} AND ${photos.profileId} = ${profileId}`,
        sql`UPDATE ${profiles} SET ${profiles.mainPhoto} = (
            SELECT ${photos.key} FROM ${photos}
            WHERE ${photos.profileId} = ${profileId} AND ${photos.status} = 'active' AND ${photos.visibility} = 'public'
            ORDER BY ${photos.position} LIMIT 1
          ) WHERE ${profiles.id} = ${profileId} AND NOT EXISTS (SELECT 1 FROM ${photos}
            WHERE ${photos.profileId} = ${profileId} AND ${photos.key} = ${profiles.mainPhoto})`,
        sql`SELECT ${profiles.mainPhoto} AS mainPhoto FROM ${profiles} WHERE ${profiles.id} = ${profileId}`,
      ]);
      return rows[0]?.mainPhoto ?? null;
    },

    /** The first approved photo becomes the main one. False when already decided. */
    async decide(id: string, status: "active" | "rejected"): Promise<boolean> {
      const [decided] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${photos} SET ${photos.status} = ${status} WHERE ${photos.id} = ${id} AND ${photos.status} = 'inspection'
          RETURNING ${photos.id}`,
        sql`UPDATE ${profiles} SET ${profiles.mainPhoto} = p.${photos.key} FROM (
            SELECT ${photos.key}, ${photos.profileId} FROM ${photos}
              WHERE ${photos.id} = ${id} AND ${photos.status} = 'active' AND ${photos.visibility} = 'public'
          ) AS p WHERE ${profiles}.${profiles.id} = p.${photos.profileId} AND ${profiles.mainPhoto} IS NULL`,
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
