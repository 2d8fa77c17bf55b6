import type { SQL } from "drizzle-orm";
import { jsonRow } from "#db/json-row.ts";
import type { Built } from "#db/raw.ts";
import type { GiftSnapshot } from "#db/schema/gifts.ts";
import { blocks, conversations, gifts, likes, photoGrants, photos, photoUnlocks, profiles, visits } from "#db/schema/index.ts";
import type { LikeTarget } from "#db/schema/likes.ts";
import { aliased, jsonParts, type PartsOf, plainText, sql } from "#db/sql.ts";
import { photoListOf } from "#worker/people/identity/photos.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import { readSimilar, type SimilarTo, type SimilarValues, similarTo } from "./similar.sql.ts";

const m = aliased(profiles, "m");
const [ID, POOL, VIEWER] = [sql.raw("?1"), sql.raw("?2"), sql.raw("?3")];

const PROFILE = jsonRow(profiles, m);

/** Newest received gifts among which the shown ones are looked for. */
const RECENT_GIFTS = sql.raw("200");

const GIFTS = sql<GiftSnapshot[]>`(SELECT json_group_array(json(${gifts.gift})) FROM (
  SELECT ${gifts.gift}, ${gifts.shown} FROM ${gifts} WHERE ${gifts.receiverId} = ${m.id}
  ORDER BY ${gifts.createdAt} DESC LIMIT ${RECENT_GIFTS}) WHERE ${gifts.shown} = 1)`;

interface Like {
  target: LikeTarget | null;
  isNew: number;
  match: number;
  key: string | null;
}

const LIKED_KEY = sql`(SELECT ${photos.key} FROM ${photos}
  WHERE ${photos.id} = json_extract(${likes.target}, '$.photo') AND ${photos.status} = 'active')`;

function likeOf(liker: SQL, liked: SQL): SQL<Like | null> {
  return sql`(SELECT json_object('target', json(${likes.target}), 'isNew', ${likes.isNew},
      'match', ${likes.matchedAt} IS NOT NULL, 'key', ${LIKED_KEY})
    FROM ${likes} WHERE ${likes.likerId} = ${liker} AND ${likes.likedId} = ${liked})`;
}

function hasBlocked(blocker: SQL, blocked: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${blocker} AND ${blocks.blockedId} = ${blocked})`;
}

interface Pair {
  blockedMe: number;
  /** Or the member has listed an address of the viewer: the same answer. */
  blockedByMe: number;
  conversation: string | null;
  unlocked: number;
  photoAccess: (typeof photoGrants.$inferSelect)["status"] | null;
  visitedAt: number | null;
}

const PAIR = sql<Pair>`json_object('blockedMe', ${hasBlocked(m.id, VIEWER)}, 'blockedByMe', ${hasBlocked(VIEWER, m.id)} OR ${isUnseenBy(m.id, VIEWER)},
  'conversation', (SELECT ${conversations.id} FROM ${conversations}
    WHERE ${conversations.memberA} = min(${m.id}, ${VIEWER}) AND ${conversations.memberB} = max(${m.id}, ${VIEWER})),
  'unlocked', EXISTS (SELECT 1 FROM ${photoUnlocks}
    WHERE ${photoUnlocks.accountId} = ${VIEWER} AND ${photoUnlocks.profileId} = ${m.id}),
  'photoAccess', (SELECT ${photoGrants.status} FROM ${photoGrants}
    WHERE ${photoGrants.ownerId} = ${m.id} AND ${photoGrants.memberId} = ${VIEWER}),
  'visitedAt', (SELECT ${visits.at} FROM ${visits} WHERE ${visits.visitedId} = ${m.id} AND ${visits.visitorId} = ${VIEWER}))`;

const ALONE = { profile: PROFILE.json, photos: photoListOf(m.id), gifts: GIFTS };
const WITH_PAIR = { ...ALONE, pair: PAIR, mine: likeOf(VIEWER, m.id), theirs: likeOf(m.id, VIEWER) };

type Alone = PartsOf<typeof ALONE> & { similar?: SimilarValues[] };
type WithPair = Alone & PartsOf<typeof WITH_PAIR>;

interface ProfileRead {
  id: string;
  pool: string;
  /** Null leaves out how the two stand. */
  viewerId: string | null;
  similar: SimilarTo | null;
}

const texts = new Map<string, string>();

function textFor({ viewerId, similar }: ProfileRead): string {
  const name = JSON.stringify([viewerId !== null, similar && [similar.viewerId !== null, similar.fictional, similar.only]]);
  const known = texts.get(name);
  if (known !== undefined) return known;
  const near = similar && { similar: similarTo(m, similar.viewerId === null ? null : VIEWER, similar) };
  const parts = jsonParts({ ...(viewerId === null ? ALONE : WITH_PAIR), ...near });
  const text = plainText(sql`SELECT ${parts} AS found FROM ${m} WHERE ${m.id} = ${ID} AND ${m.pool} = ${POOL}`);
  texts.set(name, text);
  return text;
}

export function profileQuery(read: ProfileRead): Built {
  const { id, pool, similar } = read;
  const viewerId = read.viewerId ?? similar?.viewerId ?? null;
  return { sql: textFor(read), params: viewerId === null ? [id, pool] : [id, pool, viewerId] };
}

export interface ProfileAnswer {
  found: string;
}

/** Null for a missing profile. */
function read<P extends Alone>([row]: ProfileAnswer[]) {
  if (!row) return null;
  const { profile, similar = [], ...parts } = JSON.parse(row.found) as P;
  return { ...parts, profile: PROFILE.read(profile), similar: similar.map(readSimilar) };
}

export const readAlone = (rows: ProfileAnswer[]) => read<Alone>(rows);
export const readWithPair = (rows: ProfileAnswer[]) => read<WithPair>(rows);
