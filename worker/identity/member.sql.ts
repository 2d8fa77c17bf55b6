import { type Column, eq, type GetColumnData, getTableColumns, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, profiles } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { offerUsedOf } from "#worker/discounts/codes.sql.ts";
import { preferencesOf } from "#worker/notifications/preferences.sql.ts";
import { g, isAskerShown, p } from "#worker/photos/grants.sql.ts";
import { photoListOf } from "#worker/photos/photos.sql.ts";
import type { Member, PhotoRequests, PhotoRow } from "./viewer.ts";

const photoList = photoListOf(sql`${profiles}.${profiles.id}`).mapWith((json: string) => JSON.parse(json) as PhotoRow[]);
const photoRequests = sql<PhotoRequests>`(
  SELECT json_object('all', count(*), 'real', count(*) FILTER (WHERE ${p.fictional} = 0))
  FROM ${g} CROSS JOIN ${p} ON ${p.id} = ${g.memberId}
  WHERE ${g.ownerId} = ${profiles}.${profiles.id} AND ${g.status} = 'requested' AND ${isAskerShown})`.mapWith(
  (json: string) => JSON.parse(json) as PhotoRequests,
);

/** Not for a batch: D1 overwrites equal column names of joined tables there. */
export const memberColumns = {
  account: accounts,
  profile: profiles,
  photos: photoList,
  photoRequests,
  preferences: preferencesOf(sql`${accounts}.${accounts.id}`),
  offerUsed: offerUsedOf(sql`${accounts}.${accounts.id}`, sql`${accounts}.${accounts.pool}`).mapWith(Boolean),
};

/** For a batch: every column has a name of its own. */
export const batchedMemberColumns = {
  account: renamed("account", getTableColumns(accounts)),
  profile: renamed("profile", getTableColumns(profiles)),
  photos: photoList.as("photo_list"),
  photoRequests: photoRequests.as("photo_requests"),
  preferences: memberColumns.preferences.as("member_preferences"),
  offerUsed: memberColumns.offerUsed.as("offer_used"),
};

/** Columns that messages change, and no rule of a message decides by: the ledger refuses what credits do not cover. */
export const VIEWER_MOVING: ReadonlySet<string> = new Set(["account_credits", "account_unread", "account_newLikes"]);

type Renamed<C extends Record<string, Column>> = { [K in keyof C]: SQL.Aliased<GetColumnData<C[K]>> };

function renamed<C extends Record<string, Column>>(prefix: string, columns: C): Renamed<C> {
  const entries = Object.entries(columns).map(([key, column]) => [key, qualified(column).mapWith(column).as(`${prefix}_${key}`)]);
  return Object.fromEntries(entries);
}

function qualified(column: Column) {
  return sql`${column.table}.${column}`;
}

export function selectMembers(db: Database) {
  return db.select(memberColumns).from(accounts).innerJoin(profiles, eq(profiles.id, accounts.id));
}

export function memberOf<T extends Omit<Member, "id">>(row: T | undefined): (T & { id: string }) | null {
  return row ? { ...row, id: row.account.id } : null;
}

export async function findMember(db: Database, condition: SQL | undefined): Promise<Member | null> {
  return memberOf(await selectMembers(db).where(condition).get());
}
