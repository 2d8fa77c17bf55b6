import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, profiles } from "#db/schema/index.ts";
import type { PhotoRow } from "../members/profile.ts";
import { preferencesOf } from "../notifications/preferences.columns.ts";
import type { Member } from "./viewer.ts";

/** The photos of the joined profile, so that a member is one row in one query. */
const photoList = sql<PhotoRow[]>`(
  SELECT json_group_array(json_object('id', id, 'key', key, 'position', position, 'status', status, 'visibility', visibility))
  FROM photos WHERE profile_id = ${profiles.id})`.mapWith((json: string) => JSON.parse(json) as PhotoRow[]);
/** Account, profile, photos and preferences of one member. Not for a batch: equal column names of joined tables overwrite each other there. */
export const memberColumns = {
  account: accounts,
  profile: profiles,
  photos: photoList,
  preferences: preferencesOf(sql`${accounts.id}`),
};

/** Members, by whatever condition is put to it. Not for a batch either. */
export function selectMembers(db: Database) {
  return db.select(memberColumns).from(accounts).innerJoin(profiles, eq(profiles.id, accounts.id));
}

/** A row of them as the rules know it. */
export function memberOf<T extends Omit<Member, "id">>(row: T | undefined): (T & { id: string }) | null {
  return row ? { ...row, id: row.account.id } : null;
}

/** The one member of whom something holds. */
export async function findMember(db: Database, condition: SQL | undefined): Promise<Member | null> {
  return memberOf(await selectMembers(db).where(condition).get());
}
