import { and, asc, eq, ne, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, outbox, photos, profiles } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import { mainFrom, PHOTO_KEYS, replaceMain, SHOWN, shownAfterNotice, underNotice } from "#worker/people/identity/photos.sql.ts";
import type { PhotoRow } from "#worker/people/identity/viewer.ts";
import type { Decision, Inspected } from "#worker/people/reports/photo-decision.ts";
import type { Size } from "./photo-checks.ts";
import type { PhotoHash } from "./photo-hash.vocabulary.ts";
import { hashInsertion } from "./photo-hashes.sql.ts";
import type { PhotoOwner } from "./photo-mails.ts";
import { photosInOrder } from "./photo-order.sql.ts";

export type PhotosStore = ReturnType<typeof createPhotosStore>;

interface NewPhoto extends Size {
  id: string;
  profileId: string;
  key: string;
  preview: string | null;
  hash: PhotoHash | null;
  now: number;
}

/** A member's photos after a change. */
export interface Own {
  photos: PhotoRow[];
  mainPhoto: string | null;
  mainPreview: string | null;
  photoChecked: boolean;
}

const ph = aliased(photos, "ph");

type Mail = typeof outbox.$inferInsert;

/** In ms, as in mail/notification-mails.ts. */
const AWAY = 10 * 60_000;
const SPACING = 3600_000;

const firstOf = (profileId: string) => sql`${photos.profileId} = ${profileId}
  AND ${photos.position} = (SELECT MIN(${photos.position}) FROM ${photos} WHERE ${photos.profileId} = ${profileId})`;

/** Condition for the mail: the owner is away and got none lately. Several photos are often decided at once. */
function wantsApproval({ accountId }: Mail, now: number): SQL {
  return sql`changes() = 1
    AND (SELECT ${profiles.lastActiveAt} FROM ${profiles} WHERE ${profiles.id} = ${accountId}) < ${now - AWAY}
    AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.accountId} = ${accountId}
      AND ${outbox.createdAt} > ${now - SPACING} AND ${outbox.template} = 'photo_approved')`;
}

export function createPhotosStore(db: Database) {
  const own = (profileId: string): [SQL, SQL] => [
    sql`SELECT ${selected(photos, PHOTO_KEYS)} FROM ${photos} WHERE ${photos.profileId} = ${profileId} ORDER BY ${photos.position}`,
    sql`SELECT ${selected(profiles, ["mainPhoto", "mainPreview", "photoChecked"])} FROM ${profiles}
      WHERE ${profiles.id} = ${profileId}`,
  ];

  /** The main photo follows in the same transaction. */
  async function change(profileId: string, ...changes: SQL[]): Promise<Own> {
    const rows = await rowsOf<Record<string, unknown>[]>(db, [...changes, ...own(profileId)]);
    const [shown, main] = rows.slice(changes.length) as [
      PhotoRow[],
      (Omit<Own, "photos" | "photoChecked"> & { photoChecked: number })[],
    ];
    const { mainPhoto = null, mainPreview = null, photoChecked = 0 } = main[0] ?? {};
    return { photos: shown, mainPhoto, mainPreview, photoChecked: photoChecked === 1 };
  }

  return {
    /** Returns the position, or null at `limit`. A repeated id changes nothing. */
    async add({ id, profileId, key, width, height, preview, hash, now }: NewPhoto, limit: number): Promise<number | null> {
      const columns = [
        "id",
        "profileId",
        "key",
        "position",
        "status",
        "visibility",
        "width",
        "height",
        "preview",
        "createdAt",
      ] as const;
      const [, rows] = await rowsOf<[unknown, { position: number }, ...unknown[]]>(db, [
        sql`INSERT INTO ${into(photos, ...columns)}
          SELECT ${id}, ${profileId}, ${key},
            COALESCE((SELECT MAX(${photos.position}) + 1 FROM ${photos} WHERE ${photos.profileId} = ${profileId}), 0),
            'inspection', 'public', ${width}, ${height}, ${preview}, ${now}
          WHERE (SELECT COUNT(*) FROM ${photos}
            WHERE ${photos.profileId} = ${profileId} AND ${photos.status} <> 'rejected') < ${limit}
          ON CONFLICT (${photos.id}) DO NOTHING`,
        sql`SELECT ${photos.position} FROM ${photos} WHERE ${photos.id} = ${id} AND ${photos.profileId} = ${profileId}`,
        ...(hash ? [hashInsertion(id, hash)] : []),
      ]);
      return rows[0]?.position ?? null;
    },

    /** Moves an active public photo to the front. Another one stays where it is. */
    async setMain(profileId: string, id: string): Promise<Own> {
      const it = sql`${photos.id} = ${id} AND ${photos.profileId} = ${profileId} AND ${SHOWN}`;
      return change(
        profileId,
        sql`UPDATE ${photos} SET ${photos.position} =
            (SELECT MIN(${photos.position}) - 1 FROM ${photos} WHERE ${photos.profileId} = ${profileId})
          WHERE ${it} AND NOT (${firstOf(profileId)})`,
        sql`UPDATE ${profiles} SET ${mainFrom(it)} WHERE ${profiles.id} = ${profileId} AND EXISTS (SELECT 1 FROM ${photos} WHERE ${it})`,
      );
    },

    async setVisibility(profileId: string, id: string, visibility: PhotoRow["visibility"]): Promise<Own> {
      return change(
        profileId,
        sql`UPDATE ${photos} SET ${photos.visibility} = ${visibility} WHERE ${photos.id} = ${id} AND ${photos.profileId} = ${profileId}`,
        replaceMain(profileId),
      );
    },

    async order(profileId: string, ids: string[]): Promise<Own> {
      return change(profileId, ...photosInOrder(profileId, ids));
    },

    async remove(profileId: string, id: string): Promise<Own> {
      return change(
        profileId,
        sql`DELETE FROM ${photos} WHERE ${photos.id} = ${id} AND ${photos.profileId} = ${profileId}`,
        replaceMain(profileId),
      );
    },

    /** The first approved photo becomes the main one, later ones if the member put them before it. False if decided, or under a notice. */
    async decide(id: string, decision: Decision, now: number, mail: Mail | null): Promise<boolean> {
      const active = decision === "active";
      const it = sql`${photos.id} = ${id} AND ${photos.checkedAt} = ${now} AND ${SHOWN}`;
      const owner = sql`(SELECT ${photos.profileId} FROM ${photos} WHERE ${photos.id} = ${id})`;
      const [decided] = await rowsOf<{ id: string }[]>(db, [
        sql`UPDATE ${photos} SET ${photos.status} = ${active ? "active" : "rejected"},
            ${photos.rejectedFor} = ${active ? null : decision}, ${photos.checkedAt} = ${active ? now : null},
            ${photos.rejectedAt} = ${active ? null : now}
          WHERE ${photos.id} = ${id} AND ${photos.status} = 'inspection'
            AND ${active ? sql`NOT ${underNotice(sql`${id}`)}` : sql`1`} RETURNING ${photos.id}`,
        ...(mail ? [insertWhere(outbox, mail, active ? wantsApproval(mail, now) : sql`changes() = 1`)] : []),
        sql`UPDATE ${photos} SET ${photos.position} =
            (SELECT MIN(${ph.position}) - 1 FROM ${ph} WHERE ${ph.profileId} = ${photos}.${photos.profileId})
          WHERE ${it} AND EXISTS (SELECT 1 FROM ${profiles}
            WHERE ${profiles.id} = ${photos}.${photos.profileId} AND ${profiles.mainPhoto} IS NULL)`,
        sql`UPDATE ${profiles} SET ${mainFrom(it)} WHERE ${profiles.id} = ${owner}
          AND EXISTS (SELECT 1 FROM ${photos} WHERE ${it}) AND NOT EXISTS (SELECT 1 FROM ${photos}
            WHERE ${photos.profileId} = ${profiles}.${profiles.id} AND ${photos.key} = ${profiles.mainPhoto}
              AND ${photos.position} < (SELECT ${photos.position} FROM ${photos} WHERE ${photos.id} = ${id}))`,
        ...(active ? [shownAfterNotice(id)] : []),
      ]);
      return (decided?.length ?? 0) > 0;
    },

    async ownerOf(id: string): Promise<string | null> {
      const [row] = await db.select({ id: photos.profileId }).from(photos).where(eq(photos.id, id));
      return row?.id ?? null;
    },

    /** Null for an erased account. */
    async addressee(id: string): Promise<PhotoOwner | null> {
      const [row] = await db
        .select({
          id: accounts.id,
          email: accounts.email,
          language: accounts.language,
          domainId: accounts.domainId,
          name: profiles.name,
          country: profiles.country,
          fictional: profiles.fictional,
        })
        .from(accounts)
        .innerJoin(profiles, eq(profiles.id, accounts.id))
        .where(and(eq(accounts.id, id), ne(accounts.status, "erased")));
      return row ?? null;
    },

    /** Oldest first. */
    async inspected(most: number): Promise<Inspected[]> {
      return db
        .select({ id: photos.id, key: photos.key, profileId: photos.profileId, name: profiles.name, createdAt: photos.createdAt })
        .from(photos)
        .innerJoin(profiles, eq(profiles.id, photos.profileId))
        .where(and(eq(photos.status, "inspection"), sql`NOT ${underNotice(sql`${photos}.${photos.id}`)}`))
        .orderBy(asc(photos.createdAt))
        .limit(most);
    },
  };
}
