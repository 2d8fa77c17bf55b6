import { and, eq, gt, isNull, ne, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, prepared, rowsOf } from "#db/raw.ts";
import {
  accounts,
  dataExports,
  departures,
  discountCodes,
  discountUses,
  likes,
  outbox,
  participants,
  profiles,
  pushSubscriptions,
  sessions,
  tokens,
} from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import { type Found, openOf, type RawPayment, readPayment } from "#worker/billing/payments/payments.sql.ts";
import { confirmationStatements } from "#worker/people/identity/confirmation.sql.ts";
import { findMember, memberOf, selectMembers } from "#worker/people/identity/member.sql.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { findUsedLink } from "#worker/people/links/used-link.sql.ts";
import { STAY } from "./leaving.vocabulary.ts";

const a = aliased(accounts, "a");
const l = aliased(likes, "l");
const me = aliased(participants, "me");
const o = aliased(participants, "o");
const p = aliased(profiles, "p");

export type LeavingStore = ReturnType<typeof createLeavingStore>;
type TokenRow = typeof tokens.$inferInsert;
type MailRow = typeof outbox.$inferInsert;

type NewOffer = typeof discountCodes.$inferInsert & { accountId: string };
export type OfferRow = Pick<typeof discountCodes.$inferSelect, "domainId" | "code" | "percentage" | "expiresAt">;

const c = aliased(discountCodes, "c");
const u = aliased(discountUses, "u");

/** The account's code for staying, unless it was ended or an order holds it. */
function offerOf(id: string): SQL {
  return sql`SELECT ${selected(c, ["domainId", "code", "percentage", "expiresAt"])} FROM ${c}
    WHERE ${c.accountId} = ${id} AND ${c.code} LIKE ${`${STAY}%`} AND ${c.status} = 'active' AND NOT EXISTS (
      SELECT 1 FROM ${u} WHERE ${u.accountId} = ${id} AND ${u.code} = ${c.code} AND ${u.state} <> 'released')`;
}

/** Members told at once; others see the change within minutes. */
const MOST_NOTIFIED = 300;

export function createLeavingStore(db: Database) {
  return {
    /** Members with a chat or a like, latest first. */
    async relatedMembers(id: string): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT DISTINCT id FROM (
        SELECT * FROM (SELECT ${o.memberId} AS id FROM ${me} INDEXED BY participants_list
          JOIN ${o} ON ${o.conversationId} = ${me.conversationId} AND ${o.memberId} <> ${me.memberId}
          WHERE ${me.memberId} = ${id} AND ${me.listed} = 1 ORDER BY ${me.placeAt} DESC LIMIT ${MOST_NOTIFIED})
        UNION ALL SELECT * FROM (SELECT ${likes.likedId} FROM ${likes} WHERE ${likes.likerId} = ${id}
          ORDER BY ${likes.createdAt} DESC LIMIT ${MOST_NOTIFIED})
        UNION ALL SELECT * FROM (SELECT ${likes.likerId} FROM ${likes} WHERE ${likes.likedId} = ${id}
          ORDER BY ${likes.isNew} DESC, ${likes.createdAt} DESC LIMIT ${MOST_NOTIFIED}))`);
      return rows.map((row) => row.id);
    },

    async member(id: string): Promise<Member | null> {
      return findMember(db, eq(accounts.id, id));
    },

    async losses(
      id: string,
    ): Promise<Record<"credits" | "matches" | "chats", number> & { payments: Found[]; offer: OfferRow | null }> {
      const [credits, matches, chats, payments, offers] = await rowsOf<
        [{ n: number }, { n: number }, { n: number }, RawPayment, OfferRow]
      >(db, [
        // The viewer's row may be older than a refund of this request.
        sql`SELECT ${accounts.credits} AS n FROM ${accounts} WHERE ${accounts.id} = ${id}`,
        sql`SELECT count(*) AS n FROM ${l} INDEXED BY likes_matched JOIN ${p} ON ${p.id} = ${l.likerId}
          WHERE ${l.likedId} = ${id} AND ${l.matchedAt} IS NOT NULL AND ${p.status} = 'active'`,
        sql`SELECT count(*) AS n FROM ${participants} INDEXED BY participants_list
          WHERE ${participants.memberId} = ${id} AND ${participants.listed} = 1`,
        openOf(id),
        offerOf(id),
      ]);
      const [offer = null] = offers;
      const n = (rows: { n: number }[]) => rows[0]?.n ?? 0;
      return { credits: n(credits), matches: n(matches), chats: n(chats), payments: payments.map(readPayment), offer };
    },

    /** The account's only code of this kind: a second call, and one on another domain of the pool, adds none. */
    async offer(row: NewOffer): Promise<OfferRow | null> {
      const { accountId: id } = row;
      const never = sql`NOT EXISTS (SELECT 1 FROM ${c} WHERE ${c.accountId} = ${id} AND ${c.code} LIKE ${`${STAY}%`})`;
      const [, offers] = await rowsOf<[unknown, OfferRow]>(db, [
        sql`${insertWhere(discountCodes, row, never)} ON CONFLICT DO NOTHING`,
        offerOf(id),
      ]);
      return offers[0] ?? null;
    },

    /** Compare-and-set on password hash and address; null if they changed. Returns the open token hashes. */
    async close(
      rows: {
        accountId: string;
        passwordHash: string;
        token: TokenRow;
        mail: MailRow;
        departure: typeof departures.$inferInsert;
      },
      now: number,
    ): Promise<string[] | null> {
      const { accountId: id, passwordHash, token, mail, departure } = rows;
      // Only one of several parallel requests inserts its token; the batch depends on it.
      const done = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${token.hash})`;
      const results = await db.$client.batch<{ hash: string }>([
        prepared(
          db,
          sql`UPDATE ${accounts} SET ${accounts.status} = 'deleted', ${accounts.deletedAt} = ${now}
            WHERE ${accounts.id} = ${id} AND ${accounts.status} IN ('active', 'not_confirmed')
              AND ${accounts.passwordHash} = ${passwordHash} AND ${accounts.email} = ${mail.recipient}`,
        ),
        // The token keeps the profile's status for the restore.
        prepared(
          db,
          sql`INSERT INTO ${into(tokens, "hash", "kind", "accountId", "data", "createdAt", "expiresAt")}
            SELECT ${token.hash}, 'reactivation', ${profiles.id}, ${profiles.status}, ${now}, ${token.expiresAt}
            FROM ${profiles} WHERE ${profiles.id} = ${id} AND changes() = 1`,
        ),
        prepared(
          db,
          sql`UPDATE ${sessions} SET ${sessions.revokedAt} = ${now}
            WHERE ${sessions.accountId} = ${id} AND ${sessions.revokedAt} IS NULL AND ${done}
            RETURNING ${sessions.tokenHash} AS hash`,
        ),
        ...[
          // The undo link stays: an attacker may have changed the address and deleted the account.
          sql`DELETE FROM ${tokens} WHERE ${tokens.accountId} = ${id} AND ${tokens.hash} <> ${token.hash}
            AND ${tokens.kind} <> 'mail_undo' AND ${done}`,
          sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${id} AND ${done}`,
          sql`DELETE FROM ${dataExports} WHERE ${dataExports.accountId} = ${id} AND ${dataExports.status} = 'queued' AND ${done}`,
          sql`UPDATE ${profiles} SET ${profiles.status} = 'deleted' WHERE ${profiles.id} = ${id} AND ${done}`,
          insertWhere(departures, departure, done),
          insertWhere(outbox, mail, done),
        ].map((query) => prepared(db, query)),
      ]);
      const [claim, , ended] = results;
      return claim?.meta.changes === 1 ? (ended?.results ?? []).map(({ hash }) => hash) : null;
    },

    /** Null for a used link, and for a deletion before `earliest`. */
    async findByLink(hash: string, earliest: number, now: number): Promise<Member | null> {
      const row = await selectMembers(db)
        .innerJoin(tokens, eq(tokens.accountId, accounts.id))
        .where(
          and(
            eq(tokens.hash, hash),
            eq(tokens.kind, "reactivation"),
            isNull(tokens.usedAt),
            gt(tokens.expiresAt, now),
            eq(accounts.status, "deleted"),
            gt(accounts.deletedAt, earliest),
          ),
        )
        .get();
      return memberOf(row);
    },

    findUsed: (hash: string, now: number) => findUsedLink(db, "reactivation", hash, now),

    async findDeleted(pool: string, email: string, earliest: number): Promise<Member | null> {
      return findMember(
        db,
        and(eq(accounts.pool, pool), eq(accounts.email, email), eq(accounts.status, "deleted"), gt(accounts.deletedAt, earliest)),
      );
    },

    /** Earlier links stay valid. False if the account returned or changed its address. */
    async addLink(token: TokenRow, mail: MailRow, since: number): Promise<boolean> {
      const { accountId: id } = token;
      // A repeated request sends no second mail. The deletion's own mail does not count.
      const waiting = sql`EXISTS (SELECT 1 FROM ${a}
        WHERE ${accounts.id} = ${id} AND ${accounts.status} = 'deleted' AND ${accounts.email} = ${mail.recipient}
          AND NOT EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.accountId} = ${a.id} AND ${tokens.kind} = 'reactivation'
            AND ${tokens.createdAt} > max(${a.deletedAt}, ${since}) AND ${tokens.expiresAt} > ${token.createdAt}))`;
      const [made] = await rowsOf<[{ hash: string }, unknown]>(db, [
        // Copies the profile's former status from an earlier link of this deletion.
        sql`INSERT INTO ${into(tokens, "hash", "kind", "accountId", "data", "createdAt", "expiresAt")}
          SELECT ${token.hash}, 'reactivation', ${id},
            (SELECT ${tokens.data} FROM ${tokens} WHERE ${tokens.accountId} = ${id} AND ${tokens.kind} = 'reactivation' LIMIT 1),
            ${token.createdAt}, ${token.expiresAt} WHERE ${waiting} RETURNING ${tokens.hash}`,
        insertWhere(outbox, mail, sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${token.hash})`),
      ]);
      return made.length > 0;
    },

    /** Uses up all links. Null if this one was used or expired. */
    async reopen(hash: string, id: string, credits: number, now: number): Promise<Member | null> {
      const deleted = sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.id} = ${id} AND ${accounts.status} = 'deleted')`;
      const used = sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${tokens.hash} = ${hash} AND ${tokens.usedAt} = ${now})`;
      const before = sql`coalesce((SELECT ${tokens.data} FROM ${tokens} WHERE ${tokens.hash} = ${hash}), 'disabled')`;
      const [claim] = await db.batch([
        db
          .update(tokens)
          .set({ usedAt: now })
          .where(and(eq(tokens.hash, hash), isNull(tokens.usedAt), gt(tokens.expiresAt, now), deleted)),
        db
          .update(profiles)
          .set({ status: before })
          .where(and(eq(profiles.id, id), eq(profiles.status, "deleted"), used)),
        db
          .update(accounts)
          .set({ status: sql`iif(${accounts.activatedAt} IS NULL, 'not_confirmed', 'active')`, deletedAt: null })
          .where(and(eq(accounts.id, id), eq(accounts.status, "deleted"), used)),
        ...confirmationStatements(db, id, credits, used, now),
        db.delete(tokens).where(and(eq(tokens.accountId, id), eq(tokens.kind, "reactivation"), ne(tokens.hash, hash), used)),
      ]);
      return claim.meta.changes === 1 ? findMember(db, eq(accounts.id, id)) : null;
    },
  };
}
