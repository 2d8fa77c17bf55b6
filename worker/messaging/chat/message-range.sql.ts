import type { SQL } from "drizzle-orm";
import { lastSeqIn } from "#db/last-seq.ts";
import { conversations, messages, participants } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { MESSAGE } from "./message.sql.ts";

const c = aliased(conversations, "c");
const m = aliased(messages, "m");
const me = aliased(participants, "me");

export interface Range {
  after?: number;
  before?: number;
  limit: number;
  /** Only this many of the newest are visible. */
  newest?: number;
  /** Adds the messages whose version is higher. */
  changes?: number;
}

/** Bounds by the domain's history limit. */
export type Seen = Pick<Range, "newest"> & { oldest?: number };

/** The conversation's messages that the member did not remove, as FROM and WHERE. */
export function visible(memberId: string, conversation: SQL, { newest }: Pick<Range, "newest">): SQL {
  return sql`${me} ${newest === undefined ? sql`` : sql`JOIN ${c} ON ${c.id} = ${me.conversationId}`} JOIN ${m} ON ${m.conversationId} = ${me.conversationId}
    WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId} AND ${m.seq} > ${me.removedSeq}
      ${newest === undefined ? sql`` : sql`AND ${m.seq} > ${lastSeqIn(c)} - ${newest}`}`;
}

/** Each arm reads one partial index. */
export function changedOf(memberId: string, conversation: SQL, range: Range): SQL {
  const since = range.changes ?? 0;
  const from = visible(memberId, conversation, range);
  return sql`SELECT ${MESSAGE}, ${m.senderChanged} AS version FROM ${from}
      AND ${m.senderId} = ${memberId} AND ${m.senderChanged} > ${since}
    UNION ALL SELECT ${MESSAGE}, ${m.receiverChanged} AS version FROM ${from}
      AND ${m.senderId} <> ${memberId} AND ${m.receiverChanged} > ${since}
    ORDER BY version LIMIT ${range.changes === undefined ? 0 : range.limit}`;
}
