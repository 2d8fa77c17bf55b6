import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { profiles, visits } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { CARD_COLUMNS, type RawCard, readCard } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { unblocked } from "#worker/discovery/members/shown.sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";

export interface VisitorRow extends CardRow {
  visitedAt: number;
}

export type VisitsStore = ReturnType<typeof createVisitsStore>;

const p = aliased(profiles, "p");
const v = aliased(visits, "v");

export function createVisitsStore(db: Database) {
  return {
    /** Idempotent. Writes nothing if one of the two is not active or has blocked the other. */
    async add(visitorId: string, visitedId: string, now: number): Promise<void> {
      await rowsOf(db, [
        sql`INSERT INTO ${into(visits, "visitedId", "visitorId", "at")}
          SELECT ${visitedId}, ${visitorId}, ${now}
          WHERE (SELECT count(*) FROM ${profiles} WHERE ${profiles.id} IN (${visitedId}, ${visitorId})
              AND ${profiles.status} = 'active') = 2
            AND NOT ${blockedBetween(visitorId, visitedId)} AND NOT ${isUnseenBy(visitedId, visitorId)}
          ON CONFLICT DO UPDATE SET at = max(${sql.raw("visits")}.at, excluded.at)`,
      ]);
    },

    /** Latest first, since `since`. Blocked and inactive visitors are left out. */
    async list(
      visitedId: string,
      {
        after,
        since,
        size,
        fictional,
      }: { after: { at: number; id: string } | null; since: number; size: number; fictional: boolean },
    ): Promise<VisitorRow[]> {
      const from = after ? sql`AND (${v.at}, ${v.visitorId}) < (${after.at}, ${after.id})` : sql``;
      const [rows] = await rowsOf<[RawCard & { visitedAt: number }]>(db, [
        sql`SELECT ${CARD_COLUMNS}, ${v.at} AS visitedAt
          FROM ${v} CROSS JOIN ${p} ON ${p.id} = ${v.visitorId}
          WHERE ${v.visitedId} = ${visitedId} AND ${v.at} > ${since} ${from} AND ${p.status} = 'active'
            ${fictional ? sql`` : sql`AND ${p.fictional} = 0`} AND ${unblocked(visitedId)}
          ORDER BY ${v.at} DESC, ${v.visitorId} DESC LIMIT ${size}`,
      ]);
      return rows.map((row) => ({ ...readCard(row), visitedAt: row.visitedAt }));
    },
  };
}
