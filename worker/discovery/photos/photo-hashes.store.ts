import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { chatPhotos, decisions, photoHashes, photos, profiles, workItems } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { around, distanceOf, NEAR, type PhotoHash } from "./photo-hash.vocabulary.ts";
import { BANDS } from "./photo-hashes.sql.ts";

/** Rows that one look reads at most from each of the eight indexes. */
const MOST = 200;

/** Work score above a photo without signals; a higher score stays. */
const SUSPECT = 50;

export interface Near {
  /** Null for a photo that is gone, of a banned account. */
  photo: string | null;
  member: string | null;
  name: string | null;
  /** Null also while an erasure is under way. */
  status: "inspection" | "active" | "rejected" | null;
  of: "profile" | "chat" | null;
  banned: boolean;
  /** In bits. */
  distance: number;
  /** A ban stored this hash, and its photo is in the list itself. */
  fromBan?: true;
}

interface Same {
  photo: string;
  member: string;
  of: "profile" | "chat";
}

type Found = Omit<Near, "banned" | "distance" | "fromBan"> & { banned: number; bands: string };

const h = aliased(photoHashes, "h");
const p = aliased(photos, "p");
const m = aliased(profiles, "m");
const d = aliased(decisions, "d");
const cp = aliased(chatPhotos, "cp");

export type PhotoHashesStore = ReturnType<typeof createPhotoHashesStore>;

/** Reads indexes only. Bans have their own indexes, so that existing copies cannot crowd them out. */
function candidates(pool: string, hash: PhotoHash): SQL {
  const arms = (indexes: string, which: SQL) =>
    hash.map((band, index) => {
      const column = BANDS[index] as (typeof BANDS)[number];
      const numbers = sql.raw(around(band).join(", "));
      return sql`SELECT * FROM (SELECT ${photoHashes.id} FROM ${photoHashes} INDEXED BY ${sql.raw(`${indexes}_${index}`)}
        WHERE ${photoHashes.pool} = ${pool} AND ${photoHashes[column]} IN (${numbers}) ${which} LIMIT ${MOST})`;
    });
  const ofBans = sql.join(arms("photo_hashes_ban", sql`AND ${photoHashes.decisionId} IS NOT NULL`), sql` UNION `);
  // D1 takes five terms of a compound SELECT.
  return sql`SELECT * FROM (${ofBans}) UNION SELECT * FROM (${sql.join(arms("photo_hashes", sql``), sql` UNION `)})`;
}

export function createPhotoHashesStore(db: Database) {
  const owner = sql`coalesce(${p.profileId}, ${cp.senderId})`;
  const picture = sql`coalesce(${h.photoId}, ${h.chatPhotoId})`;
  const isBanned = sql`(${h.decisionId} IS NOT NULL OR EXISTS (SELECT 1 FROM ${d} WHERE ${d.memberId} = ${owner}
    AND ${d.kind} = 'ban' AND ${d.outcome} IS NOT 'reversed' AND ${d.liftedAt} IS NULL))`;

  return {
    /** Similar photos for each photo, without itself, nearest first. One round trip. */
    async near(wanted: readonly { photo: string; pool: string; hash: PhotoHash }[]): Promise<Near[][]> {
      if (wanted.length === 0) return [];
      const all = await rowsOf<Found[]>(
        db,
        wanted.map(
          ({ photo, pool, hash }) => sql`SELECT ${picture} AS photo, ${owner} AS member, ${m.name},
              coalesce(${p.status}, nullif(${cp.status}, 'gone')) AS status,
              CASE WHEN ${p.id} IS NOT NULL THEN 'profile' WHEN ${cp.id} IS NOT NULL THEN 'chat' END AS "of", ${isBanned} AS banned, json_array(${h.band0}, ${h.band1}, ${h.band2}, ${h.band3}) AS bands
            FROM (${candidates(pool, hash)}) c CROSS JOIN ${h} ON ${h.id} = c.id
              LEFT JOIN ${p} ON ${p.id} = ${h.photoId} LEFT JOIN ${cp} ON ${cp.id} = ${h.chatPhotoId}
              LEFT JOIN ${m} ON ${m.id} = ${owner}
            WHERE ${picture} IS NOT ${photo}`,
        ),
      );
      return (all as Found[][]).map((rows, index) => {
        const { hash } = wanted[index] as (typeof wanted)[number];
        const listed = new Set(rows.filter(({ photo, banned }) => photo !== null && banned === 1).map(({ bands }) => bands));
        return rows
          .map(({ bands, banned, ...row }) => {
            const isFromBan = row.photo === null && listed.has(bands);
            return {
              ...row,
              ...(isFromBan && { fromBan: true as const }),
              banned: banned === 1,
              distance: distanceOf(hash, JSON.parse(bands) as unknown as PhotoHash),
            };
          })
          .filter(({ distance }) => distance <= NEAR)
          .toSorted((a, b) => a.distance - b.distance || Number(a.photo === null) - Number(b.photo === null));
      });
    },

    /** Pictures with this very hash that are not refused. Without a limit: similar ones cannot crowd them out. */
    async same(pools: readonly string[], [a, b, e, f]: PhotoHash): Promise<Same[]> {
      const [rows] = await rowsOf<[Same]>(db, [
        sql`SELECT ${picture} AS photo, ${owner} AS member, iif(${p.id} IS NULL, 'chat', 'profile') AS "of" FROM ${h}
            LEFT JOIN ${p} ON ${p.id} = ${h.photoId} LEFT JOIN ${cp} ON ${cp.id} = ${h.chatPhotoId}
          WHERE ${h.pool} IN (SELECT value FROM json_each(${JSON.stringify(pools)})) AND ${h.band0} = ${a} AND ${h.band1} = ${b}
            AND ${h.band2} = ${e} AND ${h.band3} = ${f} AND coalesce(${p.status}, ${cp.status}) IN ('inspection', 'active')`,
      ]);
      return rows;
    },

    /** Moves the photo to the front of the queue; a person decides. */
    async suspect(photo: string): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${workItems} SET ${workItems.score} = max(${workItems.score}, ${SUSPECT}) WHERE ${workItems.kind} = 'photo'
          AND ${workItems.objectId} = ${photo} AND ${workItems.state} = 'waiting'`,
      ]);
    },
  };
}
