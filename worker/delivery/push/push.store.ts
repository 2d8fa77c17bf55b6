import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared, rowsOf } from "#db/raw.ts";
import type { Paces, QuietHours } from "#db/schema/attributes.ts";
import {
  accounts,
  calls,
  likes,
  participants,
  photoGrants,
  preferences,
  profiles,
  pushes,
  pushSubscriptions,
  savedSearches,
  sessions,
} from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { NOTIFICATION_KINDS, type Sum } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { ageFactsJson } from "#worker/people/identity/age-facts.sql.ts";
import type { AgeFacts } from "#worker/people/identity/age-gate.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { g, isAskerShown, p } from "#worker/people/identity/grants.sql.ts";
import type { PushJob } from "./jobs.ts";
import { PARTS, sumOf, UNNAMED } from "./parts.vocabulary.ts";

const a = aliased(accounts, "a");
const c = aliased(participants, "c");
const h = aliased(pushes, "h");
const l = aliased(likes, "l");
const me = aliased(profiles, "me");
const q = aliased(preferences, "q");
const s = aliased(sessions, "s");
const u = aliased(pushSubscriptions, "u");
const v = aliased(savedSearches, "v");
const w = aliased(savedSearches, "w");
const x = aliased(participants, "x");
const y = aliased(photoGrants, "y");

export type PushStore = ReturnType<typeof createPushStore>;

export interface Subscription {
  endpoint: string;
  sessionHash: string;
  domainId: string;
  /** Of the log-in; '' if unknown. */
  country: string;
  publicKey: string;
  p256dh: string;
  auth: string;
  /** In ms. */
  refusedAt: number | null;
}

export interface PushState {
  id: string;
  status: string;
  language: string;
  age: AgeFacts;
  fictionalReader: boolean;
  unread: number;
  newLikes: number;
  channels: Record<string, Record<string, boolean>>;
  paces: Paces;
  /** Of the profile. */
  country: string;
  /** The subject of a digest. */
  parts: string;
  /** The parts of a digest of which there is news. */
  fresh: string;
  paused: boolean;
  names: boolean;
  quiet: QuietHours | null;
  subscriptions: Subscription[];
  /** The other member; null if there is none or the reader may not see them. */
  name: string | null;
  fictional: boolean;
  inConversation: number;
  isNew: boolean;
  wasShown: boolean;
}

export interface Outcome {
  sent: string[];
  dropped: string[];
  /** Endpoints to forget, those that refuse, and those that take messages again. */
  gone: string[];
  refused: string[];
  accepted: string[];
  /** Sent jobs of kind `close`: nothing of their subject is shown any more. */
  closed: string[];
  /** The subject is made of `PARTS`. */
  digests: { id: string; accountId: string; dueAt: number; subject: string }[];
}

export function createPushStore(db: Database) {
  return {
    /** Leases the jobs that nobody has sent or leased, and reads what decides about them. One round trip. */
    async claim(jobs: readonly PushJob[], now: number, leaseMs: number): Promise<Map<string, PushState>> {
      const given = JSON.stringify(jobs.map(({ id, kind, to, subject, seq, ring }) => ({ id, kind, to, subject, seq, ring })));
      const [, rows] = await rowsOf<[unknown, { job: string; state: string }]>(db, [
        sql`INSERT INTO ${pushes} (id, account_id, kind, subject, created_at, due_at)
          SELECT j.value ->> 'id', ${a.id}, j.value ->> 'kind', j.value ->> 'subject', ${now}, ${now + leaseMs}
          FROM json_each(${given}) j CROSS JOIN ${a} ON ${a.id} = j.value ->> 'to'
          WHERE EXISTS (SELECT 1 FROM ${u} WHERE ${u.accountId} = ${a.id})
          ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at
          WHERE ${pushes}.${pushes.outcome} IS NULL AND ${pushes}.${pushes.dueAt} <= ${now}`,
        sql`SELECT ${h.id} AS job, ${stateOf(now)} AS state
          FROM json_each(${given}) j CROSS JOIN ${h} ON ${h.id} = j.value ->> 'id'
            AND ${h.outcome} IS NULL AND ${h.dueAt} = ${now + leaseMs}
          CROSS JOIN ${a} ON ${a.id} = ${h.accountId} CROSS JOIN ${me} ON ${me.id} = ${a.id}
          LEFT JOIN ${q} ON ${q.accountId} = ${a.id}
          LEFT JOIN ${c} ON ${ofConversation} AND ${c.conversationId} = ${h.subject} AND ${c.memberId} = ${a.id}
          LEFT JOIN ${l} ON ${ofLike} AND ${l.likerId} = ${h.subject} AND ${l.likedId} = ${a.id}
          LEFT JOIN ${g} ON ${ofPhotos} AND ${g.ownerId} = iif(${h.kind} = 'photo_request', ${a.id}, ${h.subject})
            AND ${g.memberId} = iif(${h.kind} = 'photo_request', ${h.subject}, ${a.id})
          LEFT JOIN ${p} ON ${p.id} = coalesce(${c.otherId}, ${l.likerId}, iif(${ofPhotos}, ${h.subject}, NULL))`,
      ]);
      return new Map(rows.map(({ job, state }) => [job, read(state)]));
    },

    /** A digest is kept from the time at which it is due. */
    async finish({ sent, dropped, gone, refused, accepted, closed, digests }: Outcome, now: number): Promise<void> {
      await rowsOf(db, [
        ...(sent.length > 0 ? [settled("sent", sent)] : []),
        ...(closed.length > 0 ? [unshown(closed)] : []),
        ...(dropped.length > 0 ? [settled("dropped", dropped)] : []),
        ...(gone.length > 0
          ? [
              sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.endpoint} IN (SELECT value FROM json_each(${JSON.stringify(gone)}))`,
            ]
          : []),
        ...(refused.length > 0 ? [refusedSince(refused, sql`coalesce(${pushSubscriptions.refusedAt}, ${now})`)] : []),
        ...(accepted.length > 0 ? [refusedSince(accepted, sql`NULL`)] : []),
        ...digests.map(
          ({ id, accountId, dueAt, subject }) => sql`INSERT INTO ${pushes} (id, account_id, kind, subject, created_at, due_at)
            VALUES (${id}, ${accountId}, 'digest', ${subject}, ${dueAt}, ${dueAt})
            ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, outcome = NULL,
              subject = iif(${settledBefore}, '', iif(${pushes}.${pushes.subject} = '', ${UNNAMED}, ${pushes}.${pushes.subject})) || excluded.subject
              WHERE ${settledBefore} OR instr(${pushes}.${pushes.subject}, excluded.subject) = 0`,
        ),
      ]);
    },

    async dueDigests(now: number, limit: number): Promise<{ id: string; to: string }[]> {
      const [rows] = await rowsOf<[{ id: string; to: string }]>(db, [
        sql`SELECT ${pushes.id}, ${pushes.accountId} AS "to" FROM ${pushes} INDEXED BY pushes_digests
          WHERE kind = 'digest' AND outcome IS NULL AND ${pushes.dueAt} <= ${now} ORDER BY ${pushes.dueAt} LIMIT ${limit}`,
      ]);
      return rows;
    },

    async forget(before: number, limit: number): Promise<void> {
      const query = sql`DELETE FROM ${pushes} WHERE rowid IN (SELECT rowid FROM ${pushes} INDEXED BY pushes_created
        WHERE ${pushes.createdAt} < ${before} ORDER BY ${pushes.createdAt} LIMIT ${limit})`;
      await prepared(db, query).run();
    },
  };
}

/** A digest that was looked at before its time and waits again. */
const settledBefore = sql`${pushes}.${pushes.outcome} IS NOT NULL`;

function settled(outcome: "sent" | "dropped", ids: string[]): SQL {
  return sql`UPDATE ${pushes} SET ${pushes.outcome} = ${outcome} WHERE ${pushes.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

function refusedSince(endpoints: string[], since: SQL): SQL {
  return sql`UPDATE ${pushSubscriptions} SET ${pushSubscriptions.refusedAt} = ${since}
    WHERE ${pushSubscriptions.endpoint} IN (SELECT value FROM json_each(${JSON.stringify(endpoints)}))`;
}

function unshown(closed: string[]): SQL {
  return sql`UPDATE ${pushes} SET ${pushes.outcome} = 'dropped' WHERE ${pushes.outcome} = 'sent'
    AND (${pushes.accountId}, ${pushes.subject}) IN (SELECT e.account_id, e.subject FROM pushes e
      WHERE e.id IN (SELECT value FROM json_each(${JSON.stringify(closed)})))`;
}

const ofConversation = sql`${h.kind} IN ('message', 'gift', 'call', 'request', 'close')`;
const ofLike = sql`${h.kind} IN ('like', 'match')`;
const ofPhotos = sql`${h.kind} IN ('photo_request', 'photo_answer')`;

const SUMS: Readonly<Record<Sum, SQL>> = {
  unread: sql`${a.unread} > 0`,
  newLikes: sql`${a.newLikes} > 0`,
  requests: sql`EXISTS (SELECT 1 FROM ${x} INDEXED BY participants_requests WHERE ${x.memberId} = ${a.id} AND ${x.request} = 'open')`,
  newInSearches: sql`EXISTS (SELECT 1 FROM ${w} WHERE ${w.memberId} = ${a.id} AND ${w.fresh} > 0)`,
  photoRequests: sql`EXISTS (SELECT 1 FROM ${y} WHERE ${y.ownerId} = ${a.id} AND ${y.status} = 'requested')`,
  photoAnswers: sql`EXISTS (SELECT 1 FROM ${y} WHERE ${y.memberId} = ${a.id} AND ${y.status} = 'granted' AND ${y.at} > ${a.newsSeenAt})`,
};

/** The parts of a digest of which there is news. */
const FRESH = sql`${sql.join(
  NOTIFICATION_KINDS.map((kind) => {
    const sum = sumOf(kind);
    const isPart = sql`instr(iif(${h.subject} = '', ${sql.raw(`'${UNNAMED}'`)}, ${h.subject}), ${sql.raw(`'${PARTS[kind]}'`)}) > 0`;
    return sql`iif(${isPart}${sum ? sql` AND ${SUMS[sum]}` : sql``}, ${sql.raw(`'${PARTS[kind]}'`)}, '')`;
  }),
  sql` || `,
)}`;

/** Sessions past their time stay until the cron removes them. */
const subscriptionsAt = (now: number) => sql`(SELECT json_group_array(json_object('endpoint', ${u.endpoint},
    'sessionHash', ${u.sessionHash}, 'domainId', ${u.domainId}, 'country', ${s.country}, 'publicKey', ${u.publicKey}, 'p256dh', ${u.p256dh}, 'auth', ${u.auth},
    'refusedAt', ${u.refusedAt}))
  FROM ${u} CROSS JOIN ${s} ON ${s.tokenHash} = ${u.sessionHash}
  WHERE ${u.accountId} = ${a.id} AND ${s.revokedAt} IS NULL AND ${s.expiresAt} > ${now})`;

/** A withdrawn member stays visible to conversation partners only. */
const SEEN = sql`(${p.status} = 'active' OR (${ofConversation} AND ${p.status} = 'hidden') OR (${ofPhotos} AND ${isAskerShown}))
  AND NOT ${blockedBetween(a.id, p.id)}`;

function stateOf(now: number): SQL {
  return sql`json_object('id', ${a.id}, 'status', ${a.status}, 'age', ${ageFactsJson(a, me)}, 'language', ${a.language}, 'fictionalReader', ${me.fictional},
    'unread', ${a.unread}, 'newLikes', ${a.newLikes}, 'channels', json(coalesce(${q.channels}, '{}')),
    'paused', coalesce(${q.paused}, 0), 'paces', json(coalesce(${q.paces}, '{}')), 'country', ${me.country},
    'parts', ${h.subject}, 'fresh', CASE WHEN ${h.kind} = 'digest' THEN ${FRESH} ELSE '' END,
    'names', coalesce(${q.pushNames}, 0), 'quiet', json(${q.quiet}),
    'subscriptions', json(${subscriptionsAt(now)}), 'name', CASE WHEN ${SEEN} THEN ${p.name} END,
    'fictional', coalesce(${p.fictional}, 0), 'inConversation', coalesce(${c.unread}, 0),
    'isNew', CASE WHEN ${h.kind} = 'close' THEN 1
      WHEN ${h.kind} = 'request' THEN coalesce(${c.request} = 'open' AND ${c.removedSeq} < ${c.lastSeq}, 0)
      WHEN ${h.kind} = 'call' AND j.value ->> 'seq' IS NULL THEN ${c.muted} = 0 AND EXISTS (SELECT 1 FROM ${calls}
        WHERE ${calls.calleeId} = ${a.id} AND ${calls.conversationId} = ${h.subject} AND ${calls.answeredAt} IS NULL AND ${calls.endedAt} IS NULL)
      WHEN ${ofConversation} THEN coalesce(${c.unread} > 0 AND ${c.muted} = 0 AND ${c.readSeq} < coalesce(j.value ->> 'seq', ${c.readSeq} + 1), 0)
      WHEN ${ofLike} THEN coalesce(${l.isNew} = 1 AND (${h.kind} = 'match') = (${l.matchedAt} IS NOT NULL), 0)
      WHEN ${ofPhotos} THEN coalesce(${g.status} = iif(${h.kind} = 'photo_request', 'requested', 'granted'), 0)
      WHEN ${h.kind} = 'search' THEN EXISTS (SELECT 1 FROM ${v} WHERE ${v.id} = ${h.subject} AND ${v.memberId} = ${a.id}
        AND ${v.fresh} > 0 AND ${v.notify} = 1) ELSE 1 END,
    'wasShown', EXISTS (SELECT 1 FROM pushes e WHERE e.account_id = ${a.id} AND e.subject = ${h.subject} AND e.outcome = 'sent'
      AND e.kind <> 'close' AND (j.value ->> 'ring' IS NULL OR e.id = j.value ->> 'ring' AND NOT EXISTS (
        SELECT 1 FROM pushes n WHERE n.account_id = e.account_id AND n.subject = e.subject AND n.outcome = 'sent'
          AND n.kind <> 'close' AND n.rowid > e.rowid))))`;
}

function read(json: string): PushState {
  const state = JSON.parse(json) as PushState;
  const bits = ["fictionalReader", "paused", "names", "fictional", "isNew", "wasShown"] as const;
  return { ...state, ...Object.fromEntries(bits.map((name) => [name, Boolean(state[name])])) };
}
