import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { photoGrants } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { CARD_COLUMNS, type RawCard, readCard } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { g, isAskerShown, p } from "#worker/people/identity/grants.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";

export type Access = (typeof photoGrants.$inferSelect)["status"];

export interface AskerRow extends CardRow {
  access: Access;
  at: number;
}

export interface AskerPosition {
  access: string;
  at: number;
  id: string;
}

export type GrantsStore = ReturnType<typeof createGrantsStore>;

export function createGrantsStore(db: Database) {
  const pair = (owner: string, member: string) => sql`${photoGrants.ownerId} = ${owner} AND ${photoGrants.memberId} = ${member}`;

  return {
    /** Requests first, then refusals, then grants, each newest first: the index backwards. */
    async list(owner: string, fictional: boolean, after: AskerPosition | null, size: number): Promise<AskerRow[]> {
      const from = after ? sql`AND (${g.status}, ${g.at}, ${g.memberId}) < (${after.access}, ${after.at}, ${after.id})` : sql``;
      const rows = await db.all<RawCard & Pick<AskerRow, "access" | "at">>(sql`SELECT ${CARD_COLUMNS},
          ${g.status} AS access, ${g.at} AS at
        FROM ${g} CROSS JOIN ${p} ON ${p.id} = ${g.memberId}
        WHERE ${g.ownerId} = ${owner} AND ${isAskerShown} AND ${p.fictional} <= ${Number(fictional)} ${from}
        ORDER BY ${g.status} DESC, ${g.at} DESC, ${g.memberId} DESC LIMIT ${size}`);
      return rows.map(({ access, at, ...row }) => ({ ...readCard(row), access, at }));
    },

    /** A refusal before `patience` (ms) may be asked again. Null when a block came first. */
    async request(
      owner: string,
      member: string,
      now: number,
      patience: number,
    ): Promise<{ access: Access; made: boolean } | null> {
      const [made, rows] = await rowsOf<[unknown, { access: Access }]>(db, [
        sql`INSERT INTO ${into(photoGrants, "ownerId", "memberId", "status", "at")}
          SELECT ${owner}, ${member}, 'requested', ${now} WHERE NOT ${blockedBetween(owner, member)} AND NOT ${isUnseenBy(owner, member)}
          ON CONFLICT (${photoGrants.ownerId}, ${photoGrants.memberId}) DO UPDATE
            SET ${photoGrants.status} = 'requested', ${photoGrants.at} = ${now}
            WHERE ${photoGrants}.${photoGrants.status} = 'refused' AND ${photoGrants}.${photoGrants.at} < ${patience}
          RETURNING 1`,
        sql`SELECT ${photoGrants}.${photoGrants.status} AS access FROM ${photoGrants} WHERE ${pair(owner, member)}`,
      ]);
      return rows[0] ? { access: rows[0].access, made: made.length > 0 } : null;
    },

    /** False without a request. */
    async decide(owner: string, member: string, access: Access, now: number): Promise<{ known: boolean; changed: boolean }> {
      const [changed, known] = await rowsOf<[unknown, unknown]>(db, [
        sql`UPDATE ${photoGrants} SET ${photoGrants.status} = ${access}, ${photoGrants.at} = ${now}
          WHERE ${pair(owner, member)} AND ${photoGrants}.${photoGrants.status} <> ${access} RETURNING 1`,
        sql`SELECT 1 FROM ${photoGrants} WHERE ${pair(owner, member)}`,
      ]);
      return { known: known.length > 0, changed: changed.length > 0 };
    },

    /** False when there was none. */
    async revoke(owner: string, member: string): Promise<boolean> {
      const [rows] = await rowsOf<[unknown]>(db, [sql`DELETE FROM ${photoGrants} WHERE ${pair(owner, member)} RETURNING 1`]);
      return rows.length > 0;
    },
  };
}
