import type { SQL } from "drizzle-orm";
import { chatDrafts, messages, payments, waitingSends } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { IN_TIME } from "#worker/messaging/waiting/waiting.vocabulary.ts";
import { listQuery } from "./chat-list.sql.ts";
import { likedBetween, newLikeOf, otherOf } from "./liked.sql.ts";
import { MESSAGE } from "./message.sql.ts";
import { changedOf, type Range, visible } from "./message-range.sql.ts";
import { idOf, partnerQuery, type With } from "./partner.sql.ts";
import type { StartLimits } from "./starts.sql.ts";

const m = aliased(messages, "m");
const w = aliased(waitingSends, "w");
const d = aliased(chatDrafts, "d");
const p = aliased(payments, "p");

export function openQueries(memberId: string, by: With, limits: StartLimits, range: Range, listed: number): SQL[] {
  const { after = 0, before, limit } = range;
  const id = idOf(memberId, by);
  return [
    partnerQuery(memberId, by, limits),
    sql`SELECT ${MESSAGE} FROM ${visible(memberId, id, range)} AND ${m.seq} > ${after}
        ${before === undefined ? sql`` : sql`AND ${m.seq} < ${before}`}
      ORDER BY ${m.seq} ${range.after === undefined ? sql`DESC` : sql`ASC`} LIMIT ${limit}`,
    listQuery(memberId, { after: null }, listed),
    likedBetween(memberId, by),
    changedOf(memberId, id, range),
    newLikeOf(memberId, by),
    waitingFor(memberId, by),
  ];
}

/** The newest payment that waits to send something to the partner, or whose message is the draft. */
function waitingFor(memberId: string, by: With): SQL {
  // A text that was changed elsewhere has another client id. Later it is another text.
  const isDraft = sql`${w.kind} IN ('text', 'icebreaker') AND EXISTS (SELECT 1 FROM ${d} JOIN ${p} ON ${p.id} = ${w.paymentId}
    WHERE ${d.memberId} = ${w.accountId} AND ${d.otherId} = ${w.otherId} AND ${d.text} <> ''
      AND (${d.clientId} = ${w.clientId} OR ${d.updatedAt} <= ${p.completedAt} + ${IN_TIME}))`;
  return sql`SELECT ${w.paymentId} AS payment FROM ${w}
    WHERE ${w.accountId} = ${memberId} AND ${w.otherId} = ${otherOf(memberId, by)} AND (${w.outcome} IS NULL OR (${w.outcome} <> 'sent' AND ${isDraft}))
    ORDER BY ${w.pressedAt} DESC LIMIT 1`;
}
