import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { LAST_SEQ } from "#db/last-seq.ts";
import { type Built, onlyWhere, prepared, rowsOf } from "#db/raw.ts";
import {
  accounts,
  chatDrafts,
  conversations,
  gifts,
  messages,
  participants,
  profiles,
  pushSubscriptions,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { payingLot, spend } from "#worker/billing/wallet/spend.sql.ts";
import type { Counters } from "#worker/delivery/live/live.protocol.ts";
import { openLike } from "#worker/discovery/members/open-like.sql.ts";
import { chatHashInsertion } from "#worker/discovery/photos/photo-hashes.sql.ts";
import { noted } from "#worker/discovery/signals/signals.sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import { sendOf } from "#worker/platform/send-key.ts";
import { wasArchived } from "./archive.sql.ts";
import { isOnTop, type ListAnswer, type ListRange, listQuery, readList } from "./chat-list.sql.ts";
import { addPhoto, photosOf } from "./chat-photos.sql.ts";
import { countersOf } from "./counters.sql.ts";
import { deskWork } from "./desk-work.sql.ts";
import { endDraft } from "./drafts.sql.ts";
import { type RawLikedPart, readLikedPart } from "./liked.sql.ts";
import { MESSAGE, type MessageRow } from "./message.sql.ts";
import { type Draft, isPlain, plainMessage } from "./new-message.sql.ts";
import { openQueries } from "./opened.sql.ts";
import { keepOpener } from "./opener.sql.ts";
import { type Partner, partnerQuery, type RawPartner, readPartner, takesFirstOf, type With } from "./partner.sql.ts";
import { preparation, readPrepared } from "./prepare.sql.ts";
import { anyHides, deliveredWith, lastSeqOf } from "./receipts.sql.ts";
import { acceptedBy, declinedBy, newSides } from "./requests.sql.ts";
import { declineEnds, hasBegun, type StartLimits, usedFree, wasDeclined } from "./starts.sql.ts";

const m = aliased(messages, "m");
const me = aliased(participants, "me");
const p = aliased(profiles, "p");
const from = aliased(accounts, "sender");
const to = aliased(accounts, "partner");

export type ChatStore = ReturnType<typeof createChatStore>;

const WRITTEN = [
  "conversationId",
  "seq",
  "id",
  "clientId",
  "senderId",
  "type",
  "text",
  "price",
  "lotId",
  "createdAt",
  "replyTo",
] as const;

const PAID = {
  account: sql`${messages.senderId}`,
  price: sql`${messages.price}`,
  cause: sql`${messages.id}`,
  key: sql`${messages.clientId}`,
  at: sql`${messages.createdAt}`,
};

type Sums = Record<
  "senderCredits" | "senderUnread" | "senderLikes" | "partnerUnread" | "partnerLikes" | "partnerDevices",
  number
>;

export interface Sent {
  message: MessageRow;
  credits: number;
  sender: Counters;
  partner: Counters;
  /** The partner has a device for push messages. */
  devices: boolean;
}

export function createChatStore(db: Database) {
  return {
    listQuery,

    /** Without blocked members. `prefetched` are rows of `listQuery`. */
    async list(memberId: string, range: ListRange, limit: number, prefetched: unknown[][] | null = null) {
      const [rows] = (prefetched ?? (await rowsOf(db, [listQuery(memberId, range, limit)]))) as [ListAnswer[]];
      return readList(rows);
    },

    openLike: (memberId: string, id: string) => openLike(db, memberId, id),

    openQueries,

    /** One round trip; messages ascend by seq. `prefetched` are rows of `openQueries`. */
    async open(query: Parameters<typeof openQueries>, prefetched: unknown[][] | null = null) {
      const [, , , { after }] = query;
      const forward = after !== undefined;
      const [targets, rows, list, liked, changed, newLike, waiting] = (prefetched ??
        (await rowsOf(db, openQueries(...query)))) as [
        RawPartner[],
        MessageRow[],
        ListAnswer[],
        RawLikedPart[],
        MessageRow[],
        unknown[],
        { payment: string }[],
      ];
      return {
        changed,
        newLike: newLike.length > 0,
        waiting: waiting[0]?.payment ?? null,
        liked: liked.map(readLikedPart),
        target: readPartner(targets[0]),
        messages: forward ? rows : rows.reverse(),
        list: readList(list),
      };
    },

    async photos(ids: string[]): Promise<Map<string, string>> {
      const [rows] = await rowsOf<[{ id: string; photo: string }]>(db, [photosOf(ids)]);
      return new Map(rows.map(({ id, photo }) => [id, photo]));
    },

    targetQuery: (memberId: string, by: With, limits: StartLimits): SQL => partnerQuery(memberId, by, limits),

    /** `prefetched` are rows of `targetQuery`. */
    async target(
      memberId: string,
      by: With,
      limits: StartLimits,
      prefetched: unknown[][] | null = null,
    ): Promise<Partner | null> {
      const [rows] = (prefetched ?? (await rowsOf(db, [partnerQuery(memberId, by, limits)]))) as [RawPartner[]];
      return readPartner(rows[0]);
    },

    preparation,
    readPrepared,

    async prepare(...of: Parameters<typeof preparation>) {
      return readPrepared(await rowsOf(db, preparation(...of)));
    },

    /** One transaction: no missing message is paid for. Null if a block, limit or departure came between, or a condition of `unchanged` fails. */
    async send(draft: Draft, limits: StartLimits, unchanged: Built[] = []): Promise<Sent | null> {
      const { id, senderId, partnerId, conversation, newConversation, clientId, type, text, gift, photo, excerpt, price, now } =
        draft;
      const mine = sql`${chatDrafts.memberId} = ${senderId} AND ${chatDrafts.otherId} = ${partnerId}`;
      const thread = conversation ?? newConversation;
      const [first, second] = senderId < partnerId ? [senderId, partnerId] : [partnerId, senderId];
      const may = sql`NOT ${blockedBetween(first, second)}
        AND NOT EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.id} IN (${first}, ${second})
          AND ${profiles.status} = 'deleted')`;
      // Decision 142. A chat that has begun is seen.
      const mayBegin = sql`${may} AND NOT ${isUnseenBy(partnerId, senderId)}`;
      // An index has the pair. The id is compared too: a resend has another.
      const sent = sql`${messages.senderId} = ${senderId} AND ${messages.clientId} = ${clientId} AND ${messages.id} = ${id}`;
      const written = sql`EXISTS (SELECT 1 FROM ${messages} WHERE ${sent})`;
      const start = conversation
        ? []
        : [
            sql`INSERT INTO ${into(conversations, "id", "memberA", "memberB", "startedBy", "createdAt")}
              SELECT ${thread}, ${first}, ${second}, ${senderId}, ${now}
              WHERE ${mayBegin} AND NOT ${usedFree(senderId, limits)} AND NOT ${hasBegun(senderId, limits)}
                AND NOT ${wasDeclined(senderId, partnerId)} AND ${takesFirstOf(sql`${partnerId}`)} IS ${draft.takesFirst}`,
            newSides(draft, thread),
            ...(draft.opener ? keepOpener(draft.opener, thread) : []),
          ];
      // A text that one lot covers is paid by its row: a trigger takes the credits. Everything else has an entry of its own.
      const lot = type === "text" && price > 0 ? payingLot(sql`${senderId}`, sql`${price}`) : sql`NULL`;
      const seq = sql`(SELECT ${messages.seq} FROM ${messages} WHERE ${sent})`;
      const news = sql`${participants.lastText} = ${excerpt}, ${participants.lastSeq} = ${seq},
        ${participants.lastSender} = ${senderId}, ${participants.lastAt} = ${now},
        ${participants.unread} = ${participants.unread} + (${participants.memberId} = ${partnerId} AND ${participants.request} IS NULL),
        ${participants.wrote} = ${participants.wrote} OR ${participants.memberId} = ${senderId}${deliveredWith(draft.delivered)}`;
      const queries = [
        ...start,
        onlyWhere(
          unchanged,
          sql`INSERT INTO ${into(messages, ...WRITTEN)}
          SELECT ${conversations.id}, ${LAST_SEQ} + 1, ${id}, ${clientId}, ${senderId}, ${type}, ${text},
            ${price}, ${lot}, ${now}, ${draft.replyTo}
          FROM ${conversations} WHERE ${conversations.id} = ${thread} AND ${conversations.goodbyeAt} IS NULL AND ${may}
            AND NOT EXISTS (${declinedBy(thread, partnerId)})
            AND NOT EXISTS (${wasArchived(senderId, sendOf(clientId))})`,
        ),
        ...(gift
          ? [
              sql`INSERT INTO ${into(gifts, "id", "senderId", "receiverId", "gift", "note", "createdAt")}
                SELECT ${messages.id}, ${messages.senderId}, ${partnerId}, ${JSON.stringify(gift)}, ${messages.text}, ${messages.createdAt}
                FROM ${messages} WHERE ${sent}`,
            ]
          : []),
        ...(photo ? [addPhoto(photo, sent)] : []),
        ...(draft.desk ? deskWork(draft, thread, written) : []),
        spend(
          type === "gift" || type === "icebreaker" ? type : "message",
          PAID,
          sql`FROM ${messages} WHERE ${sent} AND ${messages.lotId} IS NULL`,
        ),
        conversation ? acceptedBy(draft, thread, written) : declineEnds(senderId, partnerId, written),
        // Apart: a statement that sets `listed` writes both lists anew, also where it is set already.
        sql`UPDATE ${participants} SET ${participants.listed} = 1
          WHERE ${participants.conversationId} = ${thread} AND ${participants.listed} = 0 AND ${participants.request} IS NULL AND ${written}`,
        // A chat that is on top of a list keeps its place there, and with it the index its row.
        sql`UPDATE ${participants} SET ${news} WHERE ${participants.conversationId} = ${thread} AND ${written} AND ${isOnTop(now)}`,
        sql`UPDATE ${participants} SET ${news}, ${participants.placeAt} = ${now}
          WHERE ${participants.conversationId} = ${thread} AND ${written} AND ${participants.lastSeq} < ${seq}`,
        ...(photo?.hash ? [chatHashInsertion(id, photo.hash)] : []),
        ...(draft.signals ? [noted(senderId, draft.signals, now, sql`FROM ${messages} WHERE ${sent}`)] : []),
        ...(type === "text" || type === "photo" ? [endDraft(sql`${mine} AND ${written}`, draft)] : []),
        sql`SELECT ${isPlain(draft) ? m.seq : MESSAGE}, ${from.credits} AS senderCredits, ${from.unread} AS senderUnread, ${from.newLikes} AS senderLikes,
            ${to.unread} AS partnerUnread, ${to.newLikes} AS partnerLikes,
            EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${to.id}) AS partnerDevices
          FROM ${m} JOIN ${from} ON ${from.id} = ${senderId} JOIN ${to} ON ${to.id} = ${partnerId}
          WHERE ${m.senderId} = ${senderId} AND ${m.clientId} = ${clientId} AND ${m.id} = ${id}`,
      ];
      const results = await db.$client.batch<MessageRow & Sums>(queries.map((query) => prepared(db, query)));
      const [row] = results.at(-1)?.results ?? [];
      if (!row) return null;
      const { senderCredits, senderUnread, senderLikes, partnerUnread, partnerLikes, partnerDevices, ...message } = row;
      return {
        message: isPlain(draft) ? plainMessage(draft, thread, message.seq) : message,
        credits: senderCredits,
        sender: { unread_messages: senderUnread, new_likes: senderLikes },
        partner: { unread_messages: partnerUnread, new_likes: partnerLikes },
        devices: partnerDevices === 1,
      };
    },

    /** Null after a block or deletion, and if either member hides being online. Null too in a request that this member has not accepted. */
    async partnerOf(memberId: string, conversation: string): Promise<string | null> {
      const row = await db.get<{ id: string } | undefined>(sql`SELECT ${me.otherId} AS id FROM ${me}
        JOIN ${p} ON ${p.id} = ${me.otherId}
        WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId} AND ${me.request} IS NULL AND ${p.status} <> 'deleted'
          AND NOT ${blockedBetween(me.otherId, me.memberId)} AND NOT ${anyHides("showOnline")}`);
      return row?.id ?? null;
    },

    /** False for an outsider. */
    async mute(memberId: string, conversation: string, muted: boolean): Promise<boolean> {
      const [rows] = await rowsOf<[unknown]>(db, [
        sql`UPDATE ${participants} SET ${participants.muted} = ${Number(muted)}
          WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId} RETURNING 1`,
      ]);
      return rows.length > 0;
    },

    /** Hides all messages so far. Null for an outsider. */
    async remove(memberId: string, conversation: string): Promise<Counters | null> {
      const [gone, , counters] = await rowsOf<[unknown, unknown, Counters]>(db, [
        sql`UPDATE ${participants} SET ${participants.listed} = 0, ${participants.unread} = 0,
            ${participants.removedSeq} = ${lastSeqOf(conversation)}, ${participants.readSeq} = ${lastSeqOf(conversation)}
          WHERE ${participants.conversationId} = ${conversation} AND ${participants.memberId} = ${memberId} RETURNING 1`,
        sql`DELETE FROM ${chatDrafts} WHERE ${chatDrafts.memberId} = ${memberId} AND ${chatDrafts.otherId} =
          (SELECT ${me.otherId} FROM ${me} WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${memberId})`,
        countersOf(memberId),
      ]);
      return gone.length > 0 ? (counters[0] ?? null) : null;
    },
  };
}
