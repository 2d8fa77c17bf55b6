import { and, eq, gt, inArray, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { type Built, batched, prepared, type Row, rowWhere, unchanged } from "#db/raw.ts";
import { GONE, isHere } from "#db/schema/attributes.ts";
import { accounts, outbox, profiles, sessions, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import type { Language } from "#locales/languages.ts";
import { activityAt } from "#worker/people/preferences/preferences.sql.ts";
import type { Intent } from "./intents.vocabulary.ts";
import { findMember, selectMembers } from "./member.sql.ts";
import { onlineSince } from "./online.vocabulary.ts";
import { readViewer, VIEWER_VOLATILE, type ViewerRow, viewerQuery } from "./viewer.sql.ts";
import type { Member, Viewer } from "./viewer.ts";

export type AccountsStore = ReturnType<typeof createAccountsStore>;
type SessionRow = typeof sessions.$inferInsert;
export type MailRow = typeof outbox.$inferInsert;
export type NewSession = Omit<Required<SessionRow>, "revokedAt">;

/** Rows removed per cron tick. */
const BATCH = 100;

type Identifier = { id: string } | { email: string } | { nameKey: string };

interface Opening {
  passwordHash: string;
  replaced: string | null;
  mail: MailRow | null;
  /** Replaces the hash of another system that the password was compared with. */
  renewed: string | null;
  now: number;
}

export function createAccountsStore(db: Database) {
  const revoke = (tokenHash: string, now: number, condition?: SQL) =>
    db
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt), condition));

  /** Other reads in one trip with the viewer. Without a viewer the caller drops their rows. */
  async function findViewerAnd(
    tokenHash: string,
    domainId: string,
    now: number,
    queries: ReadonlyMap<string, object[]>,
  ): Promise<{ viewer: Viewer | null; row: ViewerRow | null; rows: Map<string, unknown[][]> }> {
    const viewer = batched<ViewerRow>(db, viewerQuery(tokenHash, domainId, now));
    const items = [...queries.values()].flat().map((query) => ("_prepare" in query ? query : batched(db, query as SQL | Built)));
    const [[row = null], ...rows] = await db.batch([viewer, ...(items as ReturnType<typeof batched<unknown>>[])]);
    const byCall = new Map([...queries].map(([key, { length }]) => [key, rows.splice(0, length)]));
    return { viewer: row && { ...readViewer(row), tokenHash }, row, rows: byCall };
  }

  const byIdentifier = (pool: string, by: Identifier): Promise<Member | null> => findMember(db, identifiedBy(pool, by));

  return {
    findViewerAnd,

    /** A condition for a later write: the session is valid, and its viewer's row is unchanged, except for `VIEWER_VOLATILE`. */
    viewerUnchanged(row: Row) {
      const isSame = unchanged(row, VIEWER_VOLATILE);
      return (...session: Parameters<typeof viewerQuery>) => isSame(viewerQuery(...session));
    },

    /** Runs on every request: one query for three rows and the photos. */
    async findViewer(tokenHash: string, domainId: string, now: number): Promise<Viewer | null> {
      const row = await prepared(db, viewerQuery(tokenHash, domainId, now)).first<ViewerRow>();
      return row && { ...readViewer(row), tokenHash };
    },

    /** Triggers maintain these sums. */
    async counters(id: string): Promise<{ unread_messages: number; new_likes: number } | null> {
      const row = await db
        .select({ unread_messages: accounts.unread, new_likes: accounts.newLikes })
        .from(accounts)
        .where(eq(accounts.id, id))
        .get();
      return row ?? null;
    },

    /** The profile's activity is coarse while the member hides presence. */
    async touch(id: string, tokenHash: string, now: number): Promise<void> {
      const at = activityAt(id, now);
      await db.batch([
        db
          .update(profiles)
          .set({ lastActiveAt: at, awayAt: null })
          .where(and(eq(profiles.id, id), lt(profiles.lastActiveAt, at))),
        db
          .update(sessions)
          .set({ lastSeenAt: now })
          .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastSeenAt, now))),
      ]);
    },

    /** Nobody sees the member as online from now on; false if that was so before. In no index, unlike the last activity: one row. */
    async endActivity(id: string, now: number): Promise<boolean> {
      const { meta } = await db
        .update(profiles)
        .set({ awayAt: now })
        .where(and(eq(profiles.id, id), isNull(profiles.awayAt), gt(profiles.lastActiveAt, onlineSince(now))));
      return meta.changes > 0;
    },

    /** The member is back soon after `endActivity`. */
    async resumeActivity(id: string): Promise<void> {
      await db
        .update(profiles)
        .set({ awayAt: null })
        .where(and(eq(profiles.id, id), isNotNull(profiles.awayAt)));
    },

    async findLogin(pool: string, by: Identifier): Promise<Member | null> {
      const row = await byIdentifier(pool, by);
      return row && isHere(row.account.status) ? row : null;
    },

    /** Includes deleted accounts that can still be reactivated. */
    async findOwner(pool: string, by: Identifier): Promise<Member | null> {
      const row = await byIdentifier(pool, by);
      return row && row.account.status !== "erased" ? row : null;
    },

    /** `known`: the account had a session on this device; `any`: on any device. Revoked sessions count. */
    async sessionHistory(accountId: string, tokenHash: string | null): Promise<{ known: boolean; any: boolean }> {
      const own = (narrower: SQL = sql``) => sql`EXISTS (SELECT 1 FROM ${sessions}
        WHERE ${sessions.accountId} = ${accountId}${narrower})`;
      const row = await db.get<{ known: number; ever: number }>(
        sql`SELECT ${own(sql` AND ${sessions.tokenHash} = ${tokenHash}`)} AS known, ${own()} AS ever`,
      );
      return { known: row?.known === 1, any: row?.ever === 1 };
    },

    /** False if password or status changed since the check: the new session would outlive the end of all sessions. */
    async startSession(session: NewSession, { passwordHash, replaced, mail, renewed, now }: Opening): Promise<boolean> {
      const { tokenHash, accountId } = session;
      const may = sql`EXISTS (SELECT 1 FROM ${accounts}
        WHERE ${accounts.id} = ${accountId} AND ${accounts.passwordHash} = ${passwordHash}
          AND ${accounts.status} NOT IN ${GONE})`;
      const opened = sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.tokenHash} = ${tokenHash})`;
      const [made] = await db.batch([
        db.insert(sessions).select(rowWhere(sessions, session, may)),
        ...(replaced ? [revoke(replaced, now, opened)] : []),
        ...(renewed === null
          ? []
          : [
              db
                .update(accounts)
                .set({ passwordHash: renewed })
                .where(and(eq(accounts.id, accountId), eq(accounts.passwordHash, passwordHash), opened)),
            ]),
        ...(mail ? [db.insert(outbox).select(rowWhere(outbox, mail, opened))] : []),
      ]);
      return made.meta.changes === 1;
    },

    /** The row stays: it marks the device as known. */
    async endSession(tokenHash: string, now: number): Promise<void> {
      await revoke(tokenHash, now);
    },

    async setLanguage(id: string, language: Language): Promise<void> {
      await db.update(accounts).set({ language }).where(eq(accounts.id, id));
    },

    async setIntent(id: string, profile: string, intent: Intent): Promise<void> {
      await db.update(accounts).set({ signupProfile: profile, signupIntent: intent }).where(eq(accounts.id, id));
    },

    async findClashes(pool: string, wanted: { email: string; nameKeys: string[]; signupKey: string | null }): Promise<Member[]> {
      // One statement: a batch overwrites equal column names, and an OR over both tables reads them whole.
      const ids = sql`SELECT ${accounts.id} FROM ${accounts}
        WHERE ${accounts.pool} = ${pool} AND ${accounts.email} = ${wanted.email}
        UNION SELECT ${profiles.id} FROM ${profiles} WHERE ${profiles.pool} = ${pool}
          AND ${profiles.nameKey} IN (SELECT value FROM json_each(${JSON.stringify(wanted.nameKeys)}))
        UNION SELECT ${accounts.id} FROM ${accounts}
        WHERE ${accounts.pool} = ${pool} AND ${accounts.signupKey} = ${wanted.signupKey}`;
      const rows = await selectMembers(db).where(sql`${accounts}.${accounts.id} IN (${ids})`);
      return rows.map((row) => ({ ...row, id: row.account.id }));
    },

    async forgetLinks(before: number): Promise<void> {
      const old = db.select({ hash: tokens.hash }).from(tokens).where(lt(tokens.expiresAt, before)).limit(BATCH);
      await db.delete(tokens).where(inArray(tokens.hash, old));
    },

    async queueMail(mail: MailRow): Promise<void> {
      await db.insert(outbox).values(mail);
    },
  };
}

function identifiedBy(pool: string, by: Identifier): SQL | undefined {
  if ("id" in by) return and(eq(accounts.pool, pool), eq(accounts.id, by.id));
  if ("email" in by) return and(eq(accounts.pool, pool), eq(accounts.email, by.email));
  return and(eq(profiles.pool, pool), eq(profiles.nameKey, by.nameKey));
}
