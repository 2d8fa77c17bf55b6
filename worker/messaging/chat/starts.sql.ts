import type { SQL } from "drizzle-orm";
import { conversations, endedStarts, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const f = aliased(profiles, "f");

/** Checked on read and again in the write. */
export interface StartLimits {
  /** In total, for a free member; null for no limit. */
  free: number | null;
  /** After `since` (ms). */
  daily: number;
  since: number;
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

/** Selects the time of the start that used up the daily limit. */
export function usedDaily(memberId: string, { daily, since }: StartLimits): SQL {
  return sql`(SELECT at FROM (${startsOf(memberId, since)}) ORDER BY at DESC LIMIT 1 OFFSET ${daily - 1})`;
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
