import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import {
  chatPhotos,
  complaints,
  domains,
  noticedPhotos,
  photoHashes,
  photos,
  pictureNotices,
  workItems,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";

type NoticeRow = typeof pictureNotices.$inferSelect;
export type Searched = Pick<NoticeRow, "id" | "network" | "hiding"> &
  Pick<typeof complaints.$inferSelect, "reference" | "accountId" | "link" | "language" | "country" | "createdAt"> & {
    pool: string;
    unsearched: string[];
    /** The uploaded picture, which nobody has to keep. */
    uploaded: PhotoHash | null;
    named: PhotoHash[];
  };

const c = aliased(chatPhotos, "c");
const h = aliased(photoHashes, "h");
const k = aliased(complaints, "k");
const n = aliased(noticedPhotos, "n");
const p = aliased(photos, "p");
const w = aliased(workItems, "w");
const x = aliased(pictureNotices, "x");

export type NoticeSearchesStore = ReturnType<typeof createNoticeSearchesStore>;

/** Which databases a notice still has to be searched in, and for what. */
export function createNoticeSearchesStore(db: Database) {
  return {
    async find(id: string): Promise<Searched | null> {
      type Raw = Omit<Searched, "unsearched" | "uploaded" | "named"> & {
        unsearched: string;
        bands: string | null;
        named: string | null;
      };
      const [[row]] = await rowsOf<[Raw]>(db, [
        sql`SELECT ${x.id}, ${x.network}, ${x.hiding}, ${x.unsearched}, ${x.bands}, ${x.named}, ${k.reference},
            ${k.accountId} AS accountId, ${k.link}, ${k.language}, ${k.country}, ${k.createdAt} AS createdAt,
            coalesce((SELECT ${domains.pool} FROM ${domains} WHERE ${domains.id} = ${k.domainId}), ${k.domainId}) AS pool
          FROM ${x} JOIN ${k} ON ${k.id} = ${x.id} WHERE ${x.id} = ${id}`,
      ]);
      if (!row) return null;
      const { unsearched, bands, named, ...more } = row;
      return {
        ...more,
        unsearched: JSON.parse(unsearched) as string[],
        uploaded: bands === null ? null : (JSON.parse(bands) as unknown as PhotoHash),
        named: named === null ? [] : (JSON.parse(named) as unknown as PhotoHash[]),
      };
    },

    /** The first that is told holds. */
    async keep(id: string, named: PhotoHash[]): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${pictureNotices} SET ${pictureNotices.named} = ${JSON.stringify(named)}
          WHERE ${pictureNotices.id} = ${id} AND ${pictureNotices.named} IS NULL`,
      ]);
    },

    async setHiding(id: string, hiding: NonNullable<NoticeRow["hiding"]>): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${pictureNotices} SET ${pictureNotices.hiding} = ${hiding}
          WHERE ${pictureNotices.id} = ${id} AND ${pictureNotices.hiding} IS NULL`,
      ]);
    },

    async searched(id: string, database: string): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${pictureNotices} SET ${pictureNotices.unsearched} =
            (SELECT json_group_array(value) FROM json_each(${pictureNotices.unsearched}) WHERE value <> ${database})
          WHERE ${pictureNotices.id} = ${id}`,
      ]);
    },

    /** Notices made before `before` that some database has not been searched for, the oldest first. */
    async open(before: number, most: number): Promise<string[]> {
      const [rows] = await rowsOf<[{ id: string }]>(db, [
        sql`SELECT ${x.id} FROM ${x} JOIN ${k} ON ${k.id} = ${x.id} WHERE ${x.unsearched} <> '[]' AND ${k.createdAt} <= ${before}
          ORDER BY ${k.createdAt} LIMIT ${most}`,
      ]);
      return rows.map(({ id }) => id);
    },

    /** An agreed notice hides its copies in other databases, with those of what staff ticked. */
    async agree(id: string, databases: string[]): Promise<void> {
      const chosen = sql`SELECT json_array(${h.band0}, ${h.band1}, ${h.band2}, ${h.band3}) AS value FROM ${n}
        JOIN ${h} ON (${h.photoId} = ${n.photoId} OR ${h.chatPhotoId} = ${n.photoId}) WHERE ${n.noticeId} = ${id} AND ${n.chosen} = 1`;
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${pictureNotices} SET ${pictureNotices.unsearched} = ${JSON.stringify(databases)}, ${pictureNotices.hiding} = 'hides',
            ${pictureNotices.named} = (SELECT json_group_array(json(value)) FROM
              (SELECT value FROM json_each(coalesce(${pictureNotices.named}, '[]')) UNION ${chosen}))
          WHERE ${pictureNotices.id} = ${id}`,
      ]);
    },

    /** Notices of this network or account that staff did not agree with. An address that nobody confirmed counts for nothing. */
    async refused({ network, accountId }: Pick<Searched, "network" | "accountId">, since: number): Promise<number> {
      const [[row]] = await rowsOf<[{ n: number }]>(db, [
        sql`SELECT count(*) AS n FROM ${k} WHERE ${k.kind} = 'intimate_picture' AND ${k.outcome} = 'rejected' AND ${k.createdAt} > ${since}
          AND ${k.id} IN (SELECT ${x.id} FROM ${x} WHERE ${x.network} = ${network}
            UNION SELECT ${complaints.id} FROM ${complaints} WHERE ${complaints.accountId} = ${accountId})`,
      ]);
      return row?.n ?? 0;
    },

    async forgetNetworks(before: number): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${pictureNotices} SET ${pictureNotices.network} = NULL WHERE ${pictureNotices.network} IS NOT NULL
          AND (SELECT ${k.createdAt} FROM ${k} WHERE ${k.id} = picture_notices.id) <= ${before}`,
      ]);
    },

    /** A picture that is uploaded while a notice of its hash is open is decided with the notice. */
    async noteUpload(photo: string, hash: PhotoHash): Promise<void> {
      const bands = JSON.stringify(hash);
      await rowsOf<unknown[]>(db, [
        sql`INSERT INTO ${into(noticedPhotos, "noticeId", "photoId", "of", "memberId", "wasShown", "state", "noticedAs")}
          SELECT ${x.id}, f.id, f."of", f.member, 0, iif(${x.hiding} IN ('limit', 'refused'), 'shown', 'hidden'), 'exact'
          FROM ${w} JOIN ${x} ON ${x.id} = ${w.objectId} JOIN
            (SELECT ${p.id} AS id, 'profile' AS "of", ${p.profileId} AS member FROM ${p} WHERE ${p.id} = ${photo}
              UNION ALL SELECT ${c.id}, 'chat', ${c.senderId} FROM ${c} WHERE ${c.id} = ${photo}) f
          WHERE ${w.kind} = 'complaint' AND ${w.state} = 'waiting'
            AND (${x.bands} = ${bands} OR EXISTS (SELECT 1 FROM json_each(${x.named}) WHERE value = ${bands})) ON CONFLICT DO NOTHING`,
      ]);
    },
  };
}
