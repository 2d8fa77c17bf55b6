import type { SQL } from "drizzle-orm";
import { conversations, decisions, endedStarts, profiles, sessions } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { MOST_STARTS } from "./starts.vocabulary.ts";

const f = aliased(profiles, "f");
const s = aliased(sessions, "s");
const v = aliased(decisions, "v");

/** Log-ins of one browser that are followed, the account's own among them. As many as staff see: decision 127. */
const CHAIN = 200;
/** Decisions that are read: more lower nothing further. */
const MOST_UPHELD = 8;

/** Checked on read and again in the write. */
export interface StartLimits {
  /** In total, for a free member; null for no limit. */
  free: number | null;
  /** After `since` (ms). */
  daily: number;
  since: number;
  /** Decisions on reports count from this time (ms). */
  upheldSince: number;
  /** Conversations with fictional profiles, for which staff answer, do not count in total. */
  desk: boolean;
}

/** Times of the conversations that a member has begun, with those that a block deleted. */
function startsOf(memberId: string, since: number, desk = false): SQL {
  const persons = (...members: SQL[]) =>
    desk
      ? sql`AND NOT EXISTS (SELECT 1 FROM ${f} WHERE ${f.id} IN (${sql.join(members, sql`, `)}) AND ${f.fictional} = 1)`
      : sql``;
  return sql`SELECT ${conversations.createdAt} AS at FROM ${conversations}
      WHERE ${conversations.startedBy} = ${memberId} AND ${conversations.createdAt} > ${since}
        ${persons(sql`${conversations.memberA}`, sql`${conversations.memberB}`)}
    UNION ALL SELECT ${endedStarts.startedAt} FROM ${endedStarts}
      WHERE ${endedStarts.senderId} = ${memberId} AND ${endedStarts.startedAt} > ${since} ${persons(sql`${endedStarts.receiverId}`)}`;
}

/** Reads at most `limit` rows, and with `desk` those of fictional profiles too. */
export function hasStarted(memberId: string, limit: number, { since = 0, desk = false } = {}): SQL {
  if (limit <= 0) return sql`1`;
  return sql`EXISTS (SELECT 1 FROM (${startsOf(memberId, since, desk)}) LIMIT 1 OFFSET ${limit - 1})`;
}

export function usedFree(memberId: string, { free, desk }: StartLimits): SQL {
  return free === null ? sql`0` : hasStarted(memberId, free, { desk });
}

/** The member, and who else has logged in with the same browser: decision 127. A new account has no room of its own. */
function withBrowser(memberId: string): SQL {
  return sql`WITH RECURSIVE browsers (print) AS (
      SELECT ${s.device} FROM ${s} WHERE ${s.accountId} = ${memberId} AND ${s.device} IS NOT NULL
      UNION SELECT ${s.former} FROM ${s} WHERE ${s.accountId} = ${memberId} AND ${s.former} IS NOT NULL
      UNION SELECT ${s.former} FROM browsers JOIN ${s} ON ${s.device} = browsers.print WHERE ${s.former} IS NOT NULL
      UNION SELECT ${s.device} FROM browsers JOIN ${s} ON ${s.former} = browsers.print WHERE ${s.device} IS NOT NULL
      LIMIT ${CHAIN}),
    members (id) AS MATERIALIZED (SELECT ${s.accountId} FROM browsers JOIN ${s} ON ${s.device} = browsers.print UNION SELECT ${memberId})`;
}

/** Newest first, at most `most`. */
function recent(memberId: string, since: number, most: number): SQL {
  return sql`SELECT at FROM (${withBrowser(memberId)}
      SELECT ${conversations.createdAt} AS at FROM ${conversations}
        WHERE ${conversations.startedBy} IN (SELECT id FROM members) AND ${conversations.createdAt} > ${since}
      UNION ALL SELECT ${endedStarts.startedAt} FROM ${endedStarts}
        WHERE ${endedStarts.senderId} IN (SELECT id FROM members) AND ${endedStarts.startedAt} > ${since})
    ORDER BY at DESC LIMIT ${most}`;
}

/** JSON: times (ms) of the conversations that the member has begun after `since`, newest first. */
export function ownSince(memberId: string, since: number): SQL {
  return sql`(SELECT json_group_array(at) FROM (SELECT at FROM (${startsOf(memberId, since)}) ORDER BY at DESC LIMIT ${MOST_STARTS}))`;
}

/** As `ownSince`, with those of the browser's other accounts. Rules and staff read them; no member is told when another one writes. */
export function begunSince(memberId: string, since: number): SQL {
  return sql`(SELECT json_group_array(at) FROM (${recent(memberId, since, MOST_STARTS)}))`;
}

export function hasBegun(memberId: string, { daily, since }: StartLimits): SQL {
  if (daily <= 0) return sql`1`;
  return sql`(SELECT count(*) FROM (${recent(memberId, since, daily)})) >= ${daily}`;
}

/** JSON of `Upheld`, newest first: decisions on reports that stand, neither reversed nor lifted. `since` in ms. */
export function upheldOf(memberId: SQL | string, since: number): SQL {
  return sql`(SELECT json_group_array(json_object('at', at, 'reason', reason)) FROM (SELECT ${v.createdAt} AS at, ${v.reason} AS reason
    FROM ${v} WHERE ${v.memberId} = ${memberId} AND ${v.createdAt} > ${since} AND ${v.reportId} IS NOT NULL
      AND ${v.outcome} IS NOT 'reversed' AND ${v.liftedAt} IS NULL ORDER BY ${v.createdAt} DESC LIMIT ${MOST_UPHELD}))`;
}

/** Before a block deleted the conversation, the receiver declined what the sender had begun. */
export function wasDeclined(sender: SQL | string, receiver: SQL | string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${endedStarts} WHERE ${endedStarts.receiverId} = ${receiver} AND ${endedStarts.senderId} = ${sender}
    AND ${endedStarts.declined} = 1)`;
}

/** Whoever has declined writes first: `written` says whether the message is there. */
export function declineEnds(sender: string, receiver: string, written: SQL): SQL {
  return sql`UPDATE ${endedStarts} SET ${endedStarts.declined} = 0 WHERE ${endedStarts.receiverId} = ${sender}
    AND ${endedStarts.senderId} = ${receiver} AND ${endedStarts.declined} = 1 AND ${written}`;
}
