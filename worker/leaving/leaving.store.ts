import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, prepared, rowsOf } from "#db/raw.ts";
import { accounts, departures, outbox, profiles, tokens } from "#db/schema/index.ts";
import { confirmationStatements } from "#worker/identity/confirmation.columns.ts";
import { findMember, memberOf, selectMembers } from "#worker/identity/member.columns.ts";
import type { Member } from "#worker/identity/viewer.ts";

export type LeavingStore = ReturnType<typeof createLeavingStore>;
type TokenRow = typeof tokens.$inferInsert;
type MailRow = typeof outbox.$inferInsert;

/** Members told at once; others see the change within minutes. */
const TOLD = 300;

export function createLeavingStore(db: Database) {
  return {
    /** Latest first. */
    async acquaintances(id: string): Promise<string[]> {
      const rows = await db.all<{ id: string }>(sql`SELECT DISTINCT id FROM (
        SELECT * FROM (SELECT o.member_id AS id FROM participants me INDEXED BY participants_list
          JOIN participants o ON o.conversation_id = me.conversation_id AND o.member_id <> me.member_id
          WHERE me.member_id = ${id} AND me.listed = 1 ORDER BY me.last_at DESC LIMIT ${TOLD})
        UNION ALL SELECT * FROM (SELECT liked_id FROM likes WHERE liker_id = ${id} ORDER BY created_at DESC LIMIT ${TOLD})
        UNION ALL SELECT * FROM (SELECT liker_id FROM likes WHERE liked_id = ${id} ORDER BY is_new DESC, created_at DESC LIMIT ${TOLD}))`);
      return rows.map((row) => row.id);
    },

    async member(id: string): Promise<Member | null> {
      return findMember(db, eq(accounts.id, id));
    },

    async losses(id: string): Promise<{ matches: number; chats: number }> {
      const [matches, chats] = await rowsOf<[{ n: number }, { n: number }]>(db, [
        sql`SELECT count(*) AS n FROM likes l INDEXED BY likes_matched JOIN profiles p ON p.id = l.liker_id
          WHERE l.liked_id = ${id} AND l.matched_at IS NOT NULL AND p.status = 'active'`,
        sql`SELECT count(*) AS n FROM participants INDEXED BY participants_list WHERE member_id = ${id} AND listed = 1`,
      ]);
      return { matches: matches[0]?.n ?? 0, chats: chats[0]?.n ?? 0 };
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
      // Of parallel requests only one inserts its token; the batch depends on it.
      const done = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${token.hash})`;
      const results = await db.$client.batch<{ hash: string }>([
        prepared(
          db,
          sql`UPDATE accounts SET status = 'deleted', deleted_at = ${now}
            WHERE id = ${id} AND status IN ('active', 'not_confirmed') AND password_hash = ${passwordHash} AND email = ${mail.recipient}`,
        ),
        // The token keeps the profile's status for the restore.
        prepared(
          db,
          sql`INSERT INTO tokens (hash, kind, account_id, data, created_at, expires_at)
            SELECT ${token.hash}, 'reactivation', id, status, ${now}, ${token.expiresAt} FROM profiles WHERE id = ${id} AND changes() = 1`,
        ),
        prepared(
          db,
          sql`UPDATE sessions SET revoked_at = ${now} WHERE account_id = ${id} AND revoked_at IS NULL AND ${done} RETURNING token_hash AS hash`,
        ),
        ...[
          // The undo link stays: an attacker may have changed the address and deleted the account.
          sql`DELETE FROM tokens WHERE account_id = ${id} AND hash <> ${token.hash} AND kind <> 'mail_undo' AND ${done}`,
          sql`DELETE FROM push_subscriptions WHERE account_id = ${id} AND ${done}`,
          sql`DELETE FROM data_exports WHERE account_id = ${id} AND status = 'queued' AND ${done}`,
          sql`UPDATE profiles SET status = 'deleted' WHERE id = ${id} AND ${done}`,
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
      const waiting = sql`EXISTS (SELECT 1 FROM accounts a WHERE id = ${id} AND status = 'deleted' AND email = ${mail.recipient}
        AND NOT EXISTS (SELECT 1 FROM tokens WHERE account_id = a.id AND kind = 'reactivation'
          AND created_at > max(a.deleted_at, ${since}) AND expires_at > ${token.createdAt}))`;
      const [made] = await rowsOf<[{ hash: string }, unknown]>(db, [
        // Copies the profile's former status from an earlier link of this deletion.
        sql`INSERT INTO tokens (hash, kind, account_id, data, created_at, expires_at)
          SELECT ${token.hash}, 'reactivation', ${id},
            (SELECT data FROM tokens WHERE account_id = ${id} AND kind = 'reactivation' LIMIT 1),
            ${token.createdAt}, ${token.expiresAt} WHERE ${waiting} RETURNING hash`,
        insertWhere(outbox, mail, sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${token.hash})`),
      ]);
      return made.length > 0;
    },

    /** Uses up all links. Null if this one was used or expired. */
    async reopen(hash: string, id: string, credits: number, now: number): Promise<Member | null> {
      const deleted = sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${id} AND status = 'deleted')`;
      const used = sql`EXISTS (SELECT 1 FROM tokens WHERE hash = ${hash} AND used_at = ${now})`;
      const before = sql`coalesce((SELECT data FROM tokens WHERE hash = ${hash}), 'disabled')`;
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
          .set({ status: sql`iif(activated_at IS NULL, 'not_confirmed', 'active')`, deletedAt: null })
          .where(and(eq(accounts.id, id), eq(accounts.status, "deleted"), used)),
        ...confirmationStatements(db, id, credits, used, now),
        db.delete(tokens).where(and(eq(tokens.accountId, id), eq(tokens.kind, "reactivation"), ne(tokens.hash, hash), used)),
      ]);
      return claim.meta.changes === 1 ? findMember(db, eq(accounts.id, id)) : null;
    },
  };
}
