import { eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { jsonRow } from "#db/json-row.ts";
import { accounts, photoGrants, profiles, reports } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { g, isAskerShown, isUnvisited, p } from "#worker/people/identity/grants.sql.ts";
import { REQUESTS_COUNTED } from "#worker/people/identity/grants.vocabulary.ts";
import { photoListOf } from "#worker/people/identity/photos.sql.ts";
import { preferencesOf, readPreferences } from "#worker/people/preferences/preferences.sql.ts";
import { offerUsedOf } from "./offer-used.sql.ts";
import type { Member, PhotoAnswer, PhotoRequests, PhotoRow } from "./viewer.ts";

const r = aliased(reports, "r");

/** Those of the newest requests for private photos whose asker is shown, as JSON. */
export function photoRequestsOf(ownerId: SQL): SQL<PhotoRequests> {
  return sql`(
    SELECT json_object('all', count(*), 'real', count(*) FILTER (WHERE ${p.fictional} = 0))
    FROM (SELECT ${photoGrants.ownerId}, ${photoGrants.memberId} FROM ${photoGrants} INDEXED BY photo_grants_owner
      WHERE ${photoGrants.ownerId} = ${ownerId} AND ${photoGrants}.${photoGrants.status} = 'requested'
      ORDER BY ${photoGrants.at} DESC LIMIT ${sql.raw(String(REQUESTS_COUNTED))}) g
    CROSS JOIN ${p} ON ${p.id} = ${g.memberId} AND ${isAskerShown})`;
}

/** Walks the newest 20 grants since `since` (ms), whatever becomes of their owners. */
export function newGrantsOf(memberId: SQL, since: SQL): SQL {
  return sql`(SELECT ${photoGrants.ownerId}, ${photoGrants.memberId}, ${photoGrants.at} FROM ${photoGrants} INDEXED BY photo_grants_granted
    WHERE ${photoGrants.memberId} = ${memberId} AND ${photoGrants.status} = 'granted' AND ${photoGrants.at} > ${since}
    ORDER BY ${photoGrants.at} DESC LIMIT 20) g CROSS JOIN ${p} ON ${p.id} = ${g.ownerId} AND ${isAskerShown} AND ${isUnvisited}`;
}

/** Private photos that others have shown the member, as JSON. */
export function photoAnswersOf(memberId: SQL, since: SQL): SQL<PhotoAnswer[]> {
  return sql`(SELECT json_group_array(json_array(${g.at}, ${p.fictional})) FROM ${newGrantsOf(memberId, since)})`;
}

export function reportsDecidedOf(reporterId: SQL, since: SQL): SQL<number[]> {
  return sql`(SELECT json_group_array(at) FROM (SELECT ${r.decidedAt} AS at FROM ${r} INDEXED BY reports_told
    WHERE ${r.reporterId} = ${reporterId} AND ${r.decidedAt} > ${since} ORDER BY ${r.decidedAt} DESC LIMIT 20))`;
}

const accountId = sql`${accounts}.${accounts.id}`;
const PROFILE = jsonRow(profiles, aliased(profiles, "profiles"));

/** Not for a batch: D1 overwrites equal column names of joined tables there. The profile is one text: a row of D1 has 100 columns at most. */
export const memberColumns = {
  account: accounts,
  profile: sql`${PROFILE.json}`.mapWith((json: string) => PROFILE.read(JSON.parse(json))),
  photos: photoListOf(accountId).mapWith((json: string) => JSON.parse(json) as PhotoRow[]),
  photoRequests: photoRequestsOf(accountId).mapWith((json: string) => JSON.parse(json) as PhotoRequests),
  photoAnswers: photoAnswersOf(accountId, sql`${accounts}.${accounts.newsSeenAt}`).mapWith(
    (json: string) => JSON.parse(json) as PhotoAnswer[],
  ),
  reportsDecided: reportsDecidedOf(accountId, sql`${accounts}.${accounts.newsSeenAt}`).mapWith(
    (json: string) => JSON.parse(json) as number[],
  ),
  preferences: preferencesOf(accountId).mapWith(readPreferences),
  offerUsed: offerUsedOf(accountId, sql`${accounts}.${accounts.pool}`).mapWith(Boolean),
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
