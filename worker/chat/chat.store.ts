import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import type { GiftSnapshot } from "#db/schema/gifts.ts";
import { accounts, conversations, gifts, messages, participants, preferences, profiles } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import type { Counters } from "#worker/live/live.protocol.ts";
import { spend } from "#worker/wallet/spend.columns.ts";
import { blockedBetween, GIFT, type ListRow, listOf, type RawListRow, readListRow } from "./chat-list.columns.ts";
import { likedBetween, type RawLikedPart, readLikedPart } from "./liked.columns.ts";
import {
  hasStarted,
  idOf,
  type Partner,
  partnerQuery,
  type RawPartner,
  readPartner,
  type StartLimits,
  usedFree,
  type With,
} from "./partner.columns.ts";

const a = aliased(accounts, "a");
const c = aliased(conversations, "c");
const m = aliased(messages, "m");
const me = aliased(participants, "me");
const p = aliased(profiles, "p");

export type ChatStore = ReturnType<typeof createChatStore>;
/** `gift`: the snapshot as JSON. */
export type MessageRow = typeof messages.$inferSelect & { gift: string | null };

export interface Range {
  after?: number;
  before?: number;
  limit: number;
  /** Only this many of the newest are visible. */
  newest?: number;
}

const COLUMNS = selected(m, [
  "conversationId",
  "seq",
  "id",
  "clientId",
  "senderId",
  "type",
  "text",
  "price",
  "createdAt",
  "deliveredAt",
  "readAt",
]);
const MESSAGE = sql`${COLUMNS}, ${GIFT} AS gift`;
const WRITTEN = ["conversationId", "seq", "id", "clientId", "senderId", "type", "text", "price", "createdAt"] as const;

/** The ledger entry of a message. */
const PAID = {
  account: sql`${messages.senderId}`,
  price: sql`${messages.price}`,
  cause: sql`${messages.id}`,
  key: sql`${messages.clientId}`,
  at: sql`${messages.createdAt}`,
};

const anyHides = (what: "showRead" | "showOnline") => sql`EXISTS (SELECT 1 FROM ${preferences}
  WHERE ${preferences.accountId} IN (${me.memberId}, ${me.otherId}) AND ${preferences[what]} = 0)`;

function lastSeqOf(conversation: string): SQL {
  return sql`(SELECT ${conversations.lastSeq} FROM ${conversations} WHERE ${conversations.id} = ${conversation})`;
}

function countersOf(memberId: string): SQL {
  return sql`SELECT ${accounts.unread} AS unread_messages, ${accounts.newLikes} FROM ${accounts}
    WHERE ${accounts.id} = ${memberId}`;
}

export interface Draft {
  id: string;
  senderId: string;
  partnerId: string;
  conversation: string | null;
  newConversation: string;
  clientId: string;
  type: "text" | "gift" | "icebreaker";
  text: string;
  gift: GiftSnapshot | null;
  excerpt: string;
  /** In credits; 0 makes no ledger entry. */
  price: number;
  now: number;
}

export interface Sent {
  message: MessageRow;
  credits: number;
  sender: Counters;
  partner: Counters;
}

export function createChatStore(db: Database) {
  return {
    /** Newest first, without blocked members. */
    async list(memberId: string, after: { at: number; id: string } | null, limit: number): Promise<ListRow[]> {
      const [rows] = await rowsOf<[RawListRow]>(db, [listOf(memberId, after, limit)]);
      return rows.map(readListRow);
    },

    /** One round trip; messages ascend by seq. */
    async open(memberId: string, by: With, limits: StartLimits, range: Range, listed = 0) {
      const { after = 0, before, limit, newest } = range;
      const id = idOf(memberId, by);
      const forward = range.after !== undefined;
      const [targets, rows, list, liked] = await rowsOf<[RawPartner, MessageRow, RawListRow, RawLikedPart]>(db, [
        partnerQuery(memberId, by, limits),
        sql`SELECT ${MESSAGE} FROM ${me}
          JOIN ${c} ON ${c.id} = ${me.conversationId}
          JOIN ${m} ON ${m.conversationId} = ${me.conversationId}
          WHERE ${me.conversationId} = ${id} AND ${me.memberId} = ${memberId}
            AND ${m.seq} > ${me.removedSeq} AND ${m.seq} > ${after}
            ${before === undefined ? sql`` : sql`AND ${m.seq} < ${before}`}
            ${newest === undefined ? sql`` : sql`AND ${m.seq} > ${c.lastSeq} - ${newest}`}
          ORDER BY ${m.seq} ${forward ? sql`ASC` : sql`DESC`} LIMIT ${limit}`,
        listOf(memberId, null, listed),
        likedBetween(memberId, by),
      ]);
      return {
        liked: liked.map(readLikedPart),
        target: readPartner(targets[0]),
        messages: forward ? rows : rows.reverse(),
        list: list.map(readListRow),
      };
    },

    async target(memberId: string, by: With, limits: StartLimits): Promise<Partner | null> {
      const [rows] = await rowsOf<[RawPartner]>(db, [partnerQuery(memberId, by, limits)]);
      return readPartner(rows[0]);
    },

    async prepare(memberId: string, by: With, limits: StartLimits, clientId: string) {
      const [targets, sent] = await rowsOf<[RawPartner, MessageRow & { partnerId: string }]>(db, [
        partnerQuery(memberId, by, limits),
        sql`SELECT ${MESSAGE}, ${me.otherId} AS partnerId FROM ${m}
          JOIN ${me} ON ${me.conversationId} = ${m.conversationId} AND ${me.memberId} = ${m.senderId}
          WHERE ${m.senderId} = ${memberId} AND ${m.clientId} = ${clientId}`,
      ]);
      return { target: readPartner(targets[0]), sent: sent[0] ?? null };
    },

    /** One transaction: no missing message is paid for. Null if a block, limit or departure came between. */
    async send(draft: Draft, limits: StartLimits): Promise<Sent | null> {
      const { id, senderId, partnerId, conversation, newConversation, clientId, type, text, gift, excerpt, price, now } = draft;
      const thread = conversation ?? newConversation;
      const [first, second] = senderId < partnerId ? [senderId, partnerId] : [partnerId, senderId];
      const may = sql`NOT ${blockedBetween(sql`${first}`, sql`${second}`)}
        AND NOT EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.id} IN (${first}, ${second})
          AND ${profiles.status} = 'deleted')`;
      const written = sql`EXISTS (SELECT 1 FROM ${messages} WHERE ${messages.id} = ${id})`;
      const start = conversation
        ? []
        : [
            sql`INSERT INTO ${into(conversations, "id", "memberA", "memberB", "startedBy", "createdAt")}
              SELECT ${thread}, ${first}, ${second}, ${senderId}, ${now}
              WHERE ${may} AND NOT ${usedFree(senderId, limits)} AND NOT ${hasStarted(senderId, limits.daily, limits.since)}`,
            sql`INSERT INTO ${into(participants, "conversationId", "memberId", "otherId", "lastAt")}
              SELECT ${conversations.id}, ${conversations.memberA}, ${conversations.memberB}, ${conversations.createdAt}
              FROM ${conversations} WHERE ${conversations.id} = ${thread}
              UNION ALL SELECT ${conversations.id}, ${conversations.memberB}, ${conversations.memberA}, ${conversations.createdAt}
              FROM ${conversations} WHERE ${conversations.id} = ${thread}`,
          ];
      const queries = [
        ...start,
        sql`INSERT INTO ${into(messages, ...WRITTEN)}
          SELECT ${conversations.id}, ${conversations.lastSeq} + 1, ${id}, ${clientId}, ${senderId}, ${type}, ${text},
            ${price}, ${now}
          FROM ${conversations} WHERE ${conversations.id} = ${thread} AND ${may}`,
        ...(gift
          ? [
              sql`INSERT INTO ${into(gifts, "id", "senderId", "receiverId", "gift", "note", "createdAt")}
                SELECT ${messages.id}, ${messages.senderId}, ${partnerId}, ${JSON.stringify(gift)}, ${messages.text}, ${messages.createdAt}
                FROM ${messages} WHERE ${messages.id} = ${id}`,
            ]
          : []),
        spend(type === "text" ? "message" : type, PAID, sql`FROM ${messages} WHERE ${messages.id} = ${id}`),
        sql`UPDATE ${participants} SET ${participants.listed} = 1, ${participants.lastText} = ${excerpt},
            ${participants.lastSender} = ${senderId}, ${participants.lastAt} = ${now},
            ${participants.unread} = ${participants.unread} + (${participants.memberId} = ${partnerId})
          WHERE ${participants.conversationId} = ${thread} AND ${written}`,
        sql`SELECT ${MESSAGE} FROM ${m} WHERE ${m.id} = ${id}`,
        sql`SELECT ${accounts.credits} FROM ${accounts} WHERE ${accounts.id} = ${senderId}`,
        countersOf(senderId),
        countersOf(partnerId),
      ];
      const results = await db.$client.batch(queries.map((query) => prepared(db, query)));
      const [message, balance, sender, partner] = results.slice(-4).map((result) => result.results[0]) as unknown as [
        MessageRow | undefined,
        { credits: number },
        Counters,
        Counters,
      ];
      return message ? { message, credits: balance.credits, sender, partner } : null;
    },

    /** Null after a block or deletion, and if either member hides being online. */
    async partnerOf(memberId: string, conversation: string): Promise<string | null> {
      const row = await db.get<{ id: string } | undefined>(sql`SELECT ${me.otherId} AS id FROM ${me}
        JOIN ${p} ON ${p.id} = ${me.otherId}
        WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId} AND ${p.status} <> 'deleted'
          AND NOT ${blockedBetween(me.otherId, me.memberId)} AND NOT ${anyHides("showOnline")}`);
      return row?.id ?? null;
    },

    /** Never moves back. Null for an outsider. */
    async read(memberId: string, conversation: string, seq: number, now: number) {
      const mine = sql`${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId}`;
      const upTo = sql`min(${seq}, ${lastSeqOf(conversation)})`;
      const [marked, , states] = await rowsOf<
        [{ seq: number }, unknown, Counters & { readSeq: number; partnerId: string; hides: number }]
      >(db, [
        sql`UPDATE ${messages}
          SET ${messages.readAt} = ${now}, ${messages.deliveredAt} = coalesce(${messages.deliveredAt}, ${now})
          WHERE ${messages.conversationId} = ${conversation} AND ${messages.seq} <= ${seq}
            AND ${messages.senderId} <> ${memberId} AND ${messages.readAt} IS NULL
            AND NOT ${blockedBetween(sql`${messages.senderId}`, sql`${memberId}`)}
            AND ${messages.seq} > (SELECT ${participants.readSeq} FROM ${participants} WHERE ${mine})
          RETURNING ${messages.seq}`,
        sql`UPDATE ${participants} SET ${participants.readSeq} = ${upTo},
            ${participants.unread} = (SELECT count(*) FROM ${messages}
              WHERE ${messages.conversationId} = ${conversation} AND ${messages.seq} > ${upTo}
                AND ${messages.senderId} <> ${memberId})
          WHERE ${mine} AND ${participants.readSeq} < ${upTo}`,
        sql`SELECT ${me.readSeq} AS readSeq, ${me.otherId} AS partnerId, ${a.unread} AS unread_messages, ${a.newLikes},
            ${anyHides("showRead")} AS hides
          FROM ${me} JOIN ${a} ON ${a.id} = ${me.memberId}
          WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId}`,
      ]);
      const state = states[0];
      return state ? { ...state, mutual: state.hides === 0, marked: marked.length } : null;
    },

    /** Hides all messages so far. Null for an outsider. */
    async remove(memberId: string, conversation: string): Promise<Counters | null> {
      const [gone, counters] = await rowsOf<[unknown, Counters]>(db, [
        sql`UPDATE ${participants} SET ${participants.listed} = 0, ${participants.unread} = 0,
            ${participants.removedSeq} = ${lastSeqOf(conversation)}, ${participants.readSeq} = ${lastSeqOf(conversation)}
          WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId} RETURNING 1`,
        countersOf(memberId),
      ]);
      return gone.length > 0 ? (counters[0] ?? null) : null;
    },

    /** Returns the largest newly delivered seq, or null. */
    async deliver(memberId: string, conversation: string, upTo: number, now: number): Promise<number | null> {
      const [rows] = await rowsOf<[{ seq: number }]>(db, [
        sql`UPDATE ${messages} SET ${messages.deliveredAt} = ${now}
          WHERE ${messages.conversationId} = ${conversation} AND ${messages.seq} <= ${upTo}
            AND ${messages.senderId} <> ${memberId}
            AND ${messages.deliveredAt} IS NULL AND NOT ${blockedBetween(sql`${messages.senderId}`, sql`${memberId}`)}
            AND ${messages.seq} > (SELECT ${participants.readSeq} FROM ${participants}
              WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId})
          RETURNING ${messages.seq}`,
      ]);
      return rows.length > 0 ? Math.max(...rows.map((row) => row.seq)) : null;
    },
  };
}
