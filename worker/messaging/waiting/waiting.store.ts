import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { NotSent } from "#db/schema/attributes.ts";
import { accounts, chatDrafts, conversations, messages, payments, profiles, refunds, waitingSends } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import { idOf } from "#worker/messaging/chat/partner.sql.ts";

const w = aliased(waitingSends, "w");
const p = aliased(payments, "p");
const a = aliased(accounts, "a");
const o = aliased(profiles, "o");
const m = aliased(messages, "m");
const c = aliased(conversations, "c");

export type WaitingStore = ReturnType<typeof createWaitingStore>;

type WaitingRow = typeof waitingSends.$inferSelect;
type NewWaiting = Omit<WaitingRow, "outcome">;

interface Raw extends Omit<WaitingRow, "fictionalKnown"> {
  fictionalKnown: number;
  name: string;
  conversation: string | null;
  currency: string;
  completedAt: number | null;
  returned: number;
  draft: string | null;
  sent: number;
  credits: number;
  paidUser: number;
}

/** With the state of its payment, its draft and its buyer. */
export type Found = NonNullable<Awaited<ReturnType<WaitingStore["find"]>>>;

type Message = Pick<WaitingRow, "accountId" | "otherId" | "kind" | "text" | "clientId">;

/** `m` is the message itself. An icebreaker may have been sent in another language, a text changed since. */
function isOf({ otherId, kind, text }: Record<keyof Message, unknown>): SQL {
  return sql`(${m.type} = ${kind} AND (${m.type} = 'icebreaker' OR ${m.editedAt} IS NOT NULL OR ${m.text} = ${text})
    AND EXISTS (SELECT 1 FROM ${c} WHERE ${c.id} = ${m.conversationId} AND ${otherId} IN (${c.memberA}, ${c.memberB})))`;
}

const COLUMNS = selected(w, [
  "paymentId",
  "accountId",
  "otherId",
  "kind",
  "item",
  "text",
  "replyTo",
  "price",
  "clientId",
  "fictionalKnown",
  "pressedAt",
  "outcome",
]);

export function createWaitingStore(db: Database) {
  return {
    /** A later press replaces what an unpaid order was to send. A paid one stays. */
    async put(row: NewWaiting): Promise<void> {
      const { paymentId, accountId, otherId, kind, item, text, replyTo, price, clientId, fictionalKnown, pressedAt } = row;
      await rowsOf(db, [
        sql`INSERT INTO ${into(
          waitingSends,
          ...(["paymentId", "accountId", "otherId", "kind", "item", "text", "replyTo", "price", "clientId"] as const),
          ...(["fictionalKnown", "pressedAt"] as const),
        )} VALUES (${paymentId}, ${accountId}, ${otherId}, ${kind}, ${item}, ${text}, ${replyTo}, ${price}, ${clientId},
            ${Number(fictionalKnown)}, ${pressedAt})
          ON CONFLICT DO UPDATE SET ${waitingSends.otherId} = excluded.other_id, ${waitingSends.kind} = excluded.kind,
            ${waitingSends.item} = excluded.item, ${waitingSends.text} = excluded.text,
            ${waitingSends.replyTo} = excluded.reply_to, ${waitingSends.price} = excluded.price,
            ${waitingSends.clientId} = excluded.client_id, ${waitingSends.fictionalKnown} = excluded.fictional_known,
            ${waitingSends.pressedAt} = excluded.pressed_at
          WHERE ${waitingSends}.outcome IS NULL
            AND EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${paymentId} AND ${p.completedAt} IS NULL)`,
      ]);
    },

    /** The client id is that of another message. */
    async isUsed(message: Message): Promise<boolean> {
      const { accountId, clientId } = message;
      const [used] = await rowsOf<[unknown]>(db, [
        sql`SELECT 1 FROM ${m} WHERE ${m.senderId} = ${accountId} AND ${m.clientId} = ${clientId} AND NOT ${isOf(message)}`,
      ]);
      return used.length > 0;
    },

    /** Of its buyer only. */
    async find(memberId: string, payment: string) {
      const drafted = sql`(SELECT ${chatDrafts.text} FROM ${chatDrafts}
        WHERE ${chatDrafts.memberId} = ${w.accountId} AND ${chatDrafts.otherId} = ${w.otherId} AND ${chatDrafts.text} <> '')`;
      const conversation = sql`(SELECT ${conversations.id} FROM ${conversations}
        WHERE ${conversations.memberA} = min(${w.accountId}, ${w.otherId})
          AND ${conversations.memberB} = max(${w.accountId}, ${w.otherId}))`;
      const [[raw]] = await rowsOf<[Raw]>(db, [
        sql`SELECT ${COLUMNS}, ${o.name}, ${conversation} AS conversation, ${p.currency}, ${p.completedAt} AS completedAt,
            (${p.status} <> 'completed' OR EXISTS (SELECT 1 FROM ${refunds}
              WHERE ${refunds.paymentId} = ${p.id} AND ${refunds.status} <> 'failed')) AS returned,
            ${drafted} AS draft,
            EXISTS (SELECT 1 FROM ${m} WHERE ${m.senderId} = ${w.accountId} AND ${m.clientId} = ${w.clientId}
              AND ${isOf(w)}) AS sent,
            ${a.credits}, ${a.paidUser} AS paidUser
          FROM ${w} JOIN ${p} ON ${p.id} = ${w.paymentId} JOIN ${o} ON ${o.id} = ${w.otherId}
          JOIN ${a} ON ${a.id} = ${w.accountId}
          WHERE ${w.paymentId} = ${payment} AND ${w.accountId} = ${memberId}`,
      ]);
      if (!raw) return null;
      return {
        ...raw,
        fictionalKnown: raw.fictionalKnown === 1,
        returned: raw.returned === 1,
        sent: raw.sent === 1,
        paidUser: raw.paidUser === 1,
      };
    },

    /** Once: the first outcome stays. A message that was not sent is a draft; the note of a gift is here only. */
    async settle(payment: string, outcome: "sent" | NotSent): Promise<void> {
      const kept = sql`iif(${waitingSends.kind} = 'gift' AND ${outcome} <> 'sent', ${waitingSends.text}, '')`;
      await rowsOf(db, [
        sql`UPDATE ${waitingSends} SET ${waitingSends.outcome} = ${outcome}, ${waitingSends.text} = ${kept}
          WHERE ${waitingSends.paymentId} = ${payment} AND ${waitingSends.outcome} IS NULL`,
      ]);
    },

    async conversationWith(memberId: string, other: string): Promise<string | null> {
      const [[row]] = await rowsOf<[{ id: string | null }]>(db, [sql`SELECT ${idOf(memberId, { profile: other })} AS id`]);
      return row?.id ?? null;
    },

    async forget(before: number): Promise<void> {
      await rowsOf(db, [sql`DELETE FROM ${waitingSends} WHERE ${waitingSends.pressedAt} < ${before}`]);
    },
  };
}
