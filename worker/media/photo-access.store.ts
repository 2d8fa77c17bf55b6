import { and, eq, gt, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { GONE } from "#db/schema/attributes.ts";
import { accounts, type photos, type profiles, sessions } from "#db/schema/index.ts";
import type { Shown } from "./links.ts";

export interface PhotoAccessRow {
  /** Null for a visitor and an ended session. */
  viewer: string | null;
  profile: (typeof profiles.$inferSelect)["status"];
  shownToVisitors: number;
  main: number | null;
  status: (typeof photos.$inferSelect)["status"];
  visibility: (typeof photos.$inferSelect)["visibility"];
  blocksViewer: number;
  blockedByViewer: number;
  talks: number;
}

export type PhotoAccessStore = ReturnType<typeof createPhotoAccessStore>;

export function createPhotoAccessStore(db: Database) {
  const memberOf = (tokenHash: string, domainId: string, now: number): SQL => {
    const valid = and(
      eq(sessions.tokenHash, tokenHash),
      eq(sessions.domainId, domainId),
      gt(sessions.expiresAt, now),
      isNull(sessions.revokedAt),
      notInArray(accounts.status, GONE),
    );
    return sql`SELECT ${sessions.accountId} AS id FROM ${sessions} JOIN ${accounts} ON ${accounts.id} = ${sessions.accountId} WHERE ${valid}`;
  };

  return {
    async find({ key, owner }: Shown, tokenHash: string | null, domainId: string, now: number): Promise<PhotoAccessRow | null> {
      const me = tokenHash === null ? sql`SELECT NULL AS id` : memberOf(tokenHash, domainId, now);
      const row = await db.get<PhotoAccessRow | undefined>(sql`WITH me AS (${me})
        SELECT (SELECT id FROM me) AS viewer, p.status AS profile, p.shown_to_visitors AS shownToVisitors,
          p.main_photo = ph.key AS main, ph.status, ph.visibility,
          EXISTS (SELECT 1 FROM blocks WHERE blocker_id = p.id AND blocked_id = (SELECT id FROM me)) AS blocksViewer,
          EXISTS (SELECT 1 FROM blocks WHERE blocker_id = (SELECT id FROM me) AND blocked_id = p.id) AS blockedByViewer,
          EXISTS (SELECT 1 FROM conversations WHERE member_a = min(p.id, (SELECT id FROM me))
            AND member_b = max(p.id, (SELECT id FROM me))) AS talks
        FROM profiles p JOIN photos ph ON ph.profile_id = p.id
        WHERE p.id = ${owner} AND ph.key = ${key}`);
      return row ?? null;
    },
  };
}
