import type { Database } from "#db/client.ts";
import { lastSeqIn } from "#db/last-seq.ts";
import { rowsOf } from "#db/raw.ts";
import type { Identity, Proof, ReportKind, StoredPrompt } from "#db/schema/attributes.ts";
import type { GiftSnapshot } from "#db/schema/gifts.ts";
import {
  blocks,
  chatPhotos,
  conversations,
  gifts,
  messages,
  participants,
  photoGrants,
  photos,
  profiles,
  reports,
} from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";
import type { ArchivedRange } from "#worker/platform/archived.ts";
import { shownIdentity } from "#worker/sites/domains/genders.vocabulary.ts";

/** Messages before and after the reported one, and of a reported chat. */
const AROUND = 10;
const LAST = 20;

const p = aliased(profiles, "p");
const c = aliased(conversations, "c");
const me = aliased(participants, "me");
const m = aliased(messages, "m");
const g = aliased(gifts, "g");
const f = aliased(photos, "f");
const v = aliased(chatPhotos, "v");

export interface Asker {
  id: string;
  pool: string;
  /** The domain shows fictional profiles. */
  fictional: boolean;
}

/** The reported object and its author. */
export interface Subject {
  id: string;
  name: string;
  excerpt: string | null;
  proof: Proof;
}

type MessageRow = Pick<typeof messages.$inferSelect, "seq" | "senderId" | "type" | "text" | "createdAt">;
type Archive = { page(conversation: string, range: ArchivedRange): Promise<MessageRow[]> };
type ProfileRow = { id: string; name: string; fictional: number };
type Whole = ProfileRow & Record<"country" | "about" | "prompts" | "photos", string> & Record<"city" | "identity", string | null>;

const WHO = selected(p, ["id", "name", "fictional"]);

export type SubjectsStore = ReturnType<typeof createSubjectsStore>;

export function createSubjectsStore(db: Database, archive: Archive) {
  const find: Record<ReportKind, (asker: Asker, object: string) => Promise<Subject | null>> = {
    async profile(asker, id) {
      const row = await wholeProfile(asker, id);
      if (!row) return null;
      const { country, city, about } = row;
      const identity = shownIdentity(row.identity === null ? null : (JSON.parse(row.identity) as Identity))?.identity_words;
      const whole = { country, city, about, prompts: promptsOf(row), photos: JSON.parse(row.photos) as string[] };
      return subject(row, null, { profile: { ...whole, ...(identity && { identity }) } });
    },

    async prompt(asker, object) {
      const [id = "", question = ""] = object.split("/");
      const row = await wholeProfile(asker, id);
      const prompt = row && promptsOf(row).find((one) => one.question === question);
      return prompt ? subject(row, prompt.answer, { prompt }) : null;
    },

    /** Private photos only with access. */
    async photo(asker, id) {
      const [rows] = await rowsOf<[ProfileRow & { photo: string; key: string }]>(db, [
        sql`SELECT ${WHO}, ${f.id} AS photo, ${f.key} FROM ${f} JOIN ${p} ON ${p.id} = ${f.profileId}
          WHERE ${f.id} = ${id} AND ${f.status} = 'active' AND ${isSeen(asker)} AND (${f.visibility} = 'public'
            OR EXISTS (SELECT 1 FROM ${photoGrants} WHERE ${photoGrants.ownerId} = ${p.id}
              AND ${photoGrants.memberId} = ${asker.id} AND ${photoGrants.status} = 'granted'))`,
      ]);
      const [row] = rows;
      return row ? subject(row, null, { photo: { id: row.photo, key: row.key } }) : null;
    },

    async gift(asker, id) {
      const [rows] = await rowsOf<[ProfileRow & { gift: string; note: string; at: number }]>(db, [
        sql`SELECT ${WHO}, ${g.gift}, ${g.note}, ${g.createdAt} AS at FROM ${g} JOIN ${p} ON ${p.id} = ${g.senderId}
          WHERE ${g.id} = ${id} AND ${g.receiverId} = ${asker.id} AND ${p.status} <> 'deleted'`,
      ]);
      const [row] = rows;
      if (!row) return null;
      const { id: gift } = JSON.parse(row.gift) as GiftSnapshot;
      return subject(row, row.note || null, { gift: { gift, note: row.note, at: iso(row.at) } });
    },

    async message(asker, object) {
      const [conversation = "", number = ""] = object.split("/");
      const seq = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0;
      const chat = seq > 0 ? await chatOf(asker, conversation, { after: seq - AROUND - 1, before: seq + AROUND + 1 }) : null;
      const reported = chat?.messages.find((one) => one.seq === seq);
      if (!chat || reported?.sender !== chat.row.id) return null;
      const voice = reported.type === "voice" ? await voiceOf(conversation, seq) : null;
      return subject(chat.row, reported.text || null, { messages: chat.messages, seq, ...(voice && { voice }) });
    },

    async chat(asker, conversation) {
      const chat = await chatOf(asker, conversation, null);
      return chat && subject(chat.row, null, { messages: chat.messages });
    },
  };

  return {
    /** Null for what the asker may not see. A block by the other member does not hide it. */
    find: (kind: ReportKind, asker: Asker, object: string) => find[kind](asker, object),

    async standing(asker: Asker, reported: string, kind: ReportKind, object: string) {
      const [rows] = await rowsOf<[{ reference: string | null; blocked: number }]>(db, [
        sql`SELECT (SELECT ${reports.reference} FROM ${reports} WHERE ${reports.reporterId} = ${asker.id} AND ${reports.kind} = ${kind}
            AND ${reports.objectId} = ${object} AND ${reports.status} = 'open') AS reference,
          EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${asker.id} AND ${blocks.blockedId} = ${reported}) AS blocked`,
      ]);
      return { reference: rows[0]?.reference ?? null, blocked: rows[0]?.blocked === 1 };
    },
  };

  async function voiceOf(conversation: string, seq: number): Promise<Proof["voice"] | null> {
    const [rows] = await rowsOf<[{ key: string; duration: number }]>(db, [
      sql`SELECT ${v.key}, ${v.duration} FROM ${v} WHERE ${v.conversationId} = ${conversation} AND ${v.seq} = ${seq}
        AND ${v.key} IS NOT NULL AND ${v.duration} IS NOT NULL`,
    ]);
    return rows[0] ?? null;
  }

  async function wholeProfile(asker: Asker, id: string): Promise<Whole | undefined> {
    const [rows] = await rowsOf<[Whole]>(db, [
      sql`SELECT ${selected(p, ["id", "name", "fictional", "country", "city", "about", "prompts", "identity"])},
          (SELECT json_group_array(${f.key}) FROM ${f} WHERE ${f.profileId} = ${p.id} AND ${f.status} = 'active'
            AND ${f.visibility} = 'public') AS photos
        FROM ${p} WHERE ${p.id} = ${id} AND ${isSeen(asker)}`,
    ]);
    return rows[0];
  }

  /** The messages of a range, or the last ones; a removed chat of the asker's own too. */
  async function chatOf(asker: Asker, conversation: string, range: { after: number; before: number } | null) {
    const [[head]] = await rowsOf<[ProfileRow & { last: number; archived: number }]>(db, [
      sql`SELECT ${WHO}, ${lastSeqIn(c)} AS last, ${c.archivedSeq} AS archived
        FROM ${me} JOIN ${c} ON ${c.id} = ${me.conversationId} JOIN ${p} ON ${p.id} = ${me.otherId}
        WHERE ${me.conversationId} = ${conversation} AND ${me.memberId} = ${asker.id} AND ${p.status} <> 'deleted'`,
    ]);
    if (!head) return null;
    const { after, before } = range ?? { after: Math.max(head.last - LAST, 0), before: head.last + 1 };
    const [fresh] = await rowsOf<[MessageRow]>(db, [
      sql`SELECT ${selected(m, ["seq", "senderId", "type", "text", "createdAt"])} FROM ${m}
        WHERE ${m.conversationId} = ${conversation} AND ${m.seq} > ${after} AND ${m.seq} < ${before} ORDER BY ${m.seq}`,
    ]);
    const limit = before - after;
    const old = after < head.archived ? await archive.page(conversation, { after, before, limit, order: "ascending" }) : [];
    const moved = new Set(fresh.map(({ seq }) => seq));
    const rows = [...old.filter(({ seq }) => !moved.has(seq)), ...fresh];
    const messages = rows.map(({ seq, senderId, type, text, createdAt }) => ({
      seq,
      sender: senderId,
      type,
      text,
      at: iso(createdAt),
    }));
    return { row: head, messages };
  }
}

/** A hidden profile stays known to partners of a chat and to those it blocked. */
function isSeen(asker: Asker) {
  const [first, second] = [sql`min(${p.id}, ${asker.id})`, sql`max(${p.id}, ${asker.id})`];
  return sql`${p.pool} = ${asker.pool} AND ${p.id} <> ${asker.id} AND (
    (${p.status} = 'active' AND ${p.fictional} <= ${Number(asker.fictional)} AND NOT ${isUnseenBy(p.id, asker.id)})
    OR (${p.status} IN ('active', 'hidden') AND (
      EXISTS (SELECT 1 FROM ${conversations} WHERE ${conversations.memberA} = ${first} AND ${conversations.memberB} = ${second})
      OR EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${p.id} AND ${blocks.blockedId} = ${asker.id}))))`;
}

function subject({ id, name, fictional }: ProfileRow, excerpt: string | null, proof: Omit<Proof, "name" | "fictional">): Subject {
  return { id, name, excerpt, proof: { name, fictional: fictional === 1, ...proof } };
}

function promptsOf({ prompts }: Whole): StoredPrompt[] {
  return JSON.parse(prompts) as StoredPrompt[];
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
