import type { SQL } from "drizzle-orm";
import { callLineKey } from "#db/call-line-key.ts";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, callLines, calls, dailyFigures, messages, participants, pushSubscriptions } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import { spend } from "#worker/billing/wallet/spend.sql.ts";
import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { countersOf } from "#worker/messaging/chat/counters.sql.ts";
import { MESSAGE, type MessageRow } from "#worker/messaging/chat/message.sql.ts";
import { DAY } from "#worker/platform/durations.ts";
import { ended, endingOfOver, freeLines, isOver, lacksLine, lineOf, mayTalk } from "./calls.sql.ts";
import { type CallEnding, EARLY, MINUTE_OF_CALL, RING_AT_MOST, UNTAKEN } from "./calls.vocabulary.ts";

const k = aliased(calls, "k");
const m = aliased(messages, "m");

type Flags = "callerDirect" | "calleeDirect" | "first";
/** `credits` of the caller. */
export type CallRow = Omit<typeof calls.$inferSelect, Flags> & Record<Flags, number> & { credits: number };

const ROW = sql`${selected(k, [
  ...(["id", "conversationId", "callerId", "calleeId", "domainId", "clientId", "kind", "pricePer", "price"] as const),
  ...(["callerDirect", "calleeDirect", "first", "device", "paid"] as const),
  ...(["askedAt", "answeredAt", "aliveAt", "endedAt", "ending"] as const),
])}, (SELECT ${accounts.credits} FROM ${accounts} WHERE ${accounts.id} = ${k.callerId}) AS credits`;

const rowOf = (id: string | SQL): SQL => sql`SELECT ${ROW} FROM ${k} WHERE ${k.id} = ${id}`;

export interface NewCall {
  id: string;
  conversation: string;
  caller: string;
  callee: string;
  domainId: string;
  clientId: string;
  kind: CallRow["kind"];
  price: { per: CallRow["pricePer"]; credits: number };
  direct: boolean;
  now: number;
}

/** The line that an end wrote, and what each of the two is told with it. Null where the chat is gone or the line was there. */
export interface WrittenLine {
  message: MessageRow;
  caller: Counters;
  callee: Counters;
  /** The called one has a device for push messages. */
  devices: boolean;
}

export type CallsStore = ReturnType<typeof createCallsStore>;

export function createCallsStore(db: Database) {
  /** The minute's entry and its count go together: a trigger refuses one without the other. */
  function paying(id: string, minute: number, now: number, which: SQL): [entry: SQL, count: SQL] {
    const paid = {
      ...{ account: sql`${calls.callerId}`, price: sql`${calls.price}`, cause: sql`${calls.id}`, at: sql`${now}` },
      // As text: D1 binds numbers as floating point, which reads as 1.0 here.
      key: sql`${calls.id} || ':' || ${String(minute)}`,
    };
    return [
      spend("call", paid, sql`FROM ${calls} WHERE ${calls.id} = ${id} AND ${calls.paid} = ${minute - 1} AND ${which}`),
      sql`UPDATE ${calls} SET ${calls.paid} = ${minute} WHERE ${calls.id} = ${id} AND ${calls.paid} = ${minute - 1} AND ${which}`,
    ];
  }

  return {
    /** False for an outsider. */
    async permit(memberId: string, conversation: string, allow: boolean): Promise<boolean> {
      const [rows] = await rowsOf<[unknown]>(db, [
        sql`UPDATE ${participants} SET ${participants.mayCall} = ${Number(allow)}
          WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId} RETURNING 1`,
      ]);
      return rows.length > 0;
    },

    /** Of one of the two. Without an id: the call in which the member is. */
    async find(memberId: string, id?: string): Promise<CallRow | null> {
      const which =
        id === undefined
          ? sql`${k.id} = (SELECT ${callLines.callId} FROM ${callLines} WHERE ${callLines.accountId} = ${memberId})`
          : sql`${k.id} = ${id} AND ${memberId} IN (${k.callerId}, ${k.calleeId})`;
      const [rows] = await rowsOf<[CallRow]>(db, [sql`SELECT ${ROW} FROM ${k} WHERE ${which}`]);
      return rows[0] ?? null;
    },

    async findSent(callerId: string, clientId: string): Promise<CallRow | null> {
      const [rows] = await rowsOf<[CallRow]>(db, [
        sql`SELECT ${ROW} FROM ${k} WHERE ${k.callerId} = ${callerId} AND ${k.clientId} = ${clientId}`,
      ]);
      return rows[0] ?? null;
    },

    /** No row if the two may not talk, the caller has a debt or rang too often. A line that is taken fails the batch: `call_lines.account_id`. */
    async start(call: NewCall): Promise<{ row: CallRow | null; debt: number; untaken: number; oldest: number }> {
      const { id, conversation, caller, callee, domainId, clientId, kind, price, direct, now } = call;
      const columns = [
        ...(["id", "conversationId", "callerId", "calleeId", "domainId", "clientId", "kind", "pricePer", "price"] as const),
        ...(["callerDirect", "first", "askedAt", "aliveAt"] as const),
      ];
      const isFirst = sql`NOT EXISTS (SELECT 1 FROM ${participants} WHERE ${participants.conversationId} = ${conversation} AND ${participants.talked} = 1)`;
      const line = (member: string) => sql`INSERT INTO ${into(callLines, "accountId", "callId")}
        SELECT ${member}, ${calls.id} FROM ${calls} WHERE ${calls.id} = ${id}`;
      const debt = sql`SELECT ${accounts.debt} FROM ${accounts} WHERE ${accounts.id} = ${caller}`;
      const untaken = (
        what: SQL,
      ) => sql`SELECT ${what} FROM ${k} WHERE ${k.calleeId} = ${callee} AND ${k.askedAt} > ${now - UNTAKEN.within}
        AND ${k.callerId} = ${caller} AND ${k.answeredAt} IS NULL`;
      type Started = [unknown, unknown, unknown, unknown, CallRow, { debt: number; untaken: number; oldest: number | null }];
      const [, , , , [row], [why]] = await rowsOf<Started>(db, [
        freeLines([caller, callee], now),
        sql`INSERT INTO ${into(calls, ...columns)}
          SELECT ${id}, ${conversation}, ${caller}, ${callee}, ${domainId}, ${clientId}, ${kind}, ${price.per}, ${price.credits},
            ${Number(direct)}, ${isFirst}, ${now}, ${now} WHERE ${mayTalk({ conversation, caller, callee }, true)}
            AND (${price.credits} = 0 OR (${debt}) = 0) AND (${untaken(sql`count(*)`)}) < ${UNTAKEN.rings}`,
        line(caller),
        line(callee),
        rowOf(id),
        sql`SELECT (${debt}) AS debt, (${untaken(sql`count(*)`)}) AS untaken, (${untaken(sql`min(${k.askedAt})`)}) AS oldest`,
      ]);
      return { row: row ?? null, debt: why?.debt ?? 0, untaken: why?.untaken ?? 0, oldest: why?.oldest ?? now };
    },

    /** The answer pays the call, or its first minute. Null unless it rings and the two may talk. A constraint names missing credits. */
    async answer(call: CallRow, device: string, direct: boolean, now: number): Promise<CallRow | null> {
      const { id, conversationId: conversation, callerId: caller, calleeId: callee } = call;
      const isAnswered = sql`${calls.answeredAt} = ${now} AND ${calls.device} = ${device} AND ${calls.endedAt} IS NULL`;
      const [answered, , , , [row]] = await rowsOf<[unknown, unknown, unknown, unknown, CallRow]>(db, [
        sql`UPDATE ${calls} SET ${calls.answeredAt} = ${now}, ${calls.aliveAt} = ${now}, ${calls.device} = ${device},
            ${calls.calleeDirect} = ${Number(direct)}
          WHERE ${calls.id} = ${id} AND ${calls.answeredAt} IS NULL AND ${calls.endedAt} IS NULL AND ${calls.askedAt} > ${now - RING_AT_MOST}
            AND ${mayTalk({ conversation, caller, callee }, true)} RETURNING 1`,
        ...paying(id, 1, now, isAnswered),
        sql`UPDATE ${participants} SET ${participants.talked} = 1 WHERE ${participants.conversationId} = ${conversation}
          AND ${participants.talked} = 0 AND EXISTS (SELECT 1 FROM ${calls} WHERE ${calls.id} = ${id} AND ${isAnswered})`,
        rowOf(id),
      ]);
      return answered.length > 0 && row ? row : null;
    },

    /** Pays minute `minute`, once, if the two may still talk. Its turn comes shortly before it begins. A constraint names missing credits. */
    async pay(call: CallRow, minute: number, now: number): Promise<void> {
      const { id, conversationId: conversation, callerId: caller, calleeId: callee } = call;
      const begins = sql`${calls.answeredAt} + ${(minute - 1) * MINUTE_OF_CALL} <= ${now + EARLY}`;
      const isDue = sql`${calls.pricePer} = 'minute' AND ${calls.endedAt} IS NULL AND ${begins}`;
      await rowsOf(db, paying(id, minute, now, sql`${isDue} AND ${mayTalk({ conversation, caller, callee }, false)}`));
    },

    /** A page of one of the two was heard. Returns what stands; `may`: the two may still talk. */
    async touch({ id, conversationId: conversation, callerId: caller, calleeId: callee }: CallRow, now: number) {
      const [, [row], [asked]] = await rowsOf<[unknown, CallRow, { may: number }]>(db, [
        sql`UPDATE ${calls} SET ${calls.aliveAt} = ${now} WHERE ${calls.id} = ${id} AND ${calls.endedAt} IS NULL AND ${calls.answeredAt} IS NOT NULL`,
        rowOf(id),
        sql`SELECT ${mayTalk({ conversation, caller, callee }, false)} AS may`,
      ]);
      return row ? { row, may: asked?.may === 1 } : null;
    },

    /** Idempotent: the first end stands. The line in the chat is written with it. */
    async end({ id, callerId, calleeId }: CallRow, ending: CallEnding, now: number) {
      const end = sql`${ended(sql`${calls.id} = ${id}`, sql`${ending}`, now)} RETURNING 1`;
      return readEnd(await rowsOf<End>(db, [end, ...lineOf(id, now), ...told(id, callerId, calleeId, now)]));
    },

    /** Calls that nobody ended, and ended ones whose line is missing. */
    async over(now: number, limit: number): Promise<CallRow[]> {
      const [rows] = await rowsOf<[CallRow]>(db, [
        sql`SELECT * FROM (SELECT ${ROW} FROM ${calls} k INDEXED BY calls_open WHERE ${k.endedAt} IS NULL AND ${k.id} IN (
            SELECT ${calls.id} FROM ${calls} WHERE ${calls.endedAt} IS NULL AND ${isOver(now)}) LIMIT ${limit})
          UNION ALL SELECT * FROM (SELECT ${ROW} FROM ${calls} k INDEXED BY calls_ended
            WHERE ${lacksLine(now)} LIMIT ${limit})`,
      ]);
      return rows;
    },

    /** Ends a call of `over`, unless it was heard meanwhile, and writes its line. */
    async endOver({ id, callerId, calleeId }: CallRow, now: number) {
      const end = sql`${ended(sql`${calls.id} = ${id} AND ${isOver(now)}`, endingOfOver(now), now)} RETURNING 1`;
      return readEnd(await rowsOf<End>(db, [end, ...lineOf(id, now), ...told(id, callerId, calleeId, now)]));
    },

    /** A report of a call, for the figures of its site. */
    async countReport(domainId: string, now: number): Promise<void> {
      await rowsOf(db, [
        sql`INSERT INTO ${into(dailyFigures, "domainId", "day", "name", "value")}
          VALUES (${domainId}, ${Math.floor(now / DAY)}, 'call_reports', 1) ON CONFLICT DO UPDATE SET value = value + 1`,
      ]);
    },

    async forget(before: number, limit: number): Promise<void> {
      await rowsOf(db, [
        sql`DELETE FROM ${calls} WHERE ${calls.id} IN (SELECT ${calls.id} FROM ${calls} INDEXED BY calls_ended
          WHERE ${calls.endedAt} IS NOT NULL AND ${calls.endedAt} < ${before} ORDER BY ${calls.endedAt} LIMIT ${limit})`,
      ]);
    },
  };
}

type RowsOf<T extends unknown[]> = { [K in keyof T]: T[K][] };
type End = [unknown, unknown, unknown, unknown, unknown, CallRow, MessageRow & { devices: number }, Counters, Counters];

function told(id: string, callerId: string, calleeId: string, now: number): [SQL, SQL, SQL, SQL] {
  return [
    rowOf(id),
    sql`SELECT ${MESSAGE}, EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${calleeId}) AS devices
      FROM ${m} WHERE ${m.senderId} = ${callerId} AND ${m.clientId} = ${callLineKey(sql`${id}`)} AND ${m.createdAt} = ${now}`,
    countersOf(callerId),
    countersOf(calleeId),
  ];
}

/** `isFirst`: this write ended the call; what is told once is told with it. */
function readEnd([written, , , , , [row], [line], [caller], [callee]]: RowsOf<End>) {
  if (!row) return null;
  const isFirst = written.length > 0;
  if (!line || !caller || !callee) return { row, isFirst, line: null };
  const { devices, ...message } = line;
  return { row, isFirst, line: { message, caller, callee, devices: devices === 1 } satisfies WrittenLine };
}
