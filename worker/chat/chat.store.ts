import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { selected } from "#db/names.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import { messages } from "#db/schema/index.ts";
import type { Counters } from "#worker/live/live.protocol.ts";
import { CARD_COLUMNS, type RawCard, readCard } from "#worker/members/card.columns.ts";
import type { CardRow } from "#worker/members/card.ts";
import {
  hasStarted,
  idOf,
  type RawTarget,
  readTarget,
  type StartLimits,
  type Target,
  targetOf,
  usedFree,
  type With,
} from "./target.columns.ts";

export type ChatStore = ReturnType<typeof createChatStore>;
export type MessageRow = typeof messages.$inferSelect;

export interface Range {
  after?: number;
  before?: number;
  limit: number;
  /** Only this many of the newest are visible. */
  newest?: number;
}

export interface ListRow {
  card: CardRow;
  status: Target["status"];
  conversationId: string;
  lastSeq: number;
  unread: number;
  lastText: string;
  lastSender: string | null;
  lastAt: number;
}

const MESSAGE = selected(messages, "m", [
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
const blockedBetween = (a: SQL, b: SQL) => sql`EXISTS (SELECT 1 FROM blocks
  WHERE (blocker_id = ${a} AND blocked_id = ${b}) OR (blocker_id = ${b} AND blocked_id = ${a}))`;

const anyHides = (what: "show_read" | "show_online") => sql`EXISTS (SELECT 1 FROM preferences
  WHERE account_id IN (me.member_id, me.other_id) AND ${sql.raw(what)} = 0)`;

function countersOf(memberId: string): SQL {
  return sql`SELECT unread AS unread_messages, new_likes FROM accounts WHERE id = ${memberId}`;
}

export interface Draft {
  id: string;
  senderId: string;
  partnerId: string;
  conversation: string | null;
  newConversation: string;
  clientId: string;
  text: string;
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

type RawListRow = RawCard & Omit<ListRow, "card">;

function listOf(memberId: string, after: { at: number; id: string } | null, limit: number): SQL {
  const from = after ? sql`AND (me.last_at, me.conversation_id) < (${after.at}, ${after.id})` : sql``;
  return sql`SELECT ${CARD_COLUMNS}, p.status, me.conversation_id AS conversationId, c.last_seq AS lastSeq, me.unread, me.last_text AS lastText,
      me.last_sender AS lastSender, me.last_at AS lastAt
    FROM participants me INDEXED BY participants_list
    JOIN profiles p ON p.id = me.other_id
    JOIN conversations c ON c.id = me.conversation_id
    WHERE me.member_id = ${memberId} AND me.listed = 1 ${from} AND NOT ${blockedBetween(sql`me.other_id`, sql`me.member_id`)}
    ORDER BY me.last_at DESC, me.conversation_id DESC LIMIT ${limit}`;
}

function readListRow(row: RawListRow): ListRow {
  return { ...row, card: readCard(row) };
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
      const [targets, rows, list] = await rowsOf<[RawTarget, MessageRow, RawListRow]>(db, [
        targetOf(memberId, by, limits),
        sql`SELECT ${MESSAGE} FROM participants me
          JOIN conversations c ON c.id = me.conversation_id
          JOIN messages m ON m.conversation_id = me.conversation_id
          WHERE me.conversation_id = ${id} AND me.member_id = ${memberId} AND m.seq > me.removed_seq AND m.seq > ${after}
            ${before === undefined ? sql`` : sql`AND m.seq < ${before}`}
            ${newest === undefined ? sql`` : sql`AND m.seq > c.last_seq - ${newest}`}
          ORDER BY m.seq ${forward ? sql`ASC` : sql`DESC`} LIMIT ${limit}`,
        listOf(memberId, null, listed),
      ]);
      return { target: readTarget(targets[0]), messages: forward ? rows : rows.reverse(), list: list.map(readListRow) };
    },

    async prepare(memberId: string, by: With, limits: StartLimits, clientId: string) {
      const [targets, sent] = await rowsOf<[RawTarget, MessageRow & { partnerId: string }]>(db, [
        targetOf(memberId, by, limits),
        sql`SELECT ${MESSAGE}, me.other_id AS partnerId FROM messages m
          JOIN participants me ON me.conversation_id = m.conversation_id AND me.member_id = m.sender_id
          WHERE m.sender_id = ${memberId} AND m.client_id = ${clientId}`,
      ]);
      return { target: readTarget(targets[0]), sent: sent[0] ?? null };
    },

    /**
     * One transaction: each statement selects rows of the previous one, so that no missing message is paid for.
     * Null if a block, a limit or the end of the conversation came between; constraint errors write nothing.
     */
    async send(draft: Draft, limits: StartLimits): Promise<Sent | null> {
      const { id, senderId, partnerId, conversation, newConversation, clientId, text, excerpt, price, now } = draft;
      const thread = conversation ?? newConversation;
      const [a, b] = senderId < partnerId ? [senderId, partnerId] : [partnerId, senderId];
      const may = sql`NOT ${blockedBetween(sql`${a}`, sql`${b}`)}
        AND NOT EXISTS (SELECT 1 FROM profiles WHERE id IN (${a}, ${b}) AND status = 'deleted')`;
      const written = sql`EXISTS (SELECT 1 FROM messages WHERE id = ${id})`;
      const start = conversation
        ? []
        : [
            sql`INSERT INTO conversations (id, member_a, member_b, started_by, created_at)
              SELECT ${thread}, ${a}, ${b}, ${senderId}, ${now}
              WHERE ${may} AND NOT ${usedFree(senderId, limits)} AND NOT ${hasStarted(senderId, limits.daily, limits.since)}`,
            sql`INSERT INTO participants (conversation_id, member_id, other_id, last_at)
              SELECT id, member_a, member_b, created_at FROM conversations WHERE id = ${thread}
              UNION ALL SELECT id, member_b, member_a, created_at FROM conversations WHERE id = ${thread}`,
          ];
      const queries = [
        ...start,
        sql`INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
          SELECT id, last_seq + 1, ${id}, ${clientId}, ${senderId}, 'text', ${text}, ${price}, ${now}
          FROM conversations WHERE id = ${thread} AND ${may}`,
        sql`INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
          SELECT sender_id, -price, 'message', id, 'message:' || client_id, created_at FROM messages WHERE id = ${id} AND price > 0`,
        sql`UPDATE participants SET listed = 1, last_text = ${excerpt}, last_sender = ${senderId}, last_at = ${now},
            unread = unread + (member_id = ${partnerId}) WHERE conversation_id = ${thread} AND ${written}`,
        sql`SELECT ${MESSAGE} FROM messages m WHERE m.id = ${id}`,
        sql`SELECT credits FROM accounts WHERE id = ${senderId}`,
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
      const row = await db.get<{ id: string } | undefined>(sql`SELECT me.other_id AS id FROM participants me
        JOIN profiles p ON p.id = me.other_id
        WHERE me.conversation_id = ${conversation} AND me.member_id = ${memberId} AND p.status <> 'deleted'
          AND NOT ${blockedBetween(sql`me.other_id`, sql`me.member_id`)} AND NOT ${anyHides("show_online")}`);
      return row?.id ?? null;
    },

    /** Never moves back. Null for an outsider. */
    async read(memberId: string, conversation: string, seq: number, now: number) {
      const mine = sql`conversation_id = ${conversation} AND member_id = ${memberId}`;
      const upTo = sql`min(${seq}, (SELECT last_seq FROM conversations WHERE id = ${conversation}))`;
      const [marked, , states] = await rowsOf<
        [{ seq: number }, unknown, Counters & { readSeq: number; partnerId: string; hides: number }]
      >(db, [
        sql`UPDATE messages SET read_at = ${now}, delivered_at = coalesce(delivered_at, ${now})
          WHERE conversation_id = ${conversation} AND seq <= ${seq} AND sender_id <> ${memberId} AND read_at IS NULL
            AND NOT ${blockedBetween(sql`sender_id`, sql`${memberId}`)} AND seq > (SELECT read_seq FROM participants WHERE ${mine}) RETURNING seq`,
        sql`UPDATE participants SET read_seq = ${upTo},
            unread = (SELECT count(*) FROM messages WHERE conversation_id = ${conversation} AND seq > ${upTo} AND sender_id <> ${memberId})
          WHERE ${mine} AND read_seq < ${upTo}`,
        sql`SELECT me.read_seq AS readSeq, me.other_id AS partnerId, a.unread AS unread_messages, a.new_likes, ${anyHides("show_read")} AS hides
          FROM participants me JOIN accounts a ON a.id = me.member_id WHERE me.conversation_id = ${conversation} AND me.member_id = ${memberId}`,
      ]);
      const state = states[0];
      return state ? { ...state, mutual: state.hides === 0, marked: marked.length } : null;
    },

    /** Hides all messages so far. Null for an outsider. */
    async remove(memberId: string, conversation: string): Promise<Counters | null> {
      const [gone, counters] = await rowsOf<[unknown, Counters]>(db, [
        sql`UPDATE participants SET listed = 0, unread = 0,
            removed_seq = (SELECT last_seq FROM conversations WHERE id = ${conversation}),
            read_seq = (SELECT last_seq FROM conversations WHERE id = ${conversation})
          WHERE conversation_id = ${conversation} AND member_id = ${memberId} RETURNING 1`,
        countersOf(memberId),
      ]);
      return gone.length > 0 ? (counters[0] ?? null) : null;
    },

    /** Returns the largest newly delivered seq, or null. */
    async deliver(memberId: string, conversation: string, upTo: number, now: number): Promise<number | null> {
      const [rows] = await rowsOf<[{ seq: number }]>(db, [
        sql`UPDATE messages SET delivered_at = ${now} WHERE conversation_id = ${conversation} AND seq <= ${upTo} AND sender_id <> ${memberId}
            AND delivered_at IS NULL AND NOT ${blockedBetween(sql`sender_id`, sql`${memberId}`)}
            AND seq > (SELECT read_seq FROM participants WHERE conversation_id = ${conversation} AND member_id = ${memberId}) RETURNING seq`,
      ]);
      return rows.length > 0 ? Math.max(...rows.map((row) => row.seq)) : null;
    },
  };
}
