import type { SQL } from "drizzle-orm";
import { messages } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { listQuery } from "./chat-list.sql.ts";
import { likedBetween, newLikeOf } from "./liked.sql.ts";
import { MESSAGE } from "./message.sql.ts";
import { changedOf, type Range, visible } from "./message-range.sql.ts";
import { idOf, partnerQuery, type StartLimits, type With } from "./partner.sql.ts";

const m = aliased(messages, "m");

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
  ];
}
