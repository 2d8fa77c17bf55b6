import type { SQL } from "drizzle-orm";
import type { Database } from "./client.ts";
import { rowsOf } from "./raw.ts";
import { PROGRAMS } from "./schema/decision-attributes.ts";
import { accounts, complaints, decisions, profiles, reports, staffAudit, workItems } from "./schema/index.ts";
import { aliased, sql } from "./sql.ts";

/** In ms. */
const MONTH = 30 * 24 * 3600 * 1000;

const c = aliased(complaints, "c");
const r = aliased(reports, "r");
const d = aliased(decisions, "d");
const w = aliased(workItems, "w");
const a = aliased(accounts, "a");
const oc = aliased(complaints, "oc");
const ot = aliased(reports, "ot");
const od = aliased(decisions, "od");
const p = aliased(profiles, "p");
const l = aliased(staffAudit, "l");

/** `from` is in the period, `until` is not; both in ms. A null `domain` means the whole deployment. */
export interface Period {
  from: number;
  until: number;
  domain: string | null;
  now: number;
}

type Row = Record<string, string | number | null>;

/** Rows by section; `median_hours` is null where nothing has ended. */
export type Transparency = Record<
  "complaints" | "reports" | "content" | "decisions" | "objections" | "alone" | "photos" | "texts" | "members",
  Row[]
>;

/** Numbers for a report under DSA articles 15 and 24, without personal data. What came in during the period, and its state now. */
export async function transparency(db: Database, { from, until, domain, now }: Period): Promise<Transparency> {
  const within = (at: SQL, of: SQL) =>
    sql`${at} >= ${from} AND ${at} < ${until} AND ${domain === null ? sql`1` : sql`${of} = ${domain}`}`;
  const complained = within(c.createdAt, c.domainId);
  const reported = within(r.createdAt, r.domainId);
  const objected = within(d.objectedAt, d.domainId);
  const looked = (kind: "photo" | "text", name: string) => sql`SELECT ${w.decision} AS decision, ${w.reason} AS reason,
      count(*) AS ${sql.raw(name)}
    FROM ${w} WHERE ${w.kind} = ${kind} AND ${w.state} = 'done' AND ${w.decision} IS NOT NULL AND ${within(w.decidedAt, w.domainId)}
    GROUP BY ${w.decision}, ${w.reason} ORDER BY ${w.decision}, ${w.reason}`;
  const [complaintRows, reportRows, content, decided, objections, alone, photos, texts, members] = await rowsOf<
    [Row, Row, Row, Row, Row, Row, Row, Row, Row]
  >(db, [
    sql`SELECT ${c.kind} AS kind, count(*) AS received, ${where(sql`${c.outcome} = 'upheld'`)} AS upheld,
        ${where(sql`${c.outcome} = 'rejected'`)} AS rejected, ${where(sql`${c.outcome} = 'answered'`)} AS answered,
        ${where(sql`${c.closedAt} IS NOT NULL AND ${c.answeredAt} IS NULL`)} AS closed,
        ${where(sql`${c.closedAt} IS NULL AND ${c.answeredAt} IS NULL`)} AS waiting,
        ${medianHours(sql`SELECT ${oc.answeredAt} - ${oc.createdAt} AS took FROM ${oc} WHERE ${oc.kind} = ${c.kind}
          AND ${oc.answeredAt} IS NOT NULL AND ${within(oc.createdAt, oc.domainId)}`)} AS median_hours
      FROM ${c} WHERE ${complained} GROUP BY ${c.kind} ORDER BY ${c.kind}`,
    sql`SELECT ${r.reason} AS reason, count(*) AS received, ${where(sql`${r.outcome} = 'acted'`)} AS acted,
        ${where(sql`${r.outcome} = 'no_violation'`)} AS no_violation, ${where(sql`${r.outcome} = 'left'`)} AS left,
        ${where(sql`${r.outcome} IS NULL`)} AS waiting,
        ${medianHours(sql`SELECT ${ot.decidedAt} - ${ot.createdAt} AS took FROM ${ot} WHERE ${ot.reason} = ${r.reason}
          AND ${ot.decidedAt} IS NOT NULL AND ${within(ot.createdAt, ot.domainId)}`)} AS median_hours
      FROM ${r} WHERE ${reported} GROUP BY ${r.reason} ORDER BY ${r.reason}`,
    sql`SELECT ${r.kind} AS content, count(*) AS received, ${where(sql`${r.outcome} = 'acted'`)} AS acted
      FROM ${r} WHERE ${reported} GROUP BY ${r.kind} ORDER BY ${r.kind}`,
    sql`SELECT ${d.kind} AS decision, ${d.reason} AS reason, count(*) AS decided, ${where(sql`${d.reportId} IS NOT NULL`)} AS after_a_report,
        ${where(byProgram(d.decidedBy))} AS by_a_program,
        ${where(sql`${d.objectedAt} IS NOT NULL`)} AS objected, ${where(sql`${d.outcome} = 'reversed'`)} AS reversed
      FROM ${d} WHERE ${within(d.createdAt, d.domainId)} GROUP BY ${d.kind}, ${d.reason} ORDER BY ${d.kind}, ${d.reason}`,
    sql`SELECT count(*) AS received, ${where(sql`${d.outcome} = 'upheld'`)} AS upheld, ${where(sql`${d.outcome} = 'reversed'`)} AS reversed,
        ${where(sql`${d.outcome} IS NULL`)} AS waiting,
        ${medianHours(sql`SELECT ${od.closedAt} - ${od.objectedAt} AS took FROM ${od} WHERE ${od.closedAt} IS NOT NULL
          AND ${within(od.objectedAt, od.domainId)}`)} AS median_hours
      FROM ${d} WHERE ${objected} HAVING count(*) > 0`,
    // What one person decided although it needs two: the setting `one_person`.
    sql`SELECT ${w.kind} AS kind, count(*) AS decided_by_one_person FROM ${w}
      WHERE ${w.state} = 'done' AND ${w.decision} IS NOT NULL AND ${w.notBy} IS NOT NULL AND ${within(w.decidedAt, w.domainId)}
        AND EXISTS (SELECT 1 FROM ${l} WHERE ${l.objectKind} = 'work_item' AND ${l.objectId} = ${w.kind} || ' ' || ${w.objectId}
          AND ${l.action} LIKE '%, alone')
      GROUP BY ${w.kind} ORDER BY ${w.kind}`,
    looked("photo", "photos"),
    looked("text", "texts"),
    sql`SELECT count(*) AS active_in_the_last_30_days FROM ${p} JOIN ${a} ON ${a.id} = ${p.id}
      WHERE ${p.lastActiveAt} >= ${now - MONTH} AND ${a.status} = 'active' AND ${p.fictional} = 0
        AND ${domain === null ? sql`1` : sql`${a.domainId} = ${domain}`}`,
  ]);
  return {
    complaints: complaintRows,
    reports: reportRows,
    content,
    decisions: decided,
    objections,
    alone,
    photos,
    texts,
    members,
  };
}

/** Decided by a program alone. */
export function byProgram(decidedBy: SQL): SQL {
  return sql`${decidedBy} IN (SELECT value FROM json_each(${JSON.stringify(PROGRAMS)}))`;
}

function where(condition: SQL): SQL {
  return sql`count(*) FILTER (WHERE ${condition})`;
}

/** In hours with one decimal. `durations` selects `took` in ms. */
export function medianHours(durations: SQL): SQL {
  return sql`(SELECT round(avg(took) / 3600000.0, 1)
    FROM (SELECT took, row_number() OVER (ORDER BY took) AS place, count(*) OVER () AS total FROM (${durations}))
    WHERE place IN ((total + 1) / 2, (total + 2) / 2))`;
}
