import type { SQL } from "drizzle-orm";
import { conversations, openers } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";

/** A week of 40 new conversations a day. */
export const MOST_OPENERS = 280;

export interface NewOpener {
  seq: number;
  sketch: string;
  /** Many members got nearly the same text before. */
  repeated?: boolean;
}

export interface Opener extends NewOpener {
  createdAt: number;
}

/** A conversation that the member began, and the member's first messages, newest first. */
export interface Begun {
  begunAt: number;
  /** Text of the first message; null once it is archived. */
  text: string | null;
  earlier: Opener[];
}

/** Follows the insertion of the conversation; without its row it writes nothing. */
export function keepOpener({ seq, sketch }: NewOpener, conversation: string): SQL[] {
  const begun = sql`FROM ${conversations} WHERE ${conversations.id} = ${conversation}`;
  return [
    sql`INSERT INTO ${into(openers, "memberId", "seq", "sketch", "createdAt")}
      SELECT ${conversations.startedBy}, ${seq}, ${sketch}, ${conversations.createdAt} ${begun}`,
    sql`DELETE FROM ${openers} WHERE ${openers.memberId} = (SELECT ${conversations.startedBy} ${begun})
      AND ${openers.seq} <= ${seq - MOST_OPENERS}`,
  ];
}

export function openersOf(memberId: string): SQL {
  return sql`SELECT ${openers.seq}, ${openers.sketch}, ${openers.createdAt} AS createdAt FROM ${openers}
    WHERE ${openers.memberId} = ${memberId} ORDER BY ${openers.seq} DESC LIMIT ${MOST_OPENERS}`;
}

/** Writes nothing unless `edited` holds. */
export function keepEditedOpener({ seq, sketch }: NewOpener, memberId: string, now: number, edited: SQL): SQL {
  return sql`INSERT INTO ${into(openers, "memberId", "seq", "sketch", "createdAt")}
    SELECT ${memberId}, ${seq}, ${sketch}, ${now} WHERE ${edited}`;
}
