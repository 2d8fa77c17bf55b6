import type { SQL } from "drizzle-orm";
import { messages, waitingSends } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { listQuery } from "./chat-list.sql.ts";
import { likedBetween, newLikeOf, otherOf } from "./liked.sql.ts";
import { MESSAGE } from "./message.sql.ts";
import { changedOf, type Range, visible } from "./message-range.sql.ts";
import { idOf, partnerQuery, type StartLimits, type With } from "./partner.sql.ts";

const m = aliased(messages, "m");
const w = aliased(waitingSends, "w");

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

/** The newest payment that waits to send something to the partner, or did not send it. */
function waitingFor(memberId: string, by: With): SQL {
  return sql`SELECT ${w.paymentId} AS payment FROM ${w}
    WHERE ${w.accountId} = ${memberId} AND ${w.otherId} = ${otherOf(memberId, by)} AND ${w.outcome} IS NOT 'sent'
    ORDER BY ${w.pressedAt} DESC LIMIT 1`;
}
