import { eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import {
  accounts,
  blockedPictures,
  chatPhotos,
  complaints,
  domains,
  noticedPhotos,
  outbox,
  photoHashes,
  photos,
  pictureNotices,
  profiles,
  workItems,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";
import { photoRefused, replaceMain } from "#worker/people/identity/photos.sql.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import type { Place } from "./picture-place.ts";

export type NoticedRow = typeof noticedPhotos.$inferSelect;
type MailRow = typeof outbox.$inferInsert;

export interface Located {
  id: string;
  of: NoticedRow["of"];
  memberId: string;
  /** JSON of four numbers; null for a picture without a hash. */
  bands: string | null;
}

const p = aliased(photos, "p");
const c = aliased(chatPhotos, "c");
const h = aliased(photoHashes, "h");
const n = aliased(noticedPhotos, "n");
const k = aliased(complaints, "k");
const w = aliased(workItems, "w");
const x = aliased(pictureNotices, "x");

const bandsOf = (of: SQL) =>
  sql`(SELECT json_array(${h.band0}, ${h.band1}, ${h.band2}, ${h.band3}) FROM ${h} WHERE ${of} LIMIT 1)`;

export type PictureNoticesStore = ReturnType<typeof createPictureNoticesStore>;

export function createPictureNoticesStore(db: Database) {
  return {
    async pools(): Promise<string[]> {
      const [rows] = await rowsOf<[{ pool: string }]>(db, [sql`SELECT DISTINCT ${domains.pool} AS pool FROM ${domains}`]);
      return rows.map(({ pool }) => pool);
    },

    async domainOf(member: string): Promise<string | null> {
      const [[row]] = await rowsOf<[{ id: string }]>(db, [
        sql`SELECT ${accounts.domainId} AS id FROM ${accounts} WHERE ${accounts.id} = ${member}`,
      ]);
      return row?.id ?? null;
    },

    /** Public pictures of a member, or the one that is named. */
    async locate(place: Place, pool: string): Promise<Located[]> {
      const own = (which: SQL) => sql`SELECT ${p.id}, 'profile' AS of, ${p.profileId} AS memberId,
        ${bandsOf(sql`${h.photoId} = ${p.id}`)} AS bands FROM ${p} WHERE ${which} AND ${p.status} <> 'rejected'`;
      if ("key" in place) {
        const sent = sql`SELECT ${c.id}, 'chat' AS of, ${c.senderId} AS memberId, ${bandsOf(sql`${h.chatPhotoId} = ${c.id}`)} AS bands
          FROM ${c} WHERE ${c.key} = ${place.key} AND ${c.status} IN ('inspection', 'active')`;
        const [mine, theirs] = await rowsOf<[Located, Located]>(db, [
          own(sql`${p.profileId} = ${place.owner} AND ${p.key} = ${place.key}`),
          sent,
        ]);
        return [...mine, ...theirs];
      }
      const who =
        "member" in place
          ? sql`${place.member}`
          : sql`(SELECT ${profiles.id} FROM ${profiles} WHERE ${profiles.pool} = ${pool} AND ${profiles.nameKey} = ${place.name.toLowerCase()})`;
      const [rows] = await rowsOf<[Located]>(db, [own(sql`${p.profileId} = ${who}`)]);
      return rows;
    },

    /** False when a concurrent request stored the same form. */
    async add(
      row: typeof complaints.$inferSelect,
      more: Omit<typeof pictureNotices.$inferInsert, "id">,
      mail: MailRow | null,
    ): Promise<boolean> {
      const notice = db.insert(pictureNotices).values({ id: row.id, ...more });
      const stored = db.insert(complaints).values(row);
      try {
        if (mail) await db.batch([stored, notice, db.insert(outbox).values(mail)]);
        else await db.batch([stored, notice]);
      } catch (error) {
        if (violationOf(error)?.kind === "unique") return false;
        throw error;
      }
      return true;
    },

    /** Hides what is `hidden`, and notes all. Idempotent. What was noted as `shown` may be hidden later; a decided notice hides nothing. */
    async note(
      noticeId: string,
      found: Pick<NoticedRow, "photoId" | "of" | "memberId" | "state" | "noticedAs">[],
      letters: MailRow[] = [],
    ): Promise<void> {
      await rowsOf<unknown[]>(db, [
        ...found.flatMap(({ photoId, of, memberId, state, noticedAs }) => [
          sql`INSERT INTO ${into(noticedPhotos, "noticeId", "photoId", "of", "memberId", "wasShown", "state", "noticedAs")}
            SELECT ${noticeId}, ${photoId}, ${of}, ${memberId}, ${shown(of, photoId)}, ${state}, ${noticedAs}
            WHERE EXISTS (SELECT 1 FROM ${x} JOIN ${k} ON ${k.id} = ${x.id} WHERE ${x.id} = ${noticeId}
              AND ${k.answeredAt} IS NULL AND ${k.closedAt} IS NULL)
            ON CONFLICT (notice_id, photo_id) DO UPDATE SET state = 'hidden', was_shown = excluded.was_shown
              WHERE state = 'shown' AND noticed_as IN ('named', 'exact') AND excluded.state = 'hidden'`,
          ...(state === "hidden" ? moved(of, photoId, memberId, "active", "inspection", isHidden(noticeId, photoId)) : []),
        ]),
        ...letters.map((letter) =>
          insertWhere(outbox, letter, sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.id} = ${letter.id})`),
        ),
      ]);
    },

    /** What uploaders answered, by the number of the notice. */
    async objections(noticeId: string, reference: string): Promise<{ member: string; text: string; createdAt: number }[]> {
      const [rows] = await rowsOf<[{ member: string; text: string; createdAt: number }]>(db, [
        sql`SELECT ${k.accountId} AS member, ${k.text}, ${k.createdAt} AS createdAt FROM ${k}
          WHERE ${k.link} = ${reference} AND ${k.accountId} IN
            (SELECT ${noticedPhotos.memberId} FROM ${noticedPhotos} WHERE ${noticedPhotos.noticeId} = ${noticeId})
          ORDER BY ${k.createdAt} LIMIT 20`,
      ]);
      return rows;
    },

    /** What staff are told about the notice itself. */
    async facts(noticeId: string): Promise<Pick<typeof pictureNotices.$inferSelect, "hiding" | "unsearched" | "home">> {
      const { hiding, unsearched, home } = pictureNotices;
      const row = await db.select({ hiding, unsearched, home }).from(pictureNotices).where(eq(pictureNotices.id, noticeId)).get();
      return row ?? { hiding: null, unsearched: [], home: null };
    },

    async noticed(noticeId: string): Promise<(NoticedRow & { pool: string; domainId: string })[]> {
      type Raw = Omit<NoticedRow, "wasShown" | "chosen"> & { wasShown: number; chosen: number; pool: string; domainId: string };
      const [rows] = await rowsOf<[Raw]>(db, [
        sql`SELECT ${n.noticeId} AS noticeId, ${n.photoId} AS photoId, ${n.of}, ${n.memberId} AS memberId, ${n.wasShown} AS wasShown,
            ${n.state}, ${n.noticedAs} AS noticedAs, ${n.chosen}, (SELECT pool FROM accounts WHERE id = ${n.memberId}) AS pool,
            (SELECT domain_id FROM accounts WHERE id = ${n.memberId}) AS domainId
          FROM ${n} WHERE ${n.noticeId} = ${noticeId} ORDER BY ${n.state}, ${n.photoId}`,
      ]);
      return rows.map((row) => ({ ...row, wasShown: row.wasShown === 1, chosen: row.chosen === 1 }));
    },

    async copies(noticeId: string): Promise<Partial<Record<NoticedRow["state"], number>>> {
      const [rows] = await rowsOf<[{ state: NoticedRow["state"]; number: number }]>(db, [
        sql`SELECT ${n.state}, count(*) AS number FROM ${n} WHERE ${n.noticeId} = ${noticeId} GROUP BY ${n.state}`,
      ]);
      return Object.fromEntries(rows.map(({ state, number }) => [state, number]));
    },

    /** Of whoever holds the undecided item: nothing changes otherwise. */
    async choose(noticeId: string, item: string, chosen: string[], staffId: string, now: number): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${noticedPhotos} SET ${noticedPhotos.chosen} = ${noticedPhotos.photoId} IN (SELECT value FROM json_each(${JSON.stringify(chosen)}))
          WHERE ${noticedPhotos.noticeId} = ${noticeId} AND EXISTS (SELECT 1 FROM ${w} WHERE ${w.id} = ${item}
            AND ${w.objectId} = ${noticeId} AND ${w.state} = 'waiting' AND ${isLeasedTo(w, staffId, now)})`,
      ]);
    },

    /** Blocks what an agreed notice named or brought, whether or not a picture is left. Idempotent. */
    async block(noticeId: string, now: number): Promise<void> {
      await rowsOf<unknown[]>(db, [
        blocked(
          noticeId,
          sql`SELECT ${x.bands} AS b FROM ${x} WHERE ${x.id} = ${noticeId}
            UNION SELECT value FROM ${x}, json_each(${x.named}) WHERE ${x.id} = ${noticeId}`,
          now,
        ),
      ]);
    },

    /** Takes the picture away for good, and blocks its hash. Idempotent. */
    async remove({ noticeId, photoId, of, memberId }: NoticedRow, now: number): Promise<void> {
      const hash = bandsOf(of === "profile" ? sql`${h.photoId} = ${photoId}` : sql`${h.chatPhotoId} = ${photoId}`);
      await rowsOf<unknown[]>(db, [
        blocked(noticeId, sql`SELECT ${hash} AS b`, now),
        ...(of === "profile"
          ? photoRefused(photoId, memberId, "illegal", now)
          : [
              sql`UPDATE ${chatPhotos} SET ${chatPhotos.status} = 'rejected', ${chatPhotos.rejectedFor} = 'illegal', ${chatPhotos.checkedAt} = ${now}
                WHERE ${chatPhotos.id} = ${photoId} AND ${chatPhotos.status} IN ('inspection', 'active')`,
            ]),
        ended(noticeId, photoId, "removed"),
      ]);
    },

    /** Shows it again, unless another open notice hides it. Idempotent. */
    async restore({ noticeId, photoId, of, memberId, state, wasShown }: NoticedRow): Promise<void> {
      const other = sql`NOT EXISTS (SELECT 1 FROM ${n} JOIN ${k} ON ${k.id} = ${n.noticeId} WHERE ${n.photoId} = ${photoId}
        AND ${n.noticeId} <> ${noticeId} AND ${n.state} = 'hidden' AND ${k.answeredAt} IS NULL AND ${k.closedAt} IS NULL)`;
      await rowsOf<unknown[]>(db, [
        ...(wasShown && state === "hidden" ? moved(of, photoId, memberId, "inspection", "active", other) : []),
        ended(noticeId, photoId, "restored"),
      ]);
    },

    async isBlocked([a, b, d, e]: PhotoHash): Promise<boolean> {
      const [rows] = await rowsOf<[unknown]>(db, [
        sql`SELECT 1 FROM ${blockedPictures} WHERE ${blockedPictures.band0} = ${a} AND ${blockedPictures.band1} = ${b}
          AND ${blockedPictures.band2} = ${d} AND ${blockedPictures.band3} = ${e} LIMIT 1`,
      ]);
      return rows.length > 0;
    },

    /** Open notices older than `before`, of which `alerts` mails or fewer told the operators. */
    async late(before: number, alerts: number): Promise<{ id: string; reference: string; createdAt: number }[]> {
      const [rows] = await rowsOf<[{ id: string; reference: string; createdAt: number }]>(db, [
        sql`SELECT ${k.id}, ${k.reference}, ${k.createdAt} AS createdAt FROM ${w} JOIN ${k} ON ${k.id} = ${w.objectId}
            JOIN ${x} ON ${x.id} = ${k.id}
          WHERE ${w.kind} = 'complaint' AND ${w.state} = 'waiting' AND ${k.kind} = 'intimate_picture'
            AND ${k.createdAt} <= ${before} AND ${x.alerts} <= ${alerts}`,
      ]);
      return rows;
    },

    async alerted(id: string, alerts: number, mails: MailRow[]): Promise<boolean> {
      const [rows] = await rowsOf<{ id: string }[]>(db, [
        sql`UPDATE ${pictureNotices} SET ${pictureNotices.alerts} = ${alerts + 1}
          WHERE ${pictureNotices.id} = ${id} AND ${pictureNotices.alerts} <= ${alerts} RETURNING ${pictureNotices.id}`,
        ...mails.map((mail) =>
          insertWhere(
            outbox,
            mail,
            sql`(SELECT ${pictureNotices.alerts} FROM ${pictureNotices} WHERE ${pictureNotices.id} = ${id}) = ${alerts + 1}
            AND NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.id} = ${mail.id})`,
          ),
        ),
      ]);
      return (rows?.length ?? 0) > 0;
    },

    /** The picture's key, for who holds the notice. */
    async keyOf(item: string, photo: string, staffId: string, now: number): Promise<string | null> {
      const [[row]] = await rowsOf<[{ key: string | null }]>(db, [
        sql`SELECT coalesce(${p.key}, ${c.key}) AS key FROM ${w} JOIN ${n} ON ${n.noticeId} = ${w.objectId}
            LEFT JOIN ${p} ON ${p.id} = ${n.photoId} LEFT JOIN ${c} ON ${c.id} = ${n.photoId}
          WHERE ${w.id} = ${item} AND ${w.kind} = 'complaint' AND ${n.photoId} = ${photo} AND ${isLeasedTo(w, staffId, now)}`,
      ]);
      return row?.key ?? null;
    },
  };
}

/** Also of a picture that another notice hides: the last of them shows it again. */
const shown = (of: NoticedRow["of"], id: string) =>
  sql`(EXISTS (SELECT 1 FROM ${n} WHERE ${n.photoId} = ${id} AND ${n.state} = 'hidden' AND ${n.wasShown} = 1) OR ${
    of === "profile"
      ? sql`EXISTS (SELECT 1 FROM ${photos} WHERE ${photos.id} = ${id} AND ${photos.status} = 'active')`
      : sql`EXISTS (SELECT 1 FROM ${chatPhotos} WHERE ${chatPhotos.id} = ${id} AND ${chatPhotos.status} = 'active')`
  })`;

function moved(
  of: NoticedRow["of"],
  id: string,
  owner: string,
  from: "active" | "inspection",
  to: "active" | "inspection",
  when = sql`1`,
): SQL[] {
  if (of === "chat")
    return [
      sql`UPDATE ${chatPhotos} SET ${chatPhotos.status} = ${to} WHERE ${chatPhotos.id} = ${id} AND ${chatPhotos.status} = ${from} AND ${when}`,
    ];
  return [
    sql`UPDATE ${photos} SET ${photos.status} = ${to} WHERE ${photos.id} = ${id} AND ${photos.status} = ${from} AND ${when}`,
    replaceMain(owner),
  ];
}

const isHidden = (noticeId: string, photoId: string) =>
  sql`EXISTS (SELECT 1 FROM ${n} WHERE ${n.noticeId} = ${noticeId} AND ${n.photoId} = ${photoId} AND ${n.state} = 'hidden')`;

const ended = (noticeId: string, photoId: string, state: "removed" | "restored") =>
  sql`UPDATE ${noticedPhotos} SET ${noticedPhotos.state} = ${state}
    WHERE ${noticedPhotos.noticeId} = ${noticeId} AND ${noticedPhotos.photoId} = ${photoId} AND ${noticedPhotos.state} IN ('hidden', 'shown')`;

/** `hashes`: JSON of four numbers in a column `b`. */
const blocked = (noticeId: string, hashes: SQL, now: number) =>
  sql`INSERT INTO ${into(blockedPictures, "id", "noticeId", "band0", "band1", "band2", "band3", "createdAt")}
    SELECT lower(hex(randomblob(10))), ${noticeId}, b ->> 0, b ->> 1, b ->> 2, b ->> 3, ${now} FROM (${hashes}) WHERE b IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${blockedPictures} WHERE ${blockedPictures.band0} = b ->> 0 AND ${blockedPictures.band1} = b ->> 1
        AND ${blockedPictures.band2} = b ->> 2 AND ${blockedPictures.band3} = b ->> 3)`;
