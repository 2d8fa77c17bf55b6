import type { SQL, SQLWrapper } from "drizzle-orm";
import { lastSeqIn } from "#db/last-seq.ts";
import { accounts, chatDrafts, chatPhotos, conversations, gifts, participants, profiles } from "#db/schema/index.ts";
import { aliased, jsonOf, jsonParts, listed, sql } from "#db/sql.ts";
import { CARD_JSON, type CardValues, readCardValues } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import type { Goodbye, Partner } from "./partner.sql.ts";

const c = aliased(conversations, "c");
const d = aliased(chatDrafts, "d");
const me = aliased(participants, "me");
const p = aliased(profiles, "p");
const top = aliased(participants, "top");

export interface ListRow {
  card: CardRow;
  status: Partner["status"];
  conversationId: string;
  lastSeq: number;
  unread: number;
  /** Empty for a gift. */
  lastText: string;
  /** The snapshot as JSON. */
  lastGift: string | null;
  lastFile: "photo" | "voice" | null;
  lastSender: string | null;
  lastAt: number;
  placeAt: number;
  muted: number;
  otherName: string;
  draft: string | null;
  goodbye: Goodbye | null;
}

/** Keyset position in one of the list's two orders: by time or by name. Requests are a list of their own. */
export type ListRange =
  | { after: { at: number; id: string } | null }
  | { name: string; after: { key: string; id: string } | null }
  | { requests: { at: number; id: string } | null };

/** Requests that are counted. */
const COUNTED = 20;
/** Rows of the index that are read for it: some have no member any more. */
const LOOKED_AT = 2 * COUNTED;

export interface Opened {
  profile: string;
  at: number;
}

/** Found by sender and time, because the message itself may be archived. */
const LAST_GIFT = sql`(SELECT ${gifts.gift} FROM ${gifts} INDEXED BY gifts_sender WHERE ${me.lastText} = ''
  AND ${gifts.senderId} = ${me.lastSender} AND ${gifts.createdAt} = ${me.lastAt} AND ${gifts.receiverId} IN (${me.memberId}, ${me.otherId}))`;

const LAST_FILE = sql`iif(${me.lastText} = '', (SELECT iif(${chatPhotos.container} IS NULL, 'photo', 'voice') FROM ${chatPhotos}
  WHERE ${chatPhotos.conversationId} = ${c.id} AND ${chatPhotos.seq} = ${me.lastSeq}), NULL)`;

type Rest = Omit<ListRow, "card">;
type RawRow = [CardValues, Rest];

const REST: Record<keyof Rest, SQL> = {
  status: p.status,
  conversationId: me.conversationId,
  // Without changes no message was deleted for the member: the last that is seen is the last.
  lastSeq: sql`iif(${me.changes} = 0 AND ${me.lastSeq} > 0, ${me.lastSeq}, ${lastSeqIn(c)})`,
  unread: me.unread,
  lastText: me.lastText,
  lastGift: LAST_GIFT,
  lastFile: LAST_FILE,
  lastSender: me.lastSender,
  lastAt: me.lastAt,
  placeAt: me.placeAt,
  muted: me.muted,
  otherName: me.otherName,
  draft: d.text,
  goodbye: sql`json(iif(${c.goodbyeAt} IS NULL, NULL, json_object('at', ${c.goodbyeAt}, 'by', ${c.goodbyeBy}, 'line', ${c.goodbyeLine})))`,
};
const ITEM = sql`json_array(${CARD_JSON}, ${jsonOf(REST, Object.keys(REST) as (keyof Rest)[])})`;

/** Appended to a prefix: sorts after every name that starts with it. */
const LAST = "\u{10FFFF}";

/** In ms: how much later than its place a chat's newest message is at most. */
const RUN = 7 * 86_400_000;

type Side = Record<"memberId" | "conversationId" | "listed" | "placeAt" | "lastAt", SQLWrapper>;

/** Chats with a message after `since` (ms), by `participants_list`. */
export const newerThan = (side: Side, since: number): SQL => sql`${side.placeAt} > ${since - RUN} AND ${side.lastAt} > ${since}`;

/** True for a side that an update names and whose place may stay with a message of `now`. */
export const isOnTop = (now: number): SQL => sql`${participants}.${participants.placeAt} > ${now - RUN} AND NOT EXISTS (
  SELECT 1 FROM ${top} INDEXED BY participants_list WHERE ${top.memberId} = ${participants}.${participants.memberId} AND ${top.listed} = 1
    AND (${top.placeAt}, ${top.conversationId}) > (${participants}.${participants.placeAt}, ${participants}.${participants.conversationId}))`;

interface Found {
  rows: ListRow[];
  opened: Opened | null;
  /** At most 20. */
  requests: number;
}

export interface ListAnswer {
  found: string;
}

export function listQuery(memberId: string, range: ListRange, limit: number): SQL {
  return sql`SELECT ${jsonParts({ rows: listOf(memberId, range, limit), opened: openedOf(memberId), requests: requestsOf(memberId) })} AS found`;
}

export function readList([answer]: ListAnswer[]): Found {
  const { rows, ...found } = JSON.parse((answer as ListAnswer).found) as Omit<Found, "rows"> & { rows: RawRow[] };
  return { ...found, rows: rows.map(([card, rest]) => ({ ...rest, card: readCardValues(card) })) };
}

function listOf(memberId: string, range: ListRange, limit: number): SQL<RawRow[]> {
  const { index, where, order } =
    "requests" in range ? waiting(range.requests) : "name" in range ? byName(range) : newest(range.after);
  return sql`(${listed(sql`SELECT ${ITEM} AS item
    FROM ${me} INDEXED BY ${index}
    JOIN ${p} ON ${p.id} = ${me.otherId}
    JOIN ${c} ON ${c.id} = ${me.conversationId}
    LEFT JOIN ${d} ON ${d.memberId} = ${me.memberId} AND ${d.otherId} = ${me.otherId} AND ${d.text} <> ''
    WHERE ${me.memberId} = ${memberId} AND ${where}
      AND NOT ${blockedBetween(me.otherId, me.memberId)}
    ORDER BY ${order} LIMIT ${limit}`)})`;
}

function newest(after: { at: number; id: string } | null) {
  return {
    index: sql`participants_list`,
    where: after
      ? sql`${me.listed} = 1 AND (${me.placeAt}, ${me.conversationId}) < (${after.at}, ${after.id})`
      : sql`${me.listed} = 1`,
    order: sql`${me.placeAt} DESC, ${me.conversationId} DESC`,
  };
}

/** Undecided, from members who are here, and not removed since. */
const WAITS = sql`${me.request} = 'open' AND ${me.removedSeq} < ${me.lastSeq} AND ${p.status} IN ('active', 'hidden') AND ${c.goodbyeAt} IS NULL`;

function waiting(after: { at: number; id: string } | null) {
  return {
    index: sql`participants_requests`,
    where: after ? sql`${WAITS} AND (${me.lastAt}, ${me.conversationId}) < (${after.at}, ${after.id})` : WAITS,
    order: sql`${me.lastAt} DESC, ${me.conversationId} DESC`,
  };
}

/** Selects how many wait. */
export function requestsOf(memberId: string): SQL<number> {
  return sql`(SELECT count(*) FROM (SELECT 1
    FROM (SELECT * FROM ${participants} INDEXED BY participants_requests WHERE ${participants.memberId} = ${memberId}
      AND ${participants.request} = 'open' ORDER BY ${participants.lastAt} DESC, ${participants.conversationId} DESC LIMIT ${LOOKED_AT}) me
    JOIN ${p} ON ${p.id} = ${me.otherId} JOIN ${c} ON ${c.id} = ${me.conversationId}
    WHERE ${WAITS} AND NOT ${blockedBetween(me.otherId, me.memberId)} LIMIT ${COUNTED}))`;
}

/** A deleted member has no name. */
function byName({ name, after }: { name: string; after: { key: string; id: string } | null }) {
  const from = after
    ? sql`(${me.otherName}, ${me.conversationId}) > (${after.key}, ${after.id})`
    : sql`${me.otherName} >= ${name}`;
  return {
    index: sql`participants_name`,
    where: sql`${me.listed} = 1 AND ${from} AND ${me.otherName} < ${name + LAST} AND ${p.status} <> 'deleted'`,
    order: sql`${me.otherName}, ${me.conversationId}`,
  };
}

function openedOf(memberId: string): SQL<Opened | null> {
  return sql`(SELECT json_object('profile', ${me.otherId}, 'at', ${me.openedAt}) FROM ${accounts} JOIN ${me}
      ON ${me.conversationId} = ${accounts}.${accounts.openedChat} AND ${me.memberId} = ${accounts}.${accounts.id}
    WHERE ${accounts}.${accounts.id} = ${memberId})`;
}
