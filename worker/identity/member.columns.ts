import { eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, photoGrants, photos, profiles } from "#db/schema/index.ts";
import { jsonOf, sql } from "#db/sql.ts";
import { offerUsedOf } from "#worker/discounts/codes.columns.ts";
import { preferencesOf } from "#worker/notifications/preferences.columns.ts";
import { PHOTO_KEYS } from "#worker/photos/photos.columns.ts";
import type { Member, PhotoRow } from "./viewer.ts";

const photoList = sql<PhotoRow[]>`(
  SELECT json_group_array(${jsonOf(photos, PHOTO_KEYS)})
  FROM ${photos} WHERE ${photos.profileId} = ${profiles}.${profiles.id})`.mapWith(
  (json: string) => JSON.parse(json) as PhotoRow[],
);
const photoRequests = sql<number>`(SELECT count(*) FROM ${photoGrants}
  WHERE ${photoGrants.ownerId} = ${profiles}.${profiles.id} AND ${photoGrants}.${photoGrants.status} = 'requested')`;

/** Not for a batch: D1 overwrites equal column names of joined tables there. */
export const memberColumns = {
  account: accounts,
  profile: profiles,
  photos: photoList,
  photoRequests,
  preferences: preferencesOf(sql`${accounts}.${accounts.id}`),
  offerUsed: offerUsedOf(sql`${accounts}.${accounts.id}`, sql`${accounts}.${accounts.pool}`).mapWith(Boolean),
};

export function selectMembers(db: Database) {
  return db.select(memberColumns).from(accounts).innerJoin(profiles, eq(profiles.id, accounts.id));
}

export function memberOf<T extends Omit<Member, "id">>(row: T | undefined): (T & { id: string }) | null {
  return row ? { ...row, id: row.account.id } : null;
}

export async function findMember(db: Database, condition: SQL | undefined): Promise<Member | null> {
  return memberOf(await selectMembers(db).where(condition).get());
}
