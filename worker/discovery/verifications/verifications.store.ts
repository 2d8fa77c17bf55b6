import { desc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import type { Gesture } from "#db/schema/attributes.ts";
import { outbox, photos, profiles, verifications } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";

import type { ProofRefusal } from "#worker/people/identity/verifications.vocabulary.ts";

export type VerificationRow = typeof verifications.$inferSelect;
export type VerificationsStore = ReturnType<typeof createVerificationsStore>;

export interface Standing {
  latest: VerificationRow | null;
  /** Null until the first proof. */
  next: Gesture | null;
}

interface Sent {
  id: string;
  memberId: string;
  gesture: Gesture;
  next: Gesture;
  key: string;
  now: number;
}

interface Decided {
  id: string;
  memberId: string;
  refusedFor: ProofRefusal | null;
  now: number;
  mail: typeof outbox.$inferInsert | null;
}

const v = aliased(verifications, "v");
const p = aliased(profiles, "p");
const ph = aliased(photos, "ph");

export function createVerificationsStore(db: Database) {
  return {
    async standing(memberId: string): Promise<Standing> {
      const [rows, [profile]] = await db.batch([
        db.select().from(verifications).where(eq(verifications.memberId, memberId)).orderBy(desc(verifications.sentAt)).limit(1),
        db.select({ next: profiles.nextGesture }).from(profiles).where(eq(profiles.id, memberId)),
      ]);
      return { latest: rows[0] ?? null, next: profile?.next ?? null };
    },

    async find(id: string): Promise<VerificationRow | null> {
      return (await db.select().from(verifications).where(eq(verifications.id, id)).get()) ?? null;
    },

    /** False once the main photo is one that came after the proof. */
    async comparesMain(id: string): Promise<boolean> {
      const [rows] = await rowsOf<[unknown]>(db, [
        sql`SELECT 1 FROM ${v} JOIN ${p} ON ${p.id} = ${v.memberId}
          JOIN ${ph} ON ${ph.profileId} = ${p.id} AND ${ph.key} = ${p.mainPhoto}
          WHERE ${v.id} = ${id} AND ${ph.status} = 'active' AND ${ph.id} IN (SELECT value FROM json_each(${v.photos}))`,
      ]);
      return rows.length > 0;
    },

    /** The photos to compare with are those approved now. False while a proof waits and without a main photo. */
    async send({ id, memberId, gesture, next, key, now }: Sent): Promise<boolean> {
      const [, , found] = await rowsOf<[unknown, unknown, { one: number }]>(db, [
        sql`INSERT INTO ${into(verifications, "id", "memberId", "gesture", "key", "photos", "status", "sentAt")}
          SELECT ${id}, ${memberId}, ${gesture}, ${key},
            (SELECT json_group_array(${ph.id}) FROM ${ph} WHERE ${ph.profileId} = ${memberId} AND ${ph.status} = 'active'),
            'waiting', ${now}
          WHERE EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.id} = ${memberId} AND ${profiles.mainPhoto} IS NOT NULL)
          ON CONFLICT DO NOTHING`,
        sql`UPDATE ${profiles} SET ${profiles.nextGesture} = ${next} WHERE ${profiles.id} = ${memberId} AND changes() = 1`,
        sql`SELECT 1 AS one FROM ${v} WHERE ${v.id} = ${id}`,
      ]);
      return found.length > 0;
    },

    /** The first decision holds; false for a later one. Triggers set the mark. */
    async decide({ id, memberId, refusedFor, now, mail }: Decided): Promise<boolean> {
      const status = refusedFor ? "refused" : "approved";
      const [decided] = await rowsOf<[{ one: number }, ...unknown[]]>(db, [
        sql`UPDATE ${verifications} SET ${verifications.status} = ${status}, ${verifications.reason} = ${refusedFor},
            ${verifications.decidedAt} = ${now}
          WHERE ${verifications.id} = ${id} AND ${verifications.status} = 'waiting' RETURNING 1 AS one`,
        ...(mail ? [insertWhere(outbox, mail, sql`changes() = 1`)] : []),
        sql`UPDATE ${photos} SET ${photos.comparedAt} = ${now} WHERE ${photos.profileId} = ${memberId} AND ${photos.status} = 'active'
          AND ${photos.id} IN (SELECT value FROM ${v}, json_each(${v.photos}) WHERE ${v.id} = ${id} AND ${v.status} = 'approved')`,
      ]);
      return decided.length > 0;
    },

    async keysOf(memberId: string): Promise<string[]> {
      const [rows] = await rowsOf<[{ key: string }]>(db, [
        sql`SELECT ${v.key} FROM ${v} WHERE ${v.memberId} = ${memberId} AND ${v.key} IS NOT NULL`,
      ]);
      return rows.map(({ key }) => key);
    },

    /** `erased` are keys of pictures that are gone; the row of any other picture stays, or nobody would erase it. */
    async withdraw(memberId: string, erased: readonly string[], next: Gesture): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`DELETE FROM ${verifications} WHERE ${verifications.memberId} = ${memberId}
          AND (${verifications.key} IS NULL OR ${verifications.key} IN (SELECT value FROM json_each(${JSON.stringify(erased)})))`,
        sql`UPDATE ${photos} SET ${photos.comparedAt} = NULL
          WHERE ${photos.profileId} = ${memberId} AND ${photos.comparedAt} IS NOT NULL`,
        sql`UPDATE ${profiles} SET ${profiles.nextGesture} = ${next}
          WHERE ${profiles.id} = ${memberId} AND ${profiles.nextGesture} IS NULL`,
      ]);
    },

    /** Decided before `until`, with a photo. */
    async ended(until: number, most: number): Promise<{ id: string; memberId: string; key: string }[]> {
      const [rows] = await rowsOf<[{ id: string; memberId: string; key: string }]>(db, [
        sql`SELECT ${v.id}, ${v.memberId} AS memberId, ${v.key} FROM ${v} INDEXED BY verifications_kept
          WHERE ${v.key} IS NOT NULL AND ${v.decidedAt} IS NOT NULL AND ${v.decidedAt} <= ${until} LIMIT ${most}`,
      ]);
      return rows;
    },

    async forgetPhoto(id: string): Promise<void> {
      await db.update(verifications).set({ key: null }).where(eq(verifications.id, id));
    },
  };
}
