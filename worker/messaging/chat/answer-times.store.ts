import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { conversations, messages, participants, preferences, profiles } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { unblocked } from "#worker/discovery/members/shown.sql.ts";
import { newerThan } from "./chat-list.sql.ts";

const c = aliased(participants, "c");
const h = aliased(conversations, "h");
const m = aliased(messages, "m");
const p = aliased(profiles, "p");

/** Newest conversations that are read, and newest messages of each. */
const CONVERSATIONS = 50;
const MESSAGES = 12;

export type AnswerTimesStore = ReturnType<typeof createAnswerTimesStore>;

/** The newest messages of a conversation, the oldest first. */
export interface Exchange {
  messages: readonly { own: boolean; at: number }[];
  /** None of the conversation is older. */
  whole: boolean;
  /** The last word is the other's and an answer is possible: as `turns` of `today.php`. */
  waits: boolean;
}

interface Row {
  waits: number;
  removed: number;
  /** Newest first: seq, whether it is the member's own, time (ms). */
  messages: string;
}

export function createAnswerTimesStore(db: Database) {
  return {
    /** With real members since `since` (ms); chats that the member deleted are left out. Reads 50 chats and 600 messages at most. */
    async exchanges(memberId: string, since: number): Promise<Exchange[]> {
      const [rows] = await rowsOf<[Row]>(db, [
        sql`SELECT t.removed, t.waits AND ${p.status} IN ('active', 'hidden') AND ${h.goodbyeAt} IS NULL AND ${unblocked(memberId)} AS waits,
            (SELECT json_group_array(json_array(m.seq, m.own, m.at)) FROM (
              SELECT ${m.seq} AS seq, ${m.senderId} = ${memberId} AS own, ${m.createdAt} AS at FROM ${m}
              WHERE ${m.conversationId} = t.id AND ${m.seq} > t.removed AND ${m.type} <> 'system'
              ORDER BY ${m.seq} DESC LIMIT ${MESSAGES}) m) AS messages
          FROM (SELECT ${c.conversationId} AS id, ${c.otherId} AS other, ${c.removedSeq} AS removed,
              ${c.muted} = 0 AND ${c.lastSender} = ${c.otherId} AS waits
            FROM ${c} INDEXED BY participants_list
            WHERE ${c.memberId} = ${memberId} AND ${c.listed} = 1 AND ${newerThan(c, since)}
            ORDER BY ${c.placeAt} DESC LIMIT ${CONVERSATIONS}) t
          CROSS JOIN ${p} ON ${p.id} = t.other CROSS JOIN ${h} ON ${h.id} = t.id
          WHERE ${p.fictional} = 0`,
      ]);
      return rows.map(exchangeOf);
    },

    /** Not for fictional profiles, nor for members who have switched it off since. */
    async show(
      memberId: string,
      { answersFrom, answersUntil }: Pick<typeof profiles.$inferSelect, "answersFrom" | "answersUntil">,
    ): Promise<void> {
      await rowsOf(db, [
        sql`UPDATE ${profiles} SET ${profiles.answersFrom} = ${answersFrom}, ${profiles.answersUntil} = ${answersUntil}
          WHERE ${profiles.id} = ${memberId} AND ${profiles.fictional} = 0 AND NOT EXISTS (SELECT 1 FROM ${preferences}
            WHERE ${preferences.accountId} = ${memberId} AND ${preferences.showAnswers} = 0)`,
      ]);
    },
  };
}

function exchangeOf({ waits, removed, messages: found }: Row): Exchange {
  const rows = (JSON.parse(found) as [seq: number, own: number, at: number][]).reverse();
  return {
    waits: waits === 1,
    whole: rows[0]?.[0] === removed + 1,
    messages: rows.map(([, own, at]) => ({ own: own === 1, at })),
  };
}
