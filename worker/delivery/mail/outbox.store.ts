import { and, asc, desc, eq, getTableColumns, inArray, lt, lte, ne } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, outbox, participants, preferences, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { Sum } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { g, isUnvisited } from "#worker/people/identity/grants.sql.ts";
import type { Standing } from "./kinds.ts";

const p = aliased(profiles, "p");

export type OutboxStore = ReturnType<typeof createOutboxStore>;
export type MailRow = typeof outbox.$inferSelect;

interface Refused {
  code: string;
  attempts: number;
  nextAttemptAt: number;
}

/** Bodies of finished mails hold links and codes that still work. */
const WIPED = { text: "", html: "" };

/** `keepBodies` is for local development only. */
export function createOutboxStore(db: Database, { keepBodies }: { keepBodies: boolean }) {
  const wiped = keepBodies ? {} : WIPED;
  const change = (id: string, values: Partial<MailRow>) =>
    db
      .update(outbox)
      .set(values)
      .where(and(eq(outbox.id, id), eq(outbox.status, "queued")));

  return {
    /** `toNobody`: of a fictional profile. Leases a due mail for `leaseMs`. Null when it is sent, failed, not due or leased. */
    async claim(id: string, leaseMs: number, now: number): Promise<(MailRow & { toNobody: boolean }) | null> {
      const [row] = await db
        .update(outbox)
        .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: now + leaseMs })
        .where(and(eq(outbox.id, id), eq(outbox.status, "queued"), lte(outbox.nextAttemptAt, now)))
        .returning({
          ...getTableColumns(outbox),
          toNobody: sql<number>`EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${outbox.accountId} AND ${p.fictional} = 1)`,
        });
      return row ? { ...row, toNobody: row.toNobody === 1 } : null;
    },

    /** Null for a missing account. */
    async standing(accountId: string): Promise<(Standing & Record<Sum, number> & { email: string }) | null> {
      const row = await db
        .select({
          status: accounts.status,
          email: accounts.email,
          unread: accounts.unread,
          newLikes: accounts.newLikes,
          requests: sql<number>`EXISTS (SELECT 1 FROM ${participants} INDEXED BY participants_requests
            WHERE ${participants.memberId} = ${accountId} AND ${participants.request} = 'open')`,
          newInSearches: sql<number>`(SELECT coalesce(sum(fresh), 0) FROM saved_searches WHERE member_id = ${accountId})`,
          photoRequests: sql<number>`EXISTS (SELECT 1 FROM ${g} WHERE ${g.ownerId} = ${accountId} AND ${g.status} = 'requested')`,
          photoAnswers: sql<number>`EXISTS (SELECT 1 FROM ${g} WHERE ${g.memberId} = ${accountId} AND ${g.status} = 'granted'
            AND ${g.at} > ${accounts}.${accounts.newsSeenAt} AND ${isUnvisited})`,
          disabled: accounts.notificationsDisabled,
          channels: preferences.channels,
          paused: preferences.paused,
        })
        .from(accounts)
        .leftJoin(preferences, eq(preferences.accountId, accounts.id))
        .where(eq(accounts.id, accountId))
        .get();
      return row ? { ...row, channels: row.channels ?? {}, paused: row.paused ?? false } : null;
    },

    async markSent(id: string, now: number): Promise<void> {
      await db
        .update(outbox)
        .set({ status: "sent", sentAt: now, lastError: null, ...wiped })
        .where(eq(outbox.id, id));
    },

    /** `reason` comes from `whyNot`. */
    async markSkipped(id: string, reason: string): Promise<void> {
      await change(id, { status: "skipped", lastError: reason, ...wiped });
    },

    /** Schedules the next attempt. With null the mail fails; support may still requeue it. */
    async markRefused(id: string, error: string, nextAttemptAt: number | null): Promise<void> {
      await change(id, { lastError: error, ...(nextAttemptAt === null ? { status: "failed" as const } : { nextAttemptAt }) });
    },

    async findDue(before: number, limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(eq(outbox.status, "queued"), lte(outbox.nextAttemptAt, before)))
        .orderBy(asc(outbox.nextAttemptAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },

    /** The last success, and the newest refusals of mails that wait. */
    async lately(limit: number): Promise<{ sentAt: number | null; refused: Refused[] }> {
      const { attempts, nextAttemptAt, lastError, sentAt, status } = outbox;
      const [sent, refused] = await rowsOf<[{ at: number | null }, Refused]>(db, [
        sql`SELECT max(at) AS at FROM (SELECT ${sentAt} AS at FROM ${outbox} INDEXED BY outbox_due
          WHERE ${status} = 'sent' ORDER BY ${nextAttemptAt} DESC LIMIT ${limit})`,
        sql`SELECT ${lastError} AS code, ${attempts} AS attempts, ${nextAttemptAt} AS nextAttemptAt FROM ${outbox}
          INDEXED BY outbox_due WHERE ${status} = 'queued' AND ${lastError} IS NOT NULL ORDER BY ${nextAttemptAt} DESC LIMIT ${limit}`,
      ]);
      return { sentAt: sent[0]?.at ?? null, refused };
    },

    /** Requeues a failed mail. False for any other state and for a wiped body. */
    async requeue(id: string, now: number): Promise<boolean> {
      const { meta } = await db
        .update(outbox)
        .set({ status: "queued", attempts: 0, lastError: null, nextAttemptAt: now })
        .where(and(eq(outbox.id, id), eq(outbox.status, "failed"), ne(outbox.text, "")));
      return meta.changes === 1;
    },

    async wipeBodies(before: number, limit: number): Promise<void> {
      const old = db
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(sql`${outbox.status} = 'failed' AND ${outbox.text} <> ''`, lt(outbox.nextAttemptAt, before)))
        .orderBy(asc(outbox.nextAttemptAt))
        .limit(limit);
      await db.update(outbox).set(WIPED).where(inArray(outbox.id, old));
    },

    /** Removes the recipients; the rows stay for the statistics until `deleteRows`. */
    async wipeRecipients(before: number, limit: number): Promise<void> {
      const old = db
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(sql`${outbox.recipient} <> ''`, lt(outbox.createdAt, before)))
        .orderBy(asc(outbox.createdAt))
        .limit(limit);
      await db
        .update(outbox)
        .set({ ...WIPED, accountId: null, recipient: "", subject: "", headers: {} })
        .where(inArray(outbox.id, old));
    },

    async deleteRows(before: number, limit: number): Promise<void> {
      const old = db
        .select({ id: outbox.id })
        .from(outbox)
        .where(lt(outbox.createdAt, before))
        .orderBy(asc(outbox.createdAt))
        .limit(limit);
      await db.delete(outbox).where(inArray(outbox.id, old));
    },

    async newest(limit: number): Promise<MailRow[]> {
      return db.select().from(outbox).orderBy(desc(outbox.createdAt), desc(sql`rowid`)).limit(limit);
    },

    async find(id: string): Promise<MailRow | null> {
      return (await db.select().from(outbox).where(eq(outbox.id, id)).get()) ?? null;
    },
  };
}
