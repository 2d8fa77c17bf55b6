import { type SQL, sql } from "drizzle-orm";
import { CARD_COLUMNS, type RawCard, readCard } from "#worker/members/card.columns.ts";
import type { CardRow } from "#worker/members/card.ts";

export type With = { conversation: string } | { profile: string };

/** Checked on read and again in the write. */
export interface StartLimits {
  /** In total, for a free member; null for no limit. */
  free: number | null;
  /** After `since` (ms). */
  daily: number;
  since: number;
}

export interface Target {
  card: CardRow;
  pool: string;
  status: "disabled" | "active" | "hidden" | "deleted";
  conversation: {
    id: string;
    lastSeq: number;
    unread: number;
    readSeq: number;
    removedSeq: number;
    partnerReadSeq: number;
  } | null;
  blockedMe: boolean;
  blockedByMe: boolean;
  showRead: boolean;
  showOnline: boolean;
  usedFree: boolean;
  /** Start time in ms of the conversation that used up the daily limit; null while there is room. */
  usedDaily: number | null;
}

/** Reads at most `limit` rows. */
export function hasStarted(memberId: string, limit: number, since = 0): SQL {
  if (limit <= 0) return sql`1`;
  return sql`EXISTS (SELECT 1 FROM conversations WHERE started_by = ${memberId} AND created_at > ${since} LIMIT 1 OFFSET ${limit - 1})`;
}

export function usedFree(memberId: string, { free }: StartLimits): SQL {
  return free === null ? sql`0` : hasStarted(memberId, free);
}

export function idOf(memberId: string, by: With): SQL {
  if ("conversation" in by) return sql`${by.conversation}`;
  const [a, b] = memberId < by.profile ? [memberId, by.profile] : [by.profile, memberId];
  return sql`(SELECT id FROM conversations WHERE member_a = ${a} AND member_b = ${b})`;
}

export function targetOf(memberId: string, by: With, limits: StartLimits): SQL {
  const partner =
    "profile" in by
      ? sql`${by.profile}`
      : sql`coalesce((SELECT other_id FROM participants WHERE conversation_id = ${by.conversation} AND member_id = ${memberId}),
          (SELECT blocker_id FROM blocks WHERE conversation_id = ${by.conversation} AND blocked_id = ${memberId}))`;
  return sql`SELECT ${CARD_COLUMNS}, p.pool, p.status, c.id AS conversationId, c.last_seq AS lastSeq, me.unread, me.read_seq AS readSeq,
      me.removed_seq AS removedSeq, coalesce(other.read_seq, 0) AS partnerReadSeq,
      EXISTS (SELECT 1 FROM blocks WHERE blocker_id = p.id AND blocked_id = ${memberId}) AS blockedMe,
      EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${memberId} AND blocked_id = p.id) AS blockedByMe,
      NOT EXISTS (SELECT 1 FROM preferences WHERE account_id = p.id AND show_read = 0) AS showRead,
      NOT EXISTS (SELECT 1 FROM preferences WHERE account_id = p.id AND show_online = 0) AS showOnline,
      ${usedFree(memberId, limits)} AS usedFree,
      (SELECT created_at FROM conversations WHERE started_by = ${memberId} AND created_at > ${limits.since}
        ORDER BY created_at DESC LIMIT 1 OFFSET ${limits.daily - 1}) AS usedDaily
    FROM profiles p
    LEFT JOIN conversations c ON c.id = ${idOf(memberId, by)}
    LEFT JOIN participants me ON me.conversation_id = c.id AND me.member_id = ${memberId}
    LEFT JOIN participants other ON other.conversation_id = c.id AND other.member_id = p.id
    WHERE p.id = ${partner}`;
}

export type RawTarget = RawCard &
  Pick<Target, "pool" | "status"> &
  Record<
    | "lastSeq"
    | "unread"
    | "readSeq"
    | "removedSeq"
    | "partnerReadSeq"
    | "blockedMe"
    | "blockedByMe"
    | "showRead"
    | "showOnline"
    | "usedFree",
    number
  > & {
    conversationId: string | null;
    usedDaily: number | null;
  };

export function readTarget(row: RawTarget | undefined): Target | null {
  if (!row) return null;
  const { conversationId, lastSeq, unread, readSeq, removedSeq, partnerReadSeq } = row;
  return {
    card: readCard(row),
    pool: row.pool,
    status: row.status,
    conversation: conversationId === null ? null : { id: conversationId, lastSeq, unread, readSeq, removedSeq, partnerReadSeq },
    blockedMe: row.blockedMe === 1,
    blockedByMe: row.blockedByMe === 1,
    showRead: row.showRead === 1,
    showOnline: row.showOnline === 1,
    usedFree: row.usedFree === 1,
    usedDaily: row.usedDaily,
  };
}
