import type { SQL } from "drizzle-orm";
import { participants, profiles, swipes, visits } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { Part, Search } from "./search-query.ts";

const me = aliased(participants, "me");
const o = aliased(participants, "o");
const p = aliased(profiles, "p");
const s = aliased(swipes, "s");
const v = aliased(visits, "v");

/** A chat is three rows: both sides and the profile. */
const ROWS_OF_A_CHAT = 3;
/** Rows that the chats of one look may cost, before they are sorted and counted. */
const MOST_CHAT_ROWS = 540;
/** Chats that are counted for an estimate. */
const COUNTED_CHATS = 1001;

/** What was between the member and a profile. Asked last, of a profile that fits everything else. */
export function pairFilters({ viewerId, unopened, unpassed }: Search): { part: Part; missed: SQL; paired: true }[] {
  const all: { part: Part; missed: SQL; paired: true }[] = [];
  if (unopened !== null)
    all.push({
      part: "unopened",
      missed: sql`EXISTS (SELECT 1 FROM ${v} INDEXED BY visits_pair WHERE ${v.visitedId} = ${p.id} AND ${v.visitorId} = ${viewerId}
        AND ${v.at} > ${sql.raw(String(unopened))})`,
      paired: true,
    });
  if (unpassed !== null)
    all.push({
      part: "unpassed",
      missed: sql`EXISTS (SELECT 1 FROM ${s} INDEXED BY swipes_profile WHERE ${s.memberId} = ${viewerId} AND ${s.profileId} = ${p.id}
        AND ${s.at} >= ${sql.raw(String(unpassed))} AND ${s.liked} = 0 AND ${s.undoneAt} IS NULL)`,
      paired: true,
    });
  return all;
}

/** Most rows that what was between two costs. A swipe is read behind its index. */
export function pairRows({ unopened, unpassed }: Search): number {
  return (unopened === null ? 0 : 1) + (unpassed === null ? 0 : 2);
}

/** Most rows that a look at one profile costs, blocks aside. */
export function rowsOfALook(search: Search): number {
  return (search.answered ? ROWS_OF_A_CHAT : 1) + pairRows(search);
}

export function chatsOfALook(search: Search): number {
  return Math.floor(MOST_CHAT_ROWS / rowsOfALook(search));
}

/** Columns of a profile in walk order, or their values. */
export interface After {
  step: SQL;
  at: SQL;
  id: SQL;
}

/** The member's chats, newest first, each with its partner. Their order names the conversation: two chats may have one place. */
export function chatsWalk(search: Search, columns: (step: SQL, at: SQL) => SQL, after: After | null): SQL {
  const from = after ? sql`AND (${me.placeAt}, ${me.conversationId}) < (${after.at}, ${after.id})` : sql``;
  return sql`SELECT ${columns(sql`0`, me.placeAt)}, ${me.conversationId} AS turn
    FROM ${me} INDEXED BY participants_list CROSS JOIN ${o} ON ${o.conversationId} = ${me.conversationId} AND ${o.memberId} = ${me.otherId}
      CROSS JOIN ${p} ON ${p.id} = ${me.otherId}
    WHERE ${me.memberId} = ${search.viewerId} AND ${me.listed} = 1 ${from}
    ORDER BY ${me.placeAt} DESC, ${me.conversationId} DESC`;
}

/** One of the two has written nothing. */
export const UNANSWERED: SQL = sql`${me.wrote} * ${o.wrote} = 0`;

export function countedChats({ viewerId }: Search): SQL {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM ${me} INDEXED BY participants_list
    WHERE ${me.memberId} = ${viewerId} AND ${me.listed} = 1 LIMIT ${sql.raw(String(COUNTED_CHATS))}))`;
}
