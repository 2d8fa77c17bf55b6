import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { HeldField, Proof, StoredPrompt } from "#db/schema/attributes.ts";
import {
  accounts,
  decisions,
  heldTexts,
  messageReads,
  photoReads,
  profiles,
  reportProofs,
  reports,
  workItems,
} from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { faceOf } from "#worker/backoffice/queues/face.sql.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";
import type { Filed } from "#worker/people/reports/proof-pictures.ts";
import { strikesOf } from "./strikes.sql.ts";

type ReportRow = typeof reports.$inferSelect;
type DecisionRow = typeof decisions.$inferSelect;

const a = aliased(accounts, "a");
const w = aliased(workItems, "w");
const r = aliased(reports, "r");
const f = aliased(reportProofs, "f");
const d = aliased(decisions, "d");
const p = aliased(profiles, "p");
const x = aliased(reports, "x");
const h = aliased(heldTexts, "h");

export interface CaseRow
  extends Pick<ReportRow, "reference" | "kind" | "reason" | "text" | "domainId" | "reportedId" | "objectId"> {
  item: string;
  reporterId: string | null;
  member: string | null;
  face: string | null;
  proof: Proof | null;
  language: string;
  reports: number;
  acted: number;
  strikes: number;
  /** This staff member has asked for the messages. */
  read: number;
}

export interface ObjectionRow extends Pick<DecisionRow, "reference" | "kind" | "reason" | "about" | "createdAt"> {
  item: string;
  name: string;
  member: string;
  face: string | null;
  /** Staff's own words of the first decision. */
  added: string | null;
  objection: string;
  proof: Proof | null;
  /** Profile field of a refused text. */
  field: HeldField | null;
  value: string | null;
}

export type CasesStore = ReturnType<typeof createCasesStore>;

export function createCasesStore(db: Database) {
  return {
    async reports(staffId: string, now: number, since: number): Promise<CaseRow[]> {
      const [rows] = await rowsOf<[Omit<CaseRow, "proof"> & { proof: string | null }]>(db, [
        sql`SELECT ${w.id} AS item, ${r.reference}, ${r.kind}, ${r.reason}, ${r.text}, ${r.domainId} AS domainId,
            ${r.reportedId} AS reportedId, ${r.objectId} AS objectId, ${r.reporterId} AS reporterId, ${f.proof},
            (SELECT ${p.id} FROM ${p} WHERE ${p.id} = ${r.reportedId}) AS member, ${faceOf(r.reportedId)} AS face,
            coalesce((SELECT ${a.language} FROM ${a} WHERE ${a.id} = ${r.reportedId}), 'en') AS language,
            (SELECT count(*) FROM ${x} WHERE ${x.reportedId} = ${r.reportedId} AND ${x.id} <> ${r.id}) AS reports,
            (SELECT count(*) FROM ${x} WHERE ${x.reportedId} = ${r.reportedId} AND ${x.outcome} = 'acted') AS acted,
            ${strikesOf(r.reportedId, since)} AS strikes,
            EXISTS (SELECT 1 FROM ${messageReads} WHERE ${messageReads.item} = ${w.id} AND ${messageReads.staffId} = ${staffId}) AS read
          FROM ${w} JOIN ${r} ON ${r.id} = ${w.objectId} LEFT JOIN ${f} ON ${f.reportId} = ${r.id}
          WHERE ${w.kind} = 'report' AND ${isLeasedTo(w, staffId, now)} ORDER BY ${w.score} DESC, ${w.createdAt}, ${w.id}`,
      ]);
      return rows.map((row) => ({ ...row, proof: row.proof === null ? null : (JSON.parse(row.proof) as Proof) }));
    },

    async objections(staffId: string, now: number): Promise<ObjectionRow[]> {
      const [rows] = await rowsOf<[Omit<ObjectionRow, "proof"> & { proof: string | null }]>(db, [
        sql`SELECT ${w.id} AS item, ${d.reference}, ${d.kind}, ${d.reason}, ${d.about}, ${d.createdAt} AS createdAt,
            ${d.words} AS added, coalesce(${d.objection}, '') AS objection, ${p.name}, ${p.id} AS member, ${faceOf(p.id)} AS face,
            ${f.proof},
            ${h.field} AS field, ${h.value} AS value
          FROM ${w} JOIN ${d} ON ${d.id} = ${w.objectId} JOIN ${p} ON ${p.id} = ${d.memberId}
          LEFT JOIN ${f} ON ${f.reportId} = ${d.reportId} LEFT JOIN ${h} ON ${h.decisionId} = ${d.id}
          WHERE ${w.kind} = 'appeal' AND ${isLeasedTo(w, staffId, now)} ORDER BY ${w.score} DESC, ${w.createdAt}, ${w.id}`,
      ]);
      return rows.map((row) => ({ ...row, proof: row.proof === null ? null : (JSON.parse(row.proof) as Proof) }));
    },

    /** The proof of a report, or the refused answers that an objection is about. */
    async proofOf(item: string, staffId: string, now: number): Promise<Filed | null> {
      const [rows] = await rowsOf<[{ proof: string | null; answers: string | null }]>(db, [
        sql`SELECT ${f.proof}, iif(${h.field} = 'prompts', ${h.value}, NULL) AS answers
          FROM ${w} LEFT JOIN ${d} ON ${w.kind} = 'appeal' AND ${d.id} = ${w.objectId}
          LEFT JOIN ${f} ON ${f.reportId} = coalesce(${d.reportId}, ${w.objectId}) LEFT JOIN ${h} ON ${h.decisionId} = ${d.id}
          WHERE ${w.id} = ${item} AND ${w.kind} IN ('report', 'appeal') AND ${isLeasedTo(w, staffId, now)}`,
      ]);
      const [row] = rows;
      if (row?.proof) return JSON.parse(row.proof) as Proof;
      return row?.answers ? { answers: JSON.parse(row.answers) as StoredPrompt[] } : null;
    },

    /** Notes the read for each member, the first time. */
    async read({ item, members, staffId, messages, at }: Read): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`INSERT INTO ${into(messageReads, "item", "memberId", "staffId", "messages", "at")}
          SELECT ${item}, value, ${staffId}, ${messages}, ${at} FROM json_each(${JSON.stringify(members)}) WHERE true
          ON CONFLICT DO NOTHING`,
      ]);
    },

    /** Queries for the times at which staff read the member's messages, and saw the member's photos. */
    readsOf: (memberId: string, most: number): SQL[] => [
      sql`SELECT ${messageReads.at}, ${messageReads.messages} FROM ${messageReads}
        WHERE ${messageReads.memberId} = ${memberId} ORDER BY ${messageReads.at} DESC LIMIT ${most}`,
      sql`SELECT min(${photoReads.at}) AS at, count(*) AS photos FROM ${photoReads}
        WHERE ${photoReads.memberId} = ${memberId} GROUP BY ${photoReads.day}, ${photoReads.staffId}
        ORDER BY min(${photoReads.at}) DESC LIMIT ${most}`,
    ],
  };
}

export interface MessageRead {
  at: number;
  messages: number;
}

export interface PhotoRead {
  at: number;
  photos: number;
}

interface Read {
  item: string;
  members: string[];
  staffId: string;
  messages: number;
  at: number;
}
