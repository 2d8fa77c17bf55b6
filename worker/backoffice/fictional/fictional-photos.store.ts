import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { domains, fictionalPhotos, photos, profiles, staffAudit, staffMembers } from "#db/schema/index.ts";
import type { PictureOrigin } from "#db/schema/picture-origins.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";
import { hashInsertion } from "#worker/discovery/photos/photo-hashes.sql.ts";
import { photosInOrder } from "#worker/discovery/photos/photo-order.sql.ts";
import { replaceMain } from "#worker/people/identity/photos.sql.ts";

export interface NewFictionalPhoto {
  id: string;
  profileId: string;
  key: string;
  width: number;
  height: number;
  preview: string | null;
  hash: PhotoHash | null;
  origin: PictureOrigin;
  source: string;
  staffId: string;
  now: number;
}

interface ShownPhoto {
  id: string;
  key: string;
  status: "inspection" | "active" | "rejected";
  main: number;
  origin: PictureOrigin | null;
  source: string | null;
  by: string | null;
}

const f = aliased(photos, "f");
const s = aliased(fictionalPhotos, "s");
const m = aliased(staffMembers, "m");
const p = aliased(profiles, "p");
const COLUMNS = [
  ...(["id", "profileId", "key", "position", "status", "visibility", "width", "height", "preview", "createdAt"] as const),
] as const;
const DONE = sql`changes() = 1`;

export type FictionalPhotosStore = ReturnType<typeof createFictionalPhotosStore>;

export function createFictionalPhotosStore(db: Database) {
  return {
    /** In their order, with what staff stated. */
    async of(profileId: string): Promise<ShownPhoto[]> {
      return db.all<ShownPhoto>(sql`SELECT ${selected(f, ["id", "key", "status"])}, ${f.key} IS ${p.mainPhoto} AS main, ${selected(s, ["origin", "source"])},
          coalesce(${m.name}, ${s.staffId}) AS by
        FROM ${f} JOIN ${p} ON ${p.id} = ${f.profileId} AND ${p.fictional} = 1
        LEFT JOIN ${s} ON ${s.photoId} = ${f.id} LEFT JOIN ${m} ON ${m.id} = ${s.staffId}
        WHERE ${f.profileId} = ${profileId} ORDER BY ${f.position}`);
    },

    /** Of a fictional profile; null for any other photo. */
    async keyOf(id: string): Promise<string | null> {
      const [row] = await db.all<{ key: string }>(sql`SELECT ${f.key} FROM ${f}
        JOIN ${p} ON ${p.id} = ${f.profileId} AND ${p.fictional} = 1 WHERE ${f.id} = ${id}`);
      return row?.key ?? null;
    },

    /** Of the database: a picture of a neighbouring site's member is a member's too. */
    async pools(): Promise<string[]> {
      const rows = await db.selectDistinct({ pool: domains.pool }).from(domains);
      return rows.map(({ pool }) => pool);
    },

    /** Whether one of these is a member. */
    async isMember(ids: readonly string[]): Promise<boolean> {
      const rows = await db.all(sql`SELECT 1 AS one FROM ${p}
        WHERE ${p.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${p.fictional} = 0 LIMIT 1`);
      return rows.length > 0;
    },

    /** Shown at once: staff have looked at it. False at `limit`, and for a profile that has ended meanwhile. */
    async add(photo: NewFictionalPhoto, limit: number, audit: AuditRow): Promise<boolean> {
      const { id, profileId, key, width, height, preview, hash, origin, source, staffId, now } = photo;
      const [added] = await rowsOf<[{ id: string }, ...unknown[]]>(db, [
        sql`INSERT INTO ${into(photos, ...COLUMNS)}
          SELECT ${id}, ${p.id}, ${key}, coalesce((SELECT max(${f.position}) + 1 FROM ${f} WHERE ${f.profileId} = ${p.id}), 0),
            'active', 'public', ${width}, ${height}, ${preview}, ${now}
          FROM ${p} WHERE ${p.id} = ${profileId} AND ${p.fictional} = 1 AND ${p.status} IN ('active', 'hidden')
            AND (SELECT count(*) FROM ${f} WHERE ${f.profileId} = ${p.id}) < ${limit}
          RETURNING ${photos.id} AS id`,
        insertWhere(staffAudit, audit, DONE),
        sql`INSERT INTO ${into(fictionalPhotos, "photoId", "profileId", "origin", "source", "staffId", "createdAt")}
          SELECT ${id}, ${profileId}, ${origin}, ${source}, ${staffId}, ${now}
          WHERE EXISTS (SELECT 1 FROM ${f} WHERE ${f.id} = ${id})`,
        ...(hash ? [hashInsertion(id, hash)] : []),
        replaceMain(profileId),
      ]);
      return added.length === 1;
    },

    async order(profileId: string, ids: readonly string[], audit: AuditRow): Promise<void> {
      await rowsOf<unknown[]>(db, [...photosInOrder(profileId, ids), insertWhere(staffAudit, audit, sql`1`)]);
    },

    /** False for one that is gone. */
    async remove(profileId: string, id: string, audit: AuditRow): Promise<boolean> {
      const [removed] = await rowsOf<[{ id: string }, ...unknown[]]>(db, [
        sql`DELETE FROM ${photos} WHERE ${photos.id} = ${id} AND ${photos.profileId} = ${profileId} RETURNING ${photos.id} AS id`,
        insertWhere(staffAudit, audit, DONE),
        replaceMain(profileId),
      ]);
      return removed.length === 1;
    },
  };
}
