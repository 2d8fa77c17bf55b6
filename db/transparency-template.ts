import type { SQL } from "drizzle-orm";
import type { Database } from "./client.ts";
import { rowsOf } from "./raw.ts";
import type { DecisionReason, PhotoReason } from "./schema/attributes.ts";
import { NOTICE_DECISION } from "./schema/decision-attributes.ts";
import { complaints, decisions, reports, workItems } from "./schema/index.ts";
import { aliased, sql } from "./sql.ts";
import { byProgram, medianHours, type Period } from "./transparency.ts";

/** Annex I of Implementing Regulation (EU) 2024/2835, the parts whose numbers the store knows. */
export interface TemplatePart {
  /** As the Commission names its file. */
  name: string;
  columns: readonly string[];
  rows: (string | number | null)[][];
}

const c = aliased(complaints, "c");
const r = aliased(reports, "r");
const d = aliased(decisions, "d");
const w = aliased(workItems, "w");
const oc = aliased(complaints, "oc");
const ot = aliased(reports, "ot");
const od = aliased(decisions, "od");

const TOTAL = "TOTAL";
const UNSPECIFIED = "STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE";
const OTHER_TC = "STATEMENT_CATEGORY_OTHER_VIOLATION_TC";
/** Categories that moderators of a dating site decide by, each with the sub-category where one fits. */
const CATEGORIES = {
  intimate: ["STATEMENT_CATEGORY_CYBER_VIOLENCE", "KEYWORD_NON_CONSENSUAL_IMAGE_SHARING"],
  harassment: ["STATEMENT_CATEGORY_CYBER_VIOLENCE", "KEYWORD_CYBER_HARASSMENT"],
  minor: ["STATEMENT_CATEGORY_PROTECTION_OF_MINORS"],
  scam: ["STATEMENT_CATEGORY_SCAMS_AND_FRAUD"],
  impersonation: ["STATEMENT_CATEGORY_SCAMS_AND_FRAUD", "KEYWORD_IMPERSONATION_ACCOUNT_HIJACKING"],
  nudity: [OTHER_TC, "KEYWORD_NUDITY"],
  other: [OTHER_TC],
  unspecified: [UNSPECIFIED],
} as const;
type Category = keyof typeof CATEGORIES;

/** Every category of the template; those without a number are zero. */
const ALL = [
  "ANIMAL_WELFARE",
  "CONSUMER_INFORMATION",
  "CYBER_VIOLENCE",
  "CYBER_VIOLENCE_AGAINST_WOMEN",
  "DATA_PROTECTION_AND_PRIVACY_VIOLATIONS",
  "ILLEGAL_OR_HARMFUL_SPEECH",
  "INTELLECTUAL_PROPERTY_INFRINGEMENTS",
  "NEGATIVE_EFFECTS_ON_CIVIC_DISCOURSE_OR_ELECTIONS",
  "NOT_SPECIFIED_NOTICE",
  "OTHER_VIOLATION_TC",
  "PROTECTION_OF_MINORS",
  "RISK_FOR_PUBLIC_SECURITY",
  "SCAMS_AND_FRAUD",
  "SELF_HARM",
  "UNSAFE_AND_PROHIBITED_PRODUCTS",
  "VIOLENCE",
].map((name) => `STATEMENT_CATEGORY_${name}`);

/** Of a decision or a photo's refusal. The first two are against the law, the others against the terms. */
const CATEGORY_OF: Record<DecisionReason | PhotoReason, Category> = {
  illegal: "unspecified",
  minor: "minor",
  harassment: "harassment",
  scam: "scam",
  fake: "impersonation",
  someone_else: "impersonation",
  explicit: "nudity",
  contact_details: "other",
  no_person: "other",
  unclear: "other",
};
const BY_LAW = ["illegal", "minor"];

const HEAD = ["Applicability", "Service", "Reporting period"];
const NOTICES = [
  "Number of notices received",
  "Number of notices received from Trusted flaggers",
  "Number of specific items of information included in the total number of notices",
  "Number of specific items of information included in the total number of notices by Trusted Flaggers (Trusted Flagger notices)",
  "Median time to take action",
  "Median time to take action (Trusted Flagger notices)",
  "Number of actions taken on the basis of the law",
  "Number of actions taken on the basis of the law (Trusted Flagger notices)",
  "Number of actions taken on the basis of the terms and conditions of the service",
  "Number of actions taken on the basis of the terms and conditions of the service (Trusted Flagger notices)",
];
const MEASURES = [
  "Visibility restriction Removal",
  "Visibility restriction Disable",
  "Visibility restriction Demoted",
  "Visibility restriction Age restricted",
  "Visibility restriction Interaction restricted",
  "Visibility restriction Labelled",
  "Visibility restriction Other",
  "Monetary restriction Suspension",
  "Monetary restriction Termination",
  "Monetary restriction Other",
  "Provision of the service Suspension",
  "Provision of the service Termination",
  "Account restriction Suspension",
  "Account restriction Termination",
] as const;
type Measure = (typeof MEASURES)[number];
/** Restrictions of a statement of reasons. A warning restricts nothing. */
const MEASURE_OF: Record<string, Measure> = {
  content_removed: "Visibility restriction Removal",
  text_refused: "Visibility restriction Removal",
  reject: "Visibility restriction Removal",
  mute: "Provision of the service Suspension",
  ban: "Account restriction Termination",
};

interface Noticed {
  category: Category;
  received: number;
  law: number;
  terms: number;
  hours: number | null;
}
interface Measured {
  kind: string;
  reason: DecisionReason | PhotoReason;
  count: number;
  automatic: number;
}

/** Without personal data. @param service how the operator names the site in the report */
export async function transparencyTemplate(db: Database, period: Period, service: string): Promise<TemplatePart[]> {
  const { from, until, domain } = period;
  const within = (at: SQL, of: SQL) =>
    sql`${at} >= ${from} AND ${at} < ${until} AND ${domain === null ? sql`1` : sql`${of} = ${domain}`}`;
  const ofNotices = sql`(${oc.kind} <> 'consumer' AND ${within(oc.createdAt, oc.domainId)})`;
  const ofReports = sql`(${ot.reason} IN ('illegal', 'minor') AND ${within(ot.createdAt, ot.domainId)})`;
  const complained = (more: SQL) => sql`SELECT ${oc.answeredAt} - ${oc.createdAt} AS took FROM ${oc}
    WHERE ${oc.answeredAt} IS NOT NULL AND ${ofNotices} AND ${more}`;
  const reported = (more: SQL) => sql`SELECT ${ot.decidedAt} - ${ot.createdAt} AS took FROM ${ot}
    WHERE ${ot.decidedAt} IS NOT NULL AND ${ofReports} AND ${more}`;
  // Staff acted on their own, not after a report or a notice of a picture.
  const own = sql`${d.reportId} IS NULL AND ${d.id} NOT LIKE ${`${NOTICE_DECISION}%`}`;
  const [notices, flags, [all], decided, looked, objections, suspended] = await rowsOf<
    [Noticed, Noticed, { hours: number | null }, Measured, Measured, Objections, { count: number }]
  >(db, [
    sql`SELECT CASE ${c.kind} WHEN 'intimate_picture' THEN 'intimate' ELSE 'unspecified' END AS category, count(*) AS received,
        ${counted(sql`${c.outcome} = 'upheld'`)} AS law, 0 AS terms, ${medianHours(complained(sql`${oc.kind} = ${c.kind}`))} AS hours
      FROM ${c} WHERE ${c.kind} <> 'consumer' AND ${within(c.createdAt, c.domainId)} GROUP BY ${c.kind}`,
    // An illegal act that a member reports at the content is a notice, too.
    sql`SELECT CASE ${r.reason} WHEN 'minor' THEN 'minor' ELSE 'unspecified' END AS category, count(*) AS received,
        ${counted(sql`${r.outcome} = 'acted' AND ${lawful(r)}`)} AS law,
        ${counted(sql`${r.outcome} = 'acted' AND NOT ${lawful(r)}`)} AS terms,
        ${medianHours(reported(sql`${ot.reason} = ${r.reason}`))} AS hours
      FROM ${r} WHERE ${r.reason} IN ('illegal', 'minor') AND ${within(r.createdAt, r.domainId)} GROUP BY ${r.reason}`,
    sql`SELECT ${medianHours(sql`${complained(sql`1`)} UNION ALL ${reported(sql`1`)}`)} AS hours`,
    sql`SELECT ${d.kind} AS kind, ${d.reason} AS reason, count(*) AS count, ${counted(byProgram(d.decidedBy))} AS automatic
      FROM ${d} WHERE ${own} AND ${d.kind} <> 'warning' AND ${within(d.createdAt, d.domainId)} GROUP BY ${d.kind}, ${d.reason}`,
    sql`SELECT ${w.decision} AS kind, ${w.reason} AS reason, count(*) AS count, 0 AS automatic FROM ${w}
      WHERE ${w.kind} = 'photo' AND ${w.decision} = 'reject' AND ${w.state} = 'done' AND ${within(w.decidedAt, w.domainId)}
      GROUP BY ${w.reason}`,
    sql`SELECT count(*) AS received, ${counted(sql`${d.outcome} = 'upheld'`)} AS upheld, ${counted(sql`${d.outcome} = 'reversed'`)} AS reversed,
        ${counted(sql`${d.outcome} IS NULL`)} AS waiting,
        ${medianHours(sql`SELECT ${od.closedAt} - ${od.objectedAt} AS took FROM ${od} WHERE ${od.closedAt} IS NOT NULL
          AND ${within(od.objectedAt, od.domainId)}`)} AS hours
      FROM ${d} WHERE ${within(d.objectedAt, d.domainId)}`,
    sql`SELECT count(*) AS count FROM ${d} WHERE ${d.kind} IN ('mute', 'ban') AND ${d.reason} IN ('illegal', 'minor')
      AND ${within(d.createdAt, d.domainId)}`,
  ]);
  const head = ["", service, `${dayOf(from)}/${dayOf(until - 1)}`];
  const measures = [...decided, ...looked];
  return [
    noticePart(head, [...notices, ...flags], all?.hours ?? null),
    measurePart(
      head,
      "5_own_initiative_illegal",
      "Category of illegal content",
      measures.filter(({ reason }) => BY_LAW.includes(reason)),
    ),
    measurePart(
      head,
      "6_own_initiative_TC",
      "Category of incompatibility with the provider's terms and conditions",
      measures.filter(({ reason }) => !BY_LAW.includes(reason)),
    ),
    appealPart(head, objections[0], suspended[0]?.count ?? 0),
  ];
}

function noticePart(head: string[], rows: Noticed[], hours: number | null): TemplatePart {
  const of = (code: string) => rows.filter(({ category }) => isIn(code, category));
  const line = (code: string) => {
    const some = of(code);
    const sum = (key: "received" | "law" | "terms") => some.reduce((all, one) => all + one[key], 0);
    // A median of medians is none: a category with several sources has it in the total alone.
    const time = code === TOTAL ? hours : some.length === 1 ? (some[0]?.hours ?? null) : null;
    return [...head, code, "", sum("received"), 0, sum("received"), 0, time, null, sum("law"), 0, sum("terms"), 0];
  };
  const columns = [...HEAD, "Category of illegal content", 'Description of the sub-category "Other"', ...NOTICES];
  return { name: "4_notices", columns, rows: codes().map(line) };
}

function measurePart(head: string[], name: string, category: string, rows: Measured[]): TemplatePart {
  const line = (code: string) => {
    const some = rows.filter(({ reason }) => isIn(code, CATEGORY_OF[reason]));
    const sum = (of: Measured[], key: "count" | "automatic") => of.reduce((all, one) => all + one[key], 0);
    const by = MEASURES.map((measure) =>
      sum(
        some.filter(({ kind }) => MEASURE_OF[kind] === measure),
        "count",
      ),
    );
    return [...head, code, "", sum(some, "count"), sum(some, "automatic"), ...by];
  };
  const counts = [
    "Number of measures taken at the provider's own initiative",
    "Number of measures taken after detection with solely automated means",
  ];
  const columns = [...HEAD, category, 'Description of the sub-category "Other"', ...counts, ...MEASURES];
  return { name, columns, rows: codes().map(line) };
}

interface Objections {
  received: number;
  upheld: number;
  reversed: number;
  waiting: number;
  hours: number | null;
}

function appealPart(head: string[], objections: Objections | undefined, suspended: number): TemplatePart {
  const { received = 0, upheld = 0, reversed = 0, waiting = 0, hours = null } = objections ?? {};
  const complaint = "Number of complaints submitted to the internal-complaints mechanism";
  const suspension = (what: string) => `Number of suspensions enacted for the provision of manifestly ${what}`;
  const scopes: [string, number | null, string][] = [
    ["Total number", received, ""],
    ["Decisions upheld", upheld, ""],
    ["Decisions reversed", reversed, ""],
    ["Decision omitted", waiting, waiting > 0 ? "not decided yet" : ""],
    ["Median time", hours, "in hours"],
  ];
  const repeated = "Suspensions imposed on repeated offenders";
  return {
    name: "7_appeals_and_recidivism",
    columns: [...HEAD, "Section", "Indicator", "Scope", "Value", "Contextual Information"],
    rows: [
      ...scopes.map(([scope, value, said]) => [...head, "Internal complaints mechanism", complaint, scope, value, said]),
      [...head, repeated, suspension("illegal content"), "Total number", suspended, ""],
      [...head, repeated, suspension("unfounded notices"), "Total number", 0, ""],
      [...head, repeated, suspension("unfounded complaints"), "Total number", 0, ""],
    ],
  };
}

function isIn(code: string, category: Category): boolean {
  return code === TOTAL || (CATEGORIES[category] as readonly string[]).includes(code);
}

/** Total, then each category with its sub-categories. */
function codes(): string[] {
  const sub = (category: string) =>
    Object.values(CATEGORIES).flatMap(([of, keyword]: readonly string[]) => (of === category && keyword ? [keyword] : []));
  return [TOTAL, ...ALL.flatMap((category) => [category, ...sub(category)])];
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function counted(condition: SQL): SQL {
  return sql`count(*) FILTER (WHERE ${condition})`;
}

/** A decision after this report was taken by the law. */
function lawful(of: typeof r): SQL {
  return sql`EXISTS (SELECT 1 FROM ${d} WHERE ${d.reportId} = ${of.id} AND ${d.reason} IN ('illegal', 'minor'))`;
}
