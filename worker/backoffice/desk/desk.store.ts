import type { Database } from "#db/client.ts";
import { lastSeqIn } from "#db/last-seq.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { ATTRIBUTE_NAMES, type Attribute } from "#db/schema/attribute-table.ts";
import type { PromptAnswer, ShownIn } from "#db/schema/attributes.ts";
import {
  accounts,
  conversations,
  dailyFigures,
  deskNotes,
  domains,
  messages,
  participants,
  profiles,
  staffAudit,
  staffMembers,
  workItems,
} from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { faceOf } from "#worker/backoffice/queues/face.sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";

export interface TalkRow {
  item: string;
  conversation: string;
  domainId: string;
  language: string;
  member: string;
  memberName: string;
  profile: string;
  name: string;
  birthDate: string;
  gender: ShownIn;
  city: string | null;
  about: string;
  prompts: PromptAnswer[];
  interests: string[];
  attributes: Record<Attribute, string | null>;
  face: string | null;
  lastSeq: number;
}

export interface SaidRow {
  conversation: string;
  seq: number;
  senderId: string;
  type: string;
  text: string;
  createdAt: number;
}

export interface NoteRow {
  id: string;
  profileId: string;
  memberId: string;
  staffId: string;
  by: string;
  text: string;
  createdAt: number;
}

export type DeskStore = ReturnType<typeof createDeskStore>;

const w = aliased(workItems, "w");
const c = aliased(conversations, "c");
const p = aliased(profiles, "p");
const o = aliased(profiles, "o");
const a = aliased(accounts, "a");
const m = aliased(messages, "m");
const n = aliased(deskNotes, "n");
const s = aliased(staffMembers, "s");
const f = aliased(dailyFigures, "f");
const d = aliased(domains, "d");
const me = aliased(participants, "me");

const DONE = sql`changes() = 1`;
const parsed = <T>(json: string): T => JSON.parse(json) as T;

/** The fictional side of `c`, and the member. */
const PAIR = sql`JOIN ${p} ON ${p.id} IN (${c.memberA}, ${c.memberB}) AND ${p.fictional} = 1
  JOIN ${o} ON ${o.id} = iif(${p.id} = ${c.memberA}, ${c.memberB}, ${c.memberA})`;

/** A list: D1 allows 32 arguments of a function, and names would be half of them. */
function attributesIn(json: string): TalkRow["attributes"] {
  const codes = parsed<(string | null)[]>(json);
  return Object.fromEntries(ATTRIBUTE_NAMES.map((name, i) => [name, codes[i] ?? null])) as TalkRow["attributes"];
}

export function createDeskStore(db: Database) {
  return {
    /** Only of conversations in the hands of this staff member. `most` messages of each, the newest and one more. */
    async inHand(staffId: string, now: number, most: number) {
      const mine = sql`${w.kind} = 'desk' AND ${isLeasedTo(w, staffId, now)}`;
      const attributes = sql.join(
        ATTRIBUTE_NAMES.map((name) => p[name]),
        sql`, `,
      );
      type Raw = Omit<TalkRow, "prompts" | "interests" | "attributes"> & Record<"prompts" | "interests" | "attributes", string>;
      const [talks, said, notes, colleagues] = await rowsOf<[Raw, SaidRow, NoteRow, { id: string; name: string }]>(db, [
        sql`SELECT ${w.id} AS item, ${c.id} AS conversation, ${w.domainId} AS domainId, ${a.language}, ${o.id} AS member,
            ${o.name} AS memberName, ${p.id} AS profile, ${p.name}, ${p.birthDate} AS birthDate, ${p.gender}, ${p.city}, ${p.about},
            ${p.prompts}, ${p.interests}, json_array(${attributes}) AS attributes, ${faceOf(p.id)} AS face,
            ${lastSeqIn(c)} AS lastSeq
          FROM ${w} JOIN ${c} ON ${c.id} = ${w.objectId} ${PAIR} JOIN ${a} ON ${a.id} = ${o.id} WHERE ${mine}`,
        // Numbers have no gaps: a range of the key reads no older message.
        sql`SELECT ${selected(m, ["seq", "senderId", "type", "text", "createdAt"])}, ${m.conversationId} AS conversation
          FROM ${w} JOIN ${c} ON ${c.id} = ${w.objectId} JOIN ${m} ON ${m.conversationId} = ${c.id} AND ${m.seq} > ${lastSeqIn(c)} - ${most}
          WHERE ${mine} ORDER BY conversation, ${m.seq}`,
        sql`SELECT ${selected(n, ["id", "profileId", "memberId", "staffId", "text", "createdAt"])}, coalesce(${s.name}, ${n.staffId}) AS by
          FROM ${w} JOIN ${c} ON ${c.id} = ${w.objectId} ${PAIR} JOIN ${n} ON ${n.profileId} = ${p.id} AND ${n.memberId} = ${o.id}
          LEFT JOIN ${s} ON ${s.id} = ${n.staffId} WHERE ${mine} ORDER BY ${n.createdAt} DESC`,
        sql`SELECT ${s.id}, ${s.name} FROM ${s} WHERE ${s.role} IN ('operator', 'desk') AND ${s.disabledAt} IS NULL
          AND ${s.passwordHash} IS NOT NULL AND ${s.id} <> ${staffId} ORDER BY ${s.name}, ${s.id}`,
      ]);
      return {
        talks: talks.map(
          (row): TalkRow => ({
            ...row,
            prompts: parsed(row.prompts),
            interests: parsed(row.interests),
            attributes: attributesIn(row.attributes),
          }),
        ),
        said,
        notes,
        colleagues,
      };
    },

    /** Of an item in this person's hands. */
    async pairOf(item: string, staffId: string, now: number): Promise<{ profile: string; member: string } | null> {
      const rows = await db.all<{ profile: string; member: string }>(sql`SELECT ${p.id} AS profile, ${o.id} AS member
        FROM ${w} JOIN ${c} ON ${c.id} = ${w.objectId} ${PAIR}
        WHERE ${w.id} = ${item} AND ${w.kind} = 'desk' AND ${isLeasedTo(w, staffId, now)}`);
      return rows[0] ?? null;
    },

    /** What decides whether an answer may leave. Null once the conversation is gone. */
    async talk(conversation: string) {
      const rows = await db.all<{
        profile: string;
        member: string;
        status: string;
        memberStatus: string;
        goodbyeAt: number | null;
        wrote: number;
        lastSeq: number;
        newest: number;
      }>(sql`SELECT ${p.id} AS profile, ${o.id} AS member, ${p.status}, ${o.status} AS memberStatus, ${c.goodbyeAt} AS goodbyeAt,
          coalesce(${me.wrote}, 0) AS wrote, ${lastSeqIn(c)} AS lastSeq,
          coalesce((SELECT max(${m.seq}) FROM ${m} WHERE ${m.conversationId} = ${c.id} AND ${m.senderId} = ${o.id}), 0) AS newest
        FROM ${c} ${PAIR} LEFT JOIN ${me} ON ${me.conversationId} = ${c.id} AND ${me.memberId} = ${o.id} WHERE ${c.id} = ${conversation}`);
      return rows[0] ?? null;
    },

    /** The item ends. Where the member wrote after `since`, the conversation waits again. Idempotent. */
    async close(item: typeof workItems.$inferSelect, next: typeof workItems.$inferInsert, since: number): Promise<void> {
      const later = sql`EXISTS (SELECT 1 FROM ${m} WHERE ${m.conversationId} = ${item.objectId} AND ${m.senderId} = ${item.memberId}
        AND ${m.createdAt} > ${since} AND NOT EXISTS (SELECT 1 FROM ${messages} own WHERE own.conversation_id = ${item.objectId}
          AND own.sender_id <> ${item.memberId} AND own.seq > ${m.seq}))`;
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${workItems} SET ${workItems.state} = 'done', ${workItems.words} = NULL
          WHERE ${workItems.id} = ${item.id} AND ${workItems.state} = 'leaving'`,
        sql`${insertWhere(workItems, next, sql`changes() = 1 AND ${later}`)} ON CONFLICT DO NOTHING`,
      ]);
    },

    async addNote(note: typeof deskNotes.$inferInsert, audit: AuditRow): Promise<void> {
      await rowsOf<unknown[]>(db, [insertWhere(deskNotes, note, sql`1`), insertWhere(staffAudit, audit, DONE)]);
    },

    async note(id: string): Promise<{ staffId: string; profileId: string } | null> {
      const rows = await db.all<{ staffId: string; profileId: string }>(
        sql`SELECT ${n.staffId} AS staffId, ${n.profileId} AS profileId FROM ${n} WHERE ${n.id} = ${id}`,
      );
      return rows[0] ?? null;
    },

    async removeNote(id: string, audit: AuditRow): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`DELETE FROM ${deskNotes} WHERE ${deskNotes.id} = ${id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
    },

    /** `to` null: back to the queue. False unless `from` holds the waiting item and `to` may work at the desk. */
    async pass(
      { item, from, to, now, until }: { item: string; from: string; to: string | null; now: number; until: number },
      audit: AuditRow,
    ): Promise<boolean> {
      const may = sql`${to} IS NULL OR EXISTS (SELECT 1 FROM ${s} WHERE ${s.id} = ${to} AND ${s.role} IN ('operator', 'desk')
        AND ${s.disabledAt} IS NULL AND ${s.passwordHash} IS NOT NULL)`;
      const [passed] = await rowsOf<[unknown, unknown]>(db, [
        sql`UPDATE ${workItems} SET ${workItems.leasedBy} = ${to}, ${workItems.leasedUntil} = ${to === null ? 0 : until}
          WHERE ${workItems.id} = ${item} AND ${workItems.kind} = 'desk' AND ${workItems.state} = 'waiting'
            AND ${workItems.leasedBy} = ${from} AND ${workItems.leasedUntil} > ${now} AND (${may}) RETURNING 1`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return passed.length > 0;
    },

    /** Sites with a desk or with answers since the day. Waits in ms, of answers. */
    async figures(day: number, since: number) {
      return rowsOf<[{ id: string; name: string; desk: number }, { id: string; messages: number }, { id: string; wait: number }]>(
        db,
        [
          sql`SELECT ${d.id}, json_extract(${d.settings}, '$.settings.name') AS name,
            coalesce(json_extract(${d.settings}, '$.settings.fictional_profiles')
              AND json_extract(${d.settings}, '$.settings.fictional_desk')
              AND json_extract(${d.settings}, '$.api.mode') IS NOT 'proxy', 0) AS desk FROM ${d} ORDER BY 2, 1`,
          sql`SELECT ${f.domainId} AS id, sum(${f.value}) AS messages FROM ${f}
          WHERE ${f.name} = 'desk_messages' AND ${f.day} > ${day} GROUP BY ${f.domainId}`,
          sql`SELECT ${w.domainId} AS id, ${w.decidedAt} - ${w.createdAt} AS wait FROM ${w}
          WHERE ${w.kind} = 'desk' AND ${w.decision} = 'answer' AND ${w.decidedAt} > ${since} ORDER BY 2`,
        ],
      );
    },
  };
}
