import { eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { accounts, photos, profiles } from "#db/schema/index.ts";
import { jsonOf, sql } from "#db/sql.ts";
import { preferencesOf } from "#worker/notifications/preferences.columns.ts";
import type { Member, PhotoRow } from "./viewer.ts";

const photoList = sql<PhotoRow[]>`(
  SELECT json_group_array(${jsonOf(photos, ["id", "key", "position", "status", "visibility"])})
  FROM ${photos} WHERE ${photos.profileId} = ${profiles}.${profiles.id})`.mapWith(
  (json: string) => JSON.parse(json) as PhotoRow[],
);
/** Not for a batch: D1 overwrites equal column names of joined tables there. */
export const memberColumns = {
  account: accounts,
  profile: profiles,
  photos: photoList,
  preferences: preferencesOf(sql`${accounts}.${accounts.id}`),
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
