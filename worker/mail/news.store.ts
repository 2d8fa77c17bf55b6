import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { prepared, rowsOf, rowWhere } from "#db/raw.ts";
import { news, notified, outbox } from "#db/schema/index.ts";
import type { Standing } from "./kinds.ts";

export type NewsStore = ReturnType<typeof createNewsStore>;
export type NewsKind = (typeof news.$inferSelect)["kind"];

export interface Receiver extends Standing {
  id: string;
  email: string;
  name: string;
  language: string;
  domainId: string;
  country: string;
  fictional: boolean;
  lastActiveAt: number;
  /** Time (ms) of the last mail of this kind. */
  toldAt: number | null;
}

export interface Piece {
  rowid: number;
  kind: NewsKind;
  subject: string;
  at: number;
  to: Receiver;
  /** Null when the receiver may not see the other member. */
  from: { name: string; fictional: boolean } | null;
  /** Neither seen nor mailed yet. */
  isNew: boolean;
}

interface Raw {
  rowid: number;
  kind: NewsKind;
  subject: string;
  at: number;
  receiver: string;
  name: string | null;
  fictional: number;
  isNew: number;
}

export function createNewsStore(db: Database) {
  return {
    /** Leases up to `limit` due pieces, oldest first. Rows read grow with the due pieces only. */
    async claim(now: number, leaseMs: number, limit: number): Promise<Piece[]> {
      const [taken] = await rowsOf<[{ rowid: number }]>(db, [
        sql`UPDATE news SET due_at = ${now + leaseMs} WHERE rowid IN (
          SELECT rowid FROM news INDEXED BY news_due WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit}) RETURNING rowid`,
      ]);
      if (taken.length === 0) return [];
      const [rows] = await rowsOf<[Raw]>(db, [piecesOf(taken.map(({ rowid }) => rowid))]);
      return rows.map(({ receiver, name, fictional, isNew, ...row }) => ({
        ...row,
        to: readReceiver(receiver),
        from: name === null ? null : { name, fictional: fictional === 1 },
        isNew: isNew === 1,
      }));
    },

    async drop(rowids: number[]): Promise<void> {
      if (rowids.length > 0) await prepared(db, sql`DELETE FROM news WHERE ${among(rowids)}`).run();
    },

    /** `until` in ms. */
    async postpone(rowids: number[], until: number): Promise<void> {
      await prepared(db, sql`UPDATE news SET due_at = ${until} WHERE ${among(rowids)}`).run();
    },

    /**
     * Stores the mail and marks its pieces in one transaction. Writes nothing when the receiver left or changed address.
     */
    async tell(mail: typeof outbox.$inferInsert, pieces: Piece[], now: number): Promise<void> {
      const [{ kind, to }] = pieces as [Piece];
      const told = among(pieces.map(({ rowid }) => rowid));
      const source = sql`SELECT account_id, kind, subject, ${now} FROM news WHERE ${told} AND changes() = 1
        UNION ALL SELECT ${to.id}, ${kind}, '', ${now} WHERE changes() = 1`;
      await db.batch([
        db
          .insert(outbox)
          .select(
            rowWhere(
              outbox,
              mail,
              sql`EXISTS (SELECT 1 FROM accounts WHERE id = ${to.id} AND status = 'active' AND email = ${to.email})`,
            ),
          ),
        db
          .insert(notified)
          .select(source)
          .onConflictDoUpdate({ target: [notified.accountId, notified.kind, notified.subject], set: { at: now } }),
        db.delete(news).where(sql`${told} AND EXISTS (SELECT 1 FROM outbox WHERE id = ${mail.id})`),
      ]);
    },

    async forget(before: number, limit: number): Promise<void> {
      const query = sql`DELETE FROM notified WHERE rowid IN (
        SELECT rowid FROM notified INDEXED BY notified_at WHERE at < ${before} ORDER BY at LIMIT ${limit})`;
      await prepared(db, query).run();
    },
  };
}

function among(rowids: number[]): SQL {
  return sql`rowid IN (SELECT value FROM json_each(${JSON.stringify(rowids)}))`;
}

const RECEIVER = `json_object('id', a.id, 'email', a.email, 'name', me.name, 'language', a.language, 'domainId', a.domain_id,
  'country', me.country, 'fictional', me.fictional, 'lastActiveAt', me.last_active_at, 'status', a.status,
  'disabled', json(a.notifications_disabled), 'channels', json(coalesce(s.channels, '{}')), 'paused', coalesce(s.paused, 0),
  'toldAt', (SELECT at FROM notified WHERE account_id = a.id AND kind = n.kind AND subject = ''))`;

/** Earlier unread messages were part of an earlier mail. */
const UNREAD_SINCE = `(SELECT created_at FROM messages
  WHERE conversation_id = c.conversation_id AND seq > c.read_seq AND sender_id <> n.account_id ORDER BY seq LIMIT 1)`;
const TOLD = "(SELECT at FROM notified WHERE account_id = n.account_id AND kind = n.kind AND subject = n.subject)";

/** A withdrawn member stays visible to conversation partners only. */
const VISIBLE = `p.status = 'active' OR (n.kind = 'message' AND p.status = 'hidden')`;

/** Each join finds one row by its key. */
function piecesOf(rowids: number[]): SQL {
  return sql`SELECT n.rowid, n.kind, n.subject, n.at, ${sql.raw(RECEIVER)} AS receiver,
      iif((${sql.raw(VISIBLE)}) AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = n.account_id AND blocked_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = p.id AND blocked_id = n.account_id), p.name, NULL) AS name,
      p.fictional, CASE n.kind
        WHEN 'message' THEN c.unread > 0 AND coalesce(${sql.raw(TOLD)}, 0) < ${sql.raw(UNREAD_SINCE)}
        ELSE l.is_new = 1 AND l.announced_at IS NULL AND (n.kind = 'match') = (l.matched_at IS NOT NULL) AND ${sql.raw(TOLD)} IS NULL
      END AS isNew
    FROM json_each(${JSON.stringify(rowids)}) j CROSS JOIN news n ON n.rowid = j.value
      CROSS JOIN accounts a ON a.id = n.account_id CROSS JOIN profiles me ON me.id = a.id
      LEFT JOIN preferences s ON s.account_id = a.id
      LEFT JOIN participants c ON n.kind = 'message' AND c.conversation_id = n.subject AND c.member_id = n.account_id
      LEFT JOIN likes l ON n.kind <> 'message' AND l.liker_id = n.subject AND l.liked_id = n.account_id
      LEFT JOIN profiles p ON p.id = iif(n.kind = 'message', c.other_id, n.subject)
    ORDER BY n.at`;
}

function readReceiver(json: string): Receiver {
  const receiver = JSON.parse(json) as Receiver;
  return { ...receiver, fictional: Boolean(receiver.fictional), paused: Boolean(receiver.paused) };
}
