import type { SQL } from "drizzle-orm";
import { lastSeqIn } from "#db/last-seq.ts";
import { type Built, built, type Row, unchanged } from "#db/raw.ts";
import type { GOODBYES, PromptAnswer } from "#db/schema/attributes.ts";
import {
  blocks,
  chatDrafts,
  conversations,
  fraudRemovals,
  likes,
  messages,
  participants,
  preferences,
  profiles,
} from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { CARD_COLUMNS, type RawCard, readCard } from "#worker/discovery/members/card.sql.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import type { FirstRule } from "./first-messages.ts";
import type { Marks } from "./marks.ts";
import { marksOf } from "./receipts.sql.ts";
import { begunSince, ownSince, type StartLimits, upheldOf, usedFree, wasDeclined } from "./starts.sql.ts";
import type { Upheld } from "./starts.vocabulary.ts";

const c = aliased(conversations, "c");
const d = aliased(chatDrafts, "d");
const me = aliased(participants, "me");
const other = aliased(participants, "other");
const m = aliased(messages, "m");
const p = aliased(profiles, "p");

export type With = { conversation: string } | { profile: string };

export interface Goodbye {
  /** In ms. */
  at: number;
  by: string;
  line: (typeof GOODBYES)[number];
}

export type RequestState = "open" | "declined" | null;

export interface Partner {
  card: CardRow;
  /** Answers that begin a chat; empty once it has begun. */
  prompts: PromptAnswer[];
  pool: string;
  status: "disabled" | "active" | "hidden" | "deleted";
  conversation: {
    id: string;
    lastSeq: number;
    unread: number;
    readSeq: number;
    removedSeq: number;
    partnerReadSeq: number;
    partnerRemovedSeq: number;
    /** By member. */
    marks: ReadonlyMap<string, Marks>;
    /** Messages up to this seq are in the archive. */
    archivedSeq: number;
    muted: boolean;
    /** The partner may call this member, and this member the partner: calls need both. */
    mayCall: boolean;
    partnerMayCall: boolean;
    /** They have talked in a call. */
    talked: boolean;
    /** Version of the newest change to a message. */
    changes: number;
    partnerWrote: boolean;
    wrote: boolean;
    /** To a fictional profile: the member's newest message cost credits. Not for one that is archived. */
    paid: boolean;
    /** What this member has decided about it, and the partner: null where it needs no decision. */
    request: RequestState;
    partnerRequest: RequestState;
    /** One of the two closed it with a goodbye. */
    goodbye: Goodbye | null;
    /** Of its newest message, in ms. */
    lastAt: number;
  } | null;
  draft: { text: string; replyTo: number | null; version: number } | null;
  blockedMe: boolean;
  /** Or unseen (decision 142): the same answer. */
  blockedByMe: boolean;
  showRead: boolean;
  showOnline: boolean;
  /** Staff removed the account for fraud. */
  fraud: boolean;
  /** Null once a conversation has begun, and for a partner who takes all. */
  first: FirstRule | null;
  /** The partner declined what the member had begun, and has not written since. */
  declined: boolean;
  usedFree: boolean;
  /** What decides how many conversations may begin a day; null once this one has begun. Times in ms, newest first. `own` of `begun` may be told. */
  starts: { begun: number[]; own: number[]; upheld: Upheld[] } | null;
}

/** JSON as it is stored, or NULL. */
export function takesFirstOf(partner: SQL): SQL {
  return sql`(SELECT ${preferences.firstMessages} FROM ${preferences} WHERE ${preferences.accountId} = ${partner})`;
}

function firstRule(memberId: string): SQL {
  return sql`(SELECT json_object('stored', ${preferences.firstMessages}, 'takes', json(${preferences.firstMessages}),
      'wishes', json(coalesce(${preferences.wishes}, '{}')), 'liked', EXISTS (SELECT 1 FROM ${likes}
        WHERE ${likes.likerId} = ${p.id} AND ${likes.likedId} = ${memberId}))
    FROM ${preferences} WHERE ${preferences.accountId} = ${p.id} AND ${preferences.firstMessages} IS NOT NULL)`;
}

export function idOf(memberId: string, by: With): SQL {
  if ("conversation" in by) return sql`${by.conversation}`;
  const [a, b] = memberId < by.profile ? [memberId, by.profile] : [by.profile, memberId];
  return sql`(SELECT ${conversations.id} FROM ${conversations}
    WHERE ${conversations.memberA} = ${a} AND ${conversations.memberB} = ${b})`;
}

/** With more columns there is one row also for an unknown partner, whose id is null. */
export function partnerQuery(memberId: string, by: With, limits: StartLimits, columns: SQL | null = null): SQL {
  const partner =
    "profile" in by
      ? sql`${by.profile}`
      : sql`coalesce((SELECT ${participants.otherId} FROM ${participants}
            WHERE ${participants.conversationId} = ${by.conversation} AND ${participants.memberId} = ${memberId}),
          (SELECT ${blocks.blockerId} FROM ${blocks}
            WHERE ${blocks.conversationId} = ${by.conversation} AND ${blocks.blockedId} = ${memberId}))`;
  return sql`SELECT ${CARD_COLUMNS}, ${p.pool}, ${p.status}, iif(${c.id} IS NULL, ${p.prompts}, NULL) AS prompts, ${c.id} AS conversationId, iif(${c.id} IS NULL, NULL, ${lastSeqIn(c)}) AS lastSeq, ${c.archivedSeq} AS archivedSeq,
      ${c.goodbyeAt} AS goodbyeAt, ${c.goodbyeBy} AS goodbyeBy, ${c.goodbyeLine} AS goodbyeLine, coalesce(max(${me.lastAt}, ${other.lastAt}), 0) AS lastAt,
      ${me.unread}, ${me.readSeq} AS readSeq, coalesce(${me.muted}, 0) AS muted,
      coalesce(${me.mayCall}, 0) AS mayCall, coalesce(${me.talked}, 0) AS talked, coalesce(${other.mayCall}, 0) AS partnerMayCall,
      ${me.removedSeq} AS removedSeq, coalesce(${other.readSeq}, 0) AS partnerReadSeq,
      coalesce(${other.removedSeq}, 0) AS partnerRemovedSeq,
      iif(${c.id} IS NULL, NULL, json_array(json_array(${me.memberId}, ${marksOf(me)}), json_array(${other.memberId}, ${marksOf(other)}))) AS marks,
      ${me.request} AS request, ${other.request} AS partnerRequest,
      iif(${c.id} IS NULL, ${wasDeclined(memberId, sql`${p.id}`)}, coalesce(${other.request} = 'declined', 0)) AS declined,
      ${me.changes}, ${d.text} AS draftText, ${d.replyTo} AS draftReplyTo, ${d.updatedAt} AS draftVersion,
      coalesce(${other.wrote}, 0) AS partnerWrote, coalesce(${me.wrote}, 0) AS wrote,
      iif(${p.fictional} = 1, coalesce((SELECT ${m.price} > 0 FROM ${m} WHERE ${m.conversationId} = ${c.id} AND ${m.senderId} = ${memberId}
        ORDER BY ${m.seq} DESC LIMIT 1), 0), 0) AS paid,
      EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${p.id} AND ${blocks.blockedId} = ${memberId}) AS blockedMe,
      EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${memberId} AND ${blocks.blockedId} = ${p.id})
        OR ${isUnseenBy(p.id, memberId)} AS blockedByMe,
      NOT EXISTS (SELECT 1 FROM ${preferences}
        WHERE ${preferences.accountId} = ${p.id} AND ${preferences.showRead} = 0) AS showRead,
      NOT EXISTS (SELECT 1 FROM ${preferences}
        WHERE ${preferences.accountId} = ${p.id} AND ${preferences.showOnline} = 0) AS showOnline,
      EXISTS (SELECT 1 FROM ${fraudRemovals} WHERE ${fraudRemovals.memberId} = ${p.id}) AS fraud,
      iif(${c.id} IS NULL, ${firstRule(memberId)}, NULL) AS first,
      ${usedFree(memberId, limits)} AS usedFree,
      iif(${c.id} IS NULL, json_object('begun', json(${begunSince(memberId, limits.since)}), 'own', json(${ownSince(memberId, limits.since)}), 'upheld', json(${upheldOf(memberId, limits.upheldSince)})), NULL) AS starts
      ${columns ?? sql``}
    FROM ${columns ? sql`(SELECT 1) LEFT JOIN ${p} ON ${p.id} = ${partner}` : p}
    LEFT JOIN ${c} ON ${c.id} = ${idOf(memberId, by)}
    LEFT JOIN ${me} ON ${me.conversationId} = ${c.id} AND ${me.memberId} = ${memberId}
    LEFT JOIN ${other} ON ${other.conversationId} = ${c.id} AND ${other.memberId} = ${p.id}
    LEFT JOIN ${d} ON ${d.memberId} = ${memberId} AND ${d.otherId} = ${p.id} AND ${d.text} <> ''
    ${columns ? sql`` : sql`WHERE ${p.id} = ${partner}`}`;
}

/** Columns of `preparation` that change while two members chat, or that decide only about a new conversation. */
const PARTNER_VOLATILE: ReadonlySet<string> = new Set([
  ...["lastActiveAt", "lastSeq", "lastAt", "unread", "readSeq", "partnerReadSeq", "marks", "partnerWrote", "wrote", "changes"],
  ...[
    "draftText",
    "draftReplyTo",
    "draftVersion",
    "usedFree",
    "starts",
    "openers",
    "archived",
    "quoted",
    "sent",
    "prompts",
    "first",
  ],
]);

/** A condition for a later write: the partner's row is unchanged, except for `PARTNER_VOLATILE`. */
export function partnerUnchanged(row: Row): (memberId: string, by: With, limits: StartLimits) => Built {
  const isSame = unchanged(row, PARTNER_VOLATILE);
  return (memberId, by, limits) => isSame(built(partnerQuery(memberId, by, limits)));
}

export type RawPartner = RawCard &
  Pick<Partner, "pool" | "status"> &
  Record<
    | "lastSeq"
    | "unread"
    | "readSeq"
    | "removedSeq"
    | "partnerReadSeq"
    | "partnerRemovedSeq"
    | "archivedSeq"
    | "lastAt"
    | "muted"
    | "mayCall"
    | "talked"
    | "partnerMayCall"
    | "changes"
    | "partnerWrote"
    | "wrote"
    | "paid"
    | "blockedMe"
    | "blockedByMe"
    | "showRead"
    | "showOnline"
    | "fraud"
    | "declined"
    | "usedFree",
    number
  > & {
    /** JSON. */
    prompts: string | null;
    /** JSON of the rule, but `liked` as a number. */
    first: string | null;
    conversationId: string | null;
    /** JSON. */
    starts: string | null;
    draftText: string | null;
    draftReplyTo: number | null;
    draftVersion: number | null;
    /** JSON: pairs of member and marks; the partner is null once erased. */
    marks: string | null;
    goodbyeAt: number | null;
    goodbyeBy: string | null;
    goodbyeLine: Goodbye["line"] | null;
    request: RequestState;
    partnerRequest: RequestState;
  };

export function readPartner(row: RawPartner | undefined): Partner | null {
  if (!row) return null;
  const { conversationId, lastSeq, unread, readSeq, removedSeq, partnerReadSeq, partnerRemovedSeq } = row;
  const { archivedSeq, changes, partnerWrote, wrote } = row;
  return {
    card: readCard(row),
    prompts: row.prompts === null ? [] : (JSON.parse(row.prompts) as PromptAnswer[]),
    pool: row.pool,
    status: row.status,
    conversation:
      conversationId === null
        ? null
        : {
            id: conversationId,
            lastSeq,
            unread,
            readSeq,
            removedSeq,
            partnerReadSeq,
            partnerRemovedSeq,
            marks: new Map(JSON.parse(row.marks ?? "[]") as [string, Marks][]),
            archivedSeq,
            muted: row.muted === 1,
            mayCall: row.mayCall === 1,
            talked: row.talked === 1,
            partnerMayCall: row.partnerMayCall === 1,
            changes,
            partnerWrote: partnerWrote === 1,
            wrote: wrote === 1,
            paid: row.paid === 1,
            request: row.request,
            partnerRequest: row.partnerRequest,
            goodbye: goodbyeOf(row),
            lastAt: row.lastAt,
          },
    draft: row.draftText === null ? null : { text: row.draftText, replyTo: row.draftReplyTo, version: row.draftVersion ?? 0 },
    blockedMe: row.blockedMe === 1,
    blockedByMe: row.blockedByMe === 1,
    showRead: row.showRead === 1,
    showOnline: row.showOnline === 1,
    fraud: row.fraud === 1,
    first: firstOf(row.first),
    declined: row.declined === 1,
    usedFree: row.usedFree === 1,
    starts: row.starts === null ? null : JSON.parse(row.starts),
  };
}

function firstOf(json: string | null): FirstRule | null {
  if (json === null) return null;
  const rule = JSON.parse(json) as Omit<FirstRule, "liked"> & { liked: number };
  return { ...rule, liked: rule.liked === 1 };
}

function goodbyeOf({ goodbyeAt: at, goodbyeBy: by, goodbyeLine: line }: RawPartner): Goodbye | null {
  return at === null || by === null || line === null ? null : { at, by, line };
}
