import { jsonRow, keysBut } from "#db/json-row.ts";
import type { Built } from "#db/raw.ts";
import { GONE } from "#db/schema/attributes.ts";
import { accounts, likes, participants, profiles, pushSubscriptions, sessions } from "#db/schema/index.ts";
import { aliased, jsonParts, type PartsOf, plainText, selected, sql } from "#db/sql.ts";
import { photoListOf } from "#worker/people/identity/photos.sql.ts";
import { preferencesFrom, preferencesOf } from "#worker/people/preferences/preferences.sql.ts";
import { photoAnswersOf, photoRequestsOf, reportsDecidedOf } from "./member.sql.ts";
import { offerUsedOf } from "./offer-used.sql.ts";
import type { PushStanding, Viewer } from "./viewer.ts";

const a = aliased(accounts, "a");
const m = aliased(profiles, "m");
const s = aliased(sessions, "s");

/** Columns that messages change, and no rule of a message decides by: the ledger refuses what credits do not cover. */
const VOLATILE = ["credits", "unread", "newLikes", "openedChat"] as const;
export const VIEWER_VOLATILE: ReadonlySet<string> = new Set(VOLATILE);

type Times = Record<"lastActiveAt" | "seenAt", number> & { awayAt: number | null };
export type ViewerRow = Record<Exclude<(typeof VOLATILE)[number], "openedChat">, number> & {
  openedChat: string | null;
} & Times & { rest: string };

const ACCOUNT = jsonRow(accounts, a, keysBut(accounts, VOLATILE));
const PROFILE = jsonRow(profiles, m, keysBut(profiles, ["lastActiveAt", "awayAt"]));

const PUSH = sql<Record<keyof PushStanding, number>>`json_object(
  'subscribed', EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE ${pushSubscriptions.sessionHash} = ${s.tokenHash}),
  'earned', EXISTS (SELECT 1 FROM ${participants} WHERE ${participants.memberId} = ${a.id} AND ${participants.listed} = 1)
    OR EXISTS (SELECT 1 FROM ${likes} WHERE ${likes.likedId} = ${a.id} AND ${likes.matchedAt} IS NOT NULL))`;

/** All else as one text: D1 makes an object of each row by its columns' names. */
const REST = {
  account: ACCOUNT.json,
  profile: PROFILE.json,
  photos: photoListOf(a.id),
  photoRequests: photoRequestsOf(a.id),
  photoAnswers: photoAnswersOf(a.id, a.newsSeenAt),
  reportsDecided: reportsDecidedOf(a.id, a.newsSeenAt),
  preferences: preferencesOf(a.id),
  offerUsed: sql<number>`${offerUsedOf(a.id, a.pool)}`,
  push: PUSH,
  expiresAt: sql<number>`${s.expiresAt}`,
};

/** Parameters without numbers: `onlyWhere` puts the text behind those of a write. */
const TEXT =
  plainText(sql`SELECT ${selected(a, VOLATILE)}, ${m.lastActiveAt} AS lastActiveAt, ${m.awayAt} AS awayAt, ${s.lastSeenAt} AS seenAt, ${jsonParts(REST)} AS rest
  FROM ${s} JOIN ${a} ON ${a.id} = ${s.accountId} JOIN ${m} ON ${m.id} = ${a.id}
  WHERE ${s.tokenHash} = ? AND ${s.domainId} = ? AND ${s.expiresAt} > ? AND ${s.revokedAt} IS NULL
    AND ${a.status} NOT IN (${sql.raw(GONE.map((status) => `'${status}'`).join(", "))})`);

/** None if the session is not valid. */
export function viewerQuery(tokenHash: string, domainId: string, now: number): Built {
  return { sql: TEXT, params: [tokenHash, domainId, now] };
}

export function readViewer({ rest, lastActiveAt, awayAt, seenAt, ...volatile }: ViewerRow): Omit<Viewer, "tokenHash"> {
  const { account, profile, preferences, offerUsed, push, ...parts } = JSON.parse(rest) as PartsOf<typeof REST>;
  const own = { ...ACCOUNT.read(account), ...volatile };
  return {
    ...parts,
    id: own.id,
    account: own,
    profile: { ...PROFILE.read(profile), lastActiveAt, awayAt },
    preferences: preferencesFrom(preferences),
    offerUsed: offerUsed === 1,
    push: { subscribed: push.subscribed === 1, earned: push.earned === 1 },
    seenAt,
  };
}
