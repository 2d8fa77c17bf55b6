import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { batched, prepared, rowsOf, rowWhere } from "#db/raw.ts";
import type { Paces } from "#db/schema/attributes.ts";
import {
  accounts,
  likes,
  messages,
  notificationMails,
  notified,
  outbox,
  participants,
  preferences,
  profiles,
  savedSearches,
  tokens,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import type { NewsKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { shownActivity } from "#worker/people/identity/activity.sql.ts";
import { ageFactsJson, lastCountry } from "#worker/people/identity/age-facts.sql.ts";
import type { AgeFacts } from "#worker/people/identity/age-gate.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { g, isAskerShown, isUnvisited, p } from "#worker/people/identity/grants.sql.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { Standing } from "./kinds.ts";

const a = aliased(accounts, "a");
const c = aliased(participants, "c");
const l = aliased(likes, "l");
const me = aliased(profiles, "me");
const n = aliased(notificationMails, "n");
const s = aliased(preferences, "s");
const v = aliased(savedSearches, "v");

/** Newest unread messages of a conversation whose types are read. */
const TYPES_READ = 20;
/** In ms: photos shown again within this time are no news. */
const SHOWN_AGAIN = 7 * DAY;

export type NotificationMailsStore = ReturnType<typeof createNotificationMailsStore>;

export interface Receiver extends Standing {
  id: string;
  email: string;
  name: string;
  language: string;
  domainId: string;
  country: string;
  fictional: boolean;
  lastActiveAt: number;
  passwordHash: string;
  paces: Paces;
  /** Named by a browser, for quiet hours. */
  zone: string | null;
  /** Time (ms) of the last digest. */
  digestAt: number | null;
  /** Wants a link that logs in. */
  mailLogin: boolean;
  age: AgeFacts;
  /** Time (ms) of the last mail of this kind. */
  toldAt: number | null;
}

export interface Piece {
  /** Of the row, as JSON. */
  key: string;
  kind: NewsKind;
  subject: string;
  at: number;
  to: Receiver;
  /** What is unread in the conversation. */
  unread: { gift: boolean; other: boolean };
  /** The other member, null if the receiver may not see them; or the saved search. */
  from: { name: string; fictional: boolean } | null;
  /** Neither seen nor mailed yet. */
  isNew: boolean;
}

interface Raw {
  key: string;
  kind: NewsKind;
  subject: string;
  at: number;
  receiver: string;
  unread: string | null;
  name: string | null;
  fictional: number;
  isNew: number;
}

export function createNotificationMailsStore(db: Database) {
  return {
    /** Ids of members to whom news is due, longest due first. Rows read grow with the due rows only. */
    async dueMembers(now: number, limit: number): Promise<string[]> {
      const { accountId, dueAt } = notificationMails;
      const [rows] = await rowsOf<[{ id: string }]>(db, [
        // The index ends with the primary key: nothing is sorted.
        sql`SELECT ${accountId} AS id FROM ${notificationMails} INDEXED BY news_due WHERE ${dueAt} <= ${now}
          GROUP BY ${dueAt}, ${accountId} ORDER BY ${dueAt}, ${accountId} LIMIT ${limit}`,
      ]);
      return [...new Set(rows.map(({ id }) => id))];
    },

    /** Leases up to `limit` due pieces of these members. */
    async claim(members: string[], now: number, leaseMs: number, limit: number): Promise<Piece[]> {
      const { accountId, dueAt } = notificationMails;
      const [taken] = await rowsOf<[{ key: string }]>(db, [
        sql`UPDATE ${notificationMails} SET ${dueAt} = ${now + leaseMs} WHERE ${KEY} IN (
          SELECT ${COLUMNS} FROM json_each(${JSON.stringify(members)}) m CROSS JOIN ${notificationMails} ON ${accountId} = m.value
          WHERE ${dueAt} <= ${now} LIMIT ${limit})
          RETURNING json_array(${COLUMNS}) AS key`,
      ]);
      if (taken.length === 0) return [];
      const [rows] = await rowsOf<[Raw]>(db, [piecesOf(sql`json_each(${`[${taken.map(({ key }) => key).join()}]`})`)]);
      return rows.map(read);
    },

    /** All that waits for a member, due or not. */
    async waiting(accountId: string, limit: number): Promise<Piece[]> {
      const rows = await rowsOf<[Raw]>(db, [
        piecesOf(sql`(SELECT json_array(${COLUMNS}) AS value FROM ${notificationMails}
          WHERE ${notificationMails.accountId} = ${accountId} LIMIT ${limit})`),
      ]);
      return rows[0].map(read);
    },

    async drop(keys: string[]): Promise<void> {
      if (keys.length > 0) await prepared(db, sql`DELETE FROM ${notificationMails} WHERE ${among(keys)}`).run();
    },

    /** `until` in ms. */
    async postpone(keys: string[], until: number): Promise<void> {
      await prepared(db, sql`UPDATE ${notificationMails} SET ${notificationMails.dueAt} = ${until} WHERE ${among(keys)}`).run();
    },

    /** Stores the mail and marks its pieces in one transaction. Writes nothing when the receiver left or changed address, or has a digest since `apart`. */
    async tell(
      mail: typeof outbox.$inferInsert,
      link: typeof tokens.$inferInsert | null,
      pieces: Piece[],
      now: number,
      digest: { apart: number } | null = null,
    ): Promise<void> {
      const [{ kind: first, to }] = pieces as [Piece];
      const kind = digest ? "digest" : first;
      const told = among(pieces.map(({ key }) => key));
      const source = sql`SELECT ${notificationMails.accountId}, ${notificationMails.kind}, ${notificationMails.subject}, ${now} FROM ${notificationMails}
        WHERE ${told} AND changes() = 1
        UNION ALL SELECT ${to.id}, ${kind}, '', ${now} WHERE changes() = 1`;
      const still = sql`EXISTS (SELECT 1 FROM ${accounts}
        WHERE ${accounts.id} = ${to.id} AND ${accounts.status} = 'active' AND ${accounts.email} = ${to.email})
        ${digest ? sql`AND NOT EXISTS (SELECT 1 FROM ${notified} WHERE ${notified.accountId} = ${to.id} AND ${notified.kind} = 'digest' AND ${notified.at} > ${now - digest.apart})` : sql``}`;
      const written = sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.id} = ${mail.id})`;
      await db.batch([
        db.insert(outbox).select(rowWhere(outbox, mail, still)),
        batched(
          db,
          sql`INSERT INTO ${into(notified, "accountId", "kind", "subject", "at")} ${source}
            ON CONFLICT (${notified.accountId}, ${notified.kind}, ${notified.subject}) DO UPDATE SET ${notified.at} = excluded.${notified.at}`,
        ),
        db.delete(notificationMails).where(sql`${told} AND ${written}`),
        ...(link ? [db.insert(tokens).select(rowWhere(tokens, link, written))] : []),
      ]);
    },
  };
}

const COLUMNS = sql`${notificationMails.accountId}, ${notificationMails.kind}, ${notificationMails.subject}`;
const KEY = sql`(${COLUMNS})`;

function among(keys: string[]): SQL {
  return sql`${KEY} IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${`[${keys.join()}]`}))`;
}

const RECEIVER = sql`json_object('id', ${a.id}, 'email', ${a.email}, 'name', ${me.name}, 'language', ${a.language},
  'domainId', ${a.domainId}, 'country', ${me.country}, 'fictional', ${me.fictional}, 'lastActiveAt', ${shownActivity(me)},
  'status', ${a.status}, 'disabled', json(${a.notificationsDisabled}), 'channels', json(coalesce(${s.channels}, '{}')),
  'passwordHash', ${a.passwordHash}, 'age', ${ageFactsJson(a, me, lastCountry(a))}, 'mailLogin', coalesce(${s.mailLogin}, 1),
  'paused', coalesce(${s.paused}, 0), 'paces', json(coalesce(${s.paces}, '{}')), 'zone', ${s.quiet} ->> '$.zone',
  'digestAt', CASE WHEN ${s.paces} IS NOT NULL THEN (SELECT ${notified.at} FROM ${notified}
    WHERE ${notified.accountId} = ${a.id} AND ${notified.kind} = 'digest' AND ${notified.subject} = '') END, 'toldAt', (SELECT ${notified.at} FROM ${notified}
    WHERE ${notified.accountId} = ${a.id} AND ${notified.kind} = ${n.kind} AND ${notified.subject} = ''))`;

/** Earlier unread messages were part of an earlier mail. */
const UNREAD_SINCE = sql`(SELECT ${messages.createdAt} FROM ${messages}
  WHERE ${messages.conversationId} = ${c.conversationId} AND ${messages.seq} > ${c.readSeq}
    AND ${messages.senderId} <> ${n.accountId} ORDER BY ${messages.seq} LIMIT 1)`;
const TOLD = sql`(SELECT ${notified.at} FROM ${notified}
  WHERE ${notified.accountId} = ${n.accountId} AND ${notified.kind} = ${n.kind} AND ${notified.subject} = ${n.subject})`;

const OF_CHAT = sql`${n.kind} IN ('message', 'request')`;
const ABOUT_PHOTOS = sql`${n.kind} IN ('photo_request', 'photo_answer')`;
/** A withdrawn member stays visible to conversation partners only. */
const VISIBLE = sql`${p.status} = 'active' OR (${OF_CHAT} AND ${p.status} = 'hidden')
  OR (${ABOUT_PHOTOS} AND ${isAskerShown})`;

const UNREAD_TYPES = sql`(SELECT json_array(max(type = 'gift'), max(type NOT IN ('gift', 'system'))) FROM (
  SELECT ${messages.type} AS type FROM ${messages}
  WHERE ${messages.conversationId} = ${c.conversationId} AND ${messages.seq} > ${c.readSeq}
    AND ${messages.senderId} <> ${n.accountId} ORDER BY ${messages.seq} DESC LIMIT ${sql.raw(String(TYPES_READ))}))`;

/** `keys` selects those of the rows as JSON. Each join finds one row by its key. */
function piecesOf(keys: SQL): SQL {
  return sql`SELECT j.value AS key, ${n.kind}, ${n.subject}, ${n.at}, ${RECEIVER} AS receiver,
      CASE WHEN ${n.kind} = 'search' THEN ${v.name} WHEN (${VISIBLE})
        AND NOT ${blockedBetween(n.accountId, p.id)} THEN ${p.name} END AS name,
      coalesce(${p.fictional}, 0) AS fictional, CASE WHEN ${n.kind} = 'message' THEN ${UNREAD_TYPES} END AS unread, CASE ${n.kind}
        WHEN 'message' THEN ${c.unread} > 0 AND ${c.muted} = 0 AND coalesce(${TOLD}, 0) < ${UNREAD_SINCE}
        WHEN 'request' THEN ${c.request} = 'open' AND ${c.removedSeq} < ${c.lastSeq} AND ${TOLD} IS NULL
        WHEN 'search' THEN ${v.fresh} > 0 AND ${v.notify} = 1
        WHEN 'photo_request' THEN ${g.status} = 'requested' AND coalesce(${TOLD}, 0) < ${g.at}
        WHEN 'photo_answer' THEN ${g.status} = 'granted' AND ${g.at} > ${a.newsSeenAt} AND ${isUnvisited}
          AND coalesce(${TOLD}, 0) < ${g.at} - ${SHOWN_AGAIN}
        ELSE ${l.isNew} = 1 AND ${l.announcedAt} IS NULL AND (${n.kind} = 'match') = (${l.matchedAt} IS NOT NULL)
          AND ${TOLD} IS NULL
      END AS isNew
    FROM ${keys} j CROSS JOIN ${n}
        ON ${n.accountId} = j.value ->> 0 AND ${n.kind} = j.value ->> 1 AND ${n.subject} = j.value ->> 2
      CROSS JOIN ${a} ON ${a.id} = ${n.accountId} CROSS JOIN ${me} ON ${me.id} = ${a.id}
      LEFT JOIN ${s} ON ${s.accountId} = ${a.id}
      LEFT JOIN ${c} ON ${OF_CHAT} AND ${c.conversationId} = ${n.subject} AND ${c.memberId} = ${n.accountId}
      LEFT JOIN ${v} ON ${n.kind} = 'search' AND ${v.id} = ${n.subject} AND ${v.memberId} = ${n.accountId}
      LEFT JOIN ${l} ON ${n.kind} IN ('like', 'match') AND ${l.likerId} = ${n.subject} AND ${l.likedId} = ${n.accountId}
      LEFT JOIN ${g} ON ${ABOUT_PHOTOS} AND ${g.ownerId} = iif(${n.kind} = 'photo_request', ${n.accountId}, ${n.subject})
        AND ${g.memberId} = iif(${n.kind} = 'photo_request', ${n.subject}, ${n.accountId})
      LEFT JOIN ${p} ON ${n.kind} <> 'search' AND ${p.id} = iif(${OF_CHAT}, ${c.otherId}, ${n.subject})
    ORDER BY ${n.at}`;
}

function read({ receiver, unread, name, fictional, isNew, ...row }: Raw): Piece {
  return {
    ...row,
    to: readReceiver(receiver),
    unread: readUnread(unread),
    from: name === null ? null : { name, fictional: fictional === 1 },
    isNew: isNew === 1,
  };
}

function readUnread(json: string | null): Piece["unread"] {
  const [gift = 0, other = 0] = JSON.parse(json ?? "[]") as (number | null)[];
  return { gift: gift === 1, other: other === 1 };
}

function readReceiver(json: string): Receiver {
  const receiver = JSON.parse(json) as Receiver;
  return {
    ...receiver,
    fictional: Boolean(receiver.fictional),
    paused: Boolean(receiver.paused),
    mailLogin: Boolean(receiver.mailLogin),
  };
}
