import { eq, getTableColumns, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { batched, insertWhere, rowsOf } from "#db/raw.ts";
import type { AppealOutcome } from "#db/schema/attributes.ts";
import {
  accounts,
  decisions,
  fraudRemovals,
  outbox,
  photos,
  profiles,
  reportProofs,
  reports,
  workItems,
} from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { endRefusedText, isReversed, textShown } from "#worker/discovery/texts/held-texts.sql.ts";
import { banned, released } from "./ban.sql.ts";
import { removedForFraud } from "./fraud.sql.ts";
import { removalOf } from "./removal.sql.ts";
import { strikesOf } from "./strikes.sql.ts";

type MailRow = typeof outbox.$inferInsert;
export type ReportRow = typeof reports.$inferSelect;
/** `callPictures`: pictures of a call that the report holds. */
export type DecisionRow = typeof decisions.$inferSelect & { callPictures: number };
export type NewDecision = typeof decisions.$inferInsert;

/** A member to write to. */
export interface Reached {
  id: string;
  name: string;
  email: string;
  language: string;
  country: string;
  domainId: string;
  pool: string;
}

const r = aliased(reports, "r");
const d = aliased(decisions, "d");
const a = aliased(accounts, "a");
const p = aliased(profiles, "p");
const f = aliased(reportProofs, "f");

const REPORT = [
  ...(["id", "reference", "domainId", "pool", "reporterId", "reportedId", "kind", "objectId", "reason", "text"] as const),
  ...(["status", "outcome", "createdAt", "dueAt", "decidedAt"] as const),
];

const callPictures = (reportId: SQL) => sql<number>`coalesce((SELECT json_array_length(${f.proof}, '$.call.pictures')
  FROM ${f} WHERE ${f.reportId} = ${reportId}), 0)`;
const DECISION = {
  ...getTableColumns(decisions),
  callPictures: callPictures(sql`${decisions}.${decisions.reportId}`).as("call_pictures"),
};

export type DecisionsStore = ReturnType<typeof createDecisionsStore>;

export function createDecisionsStore(db: Database) {
  /** A member who left and could come back is told what was decided. */
  const member = (id: SQL) => sql`SELECT ${selected(a, ["id", "email", "language", "domainId", "pool"])}, ${p.name}, ${p.country}
    FROM ${a} JOIN ${p} ON ${p.id} = ${a.id} WHERE ${a.id} = ${id} AND ${a.status} <> 'erased'`;

  const listQuery = (memberId: string, most: number) =>
    db
      .select(DECISION)
      .from(decisions)
      .where(eq(decisions.memberId, memberId))
      .orderBy(sql`${decisions.createdAt} DESC`)
      .limit(most);

  return {
    /** The report, both members where they are written to, and the strikes that stand. `email`: null once erased. */
    async facts(reportId: string, since: number) {
      const of = (column: SQL) => sql`(SELECT ${column} FROM ${r} WHERE ${r.id} = ${reportId})`;
      const [rows, reporters, reported, strikes, addresses] = await rowsOf<
        [ReportRow & { callPictures: number }, Reached, Reached, { n: number }, { email: string }]
      >(db, [
        sql`SELECT ${selected(r, REPORT)}, ${callPictures(r.id)} AS callPictures FROM ${r} WHERE ${r.id} = ${reportId}`,
        sql`${member(of(r.reporterId))} AND ${a.status} <> 'deleted'`,
        member(of(r.reportedId)),
        sql`SELECT ${strikesOf(of(r.reportedId), since)} AS n`,
        sql`SELECT ${a.email} FROM ${a} WHERE ${a.id} = ${of(r.reportedId)} AND ${a.status} <> 'erased'`,
      ]);
      const who = { reporter: reporters[0], reported: reported[0], email: addresses[0]?.email ?? null };
      return { report: rows[0], ...who, strikes: strikes[0]?.n ?? 0 };
    },

    /** The member, standing strikes, and liftable decisions. Null for an erased account. */
    async memberFacts(memberId: string, now: number, since: number) {
      const own = sql`${d.memberId} = ${memberId} AND ${d.outcome} IS NOT 'reversed'`;
      const [rows, reached] = await rowsOf<[MemberFacts, Reached]>(db, [
        sql`SELECT ${selected(a, ["pool", "domainId", "email"])},
            ${strikesOf(sql`${memberId}`, since)} AS strikes,
            EXISTS (SELECT 1 FROM ${d} WHERE ${own} AND ${d.liftedAt} IS NULL AND ${d.until} > ${now}) AS muted,
            EXISTS (SELECT 1 FROM ${d} WHERE ${own} AND ${d.liftedAt} IS NULL AND ${d.kind} = 'ban') AS banned,
            EXISTS (SELECT 1 FROM ${fraudRemovals} WHERE ${fraudRemovals.memberId} = ${memberId}) AS fraud
          FROM ${a} WHERE ${a.id} = ${memberId} AND ${a.status} <> 'erased'`,
        member(sql`${memberId}`),
      ]);
      return { account: rows[0], member: reached[0] };
    },

    async hasContent(memberId: string, { of, object }: { of: string; object: string }): Promise<boolean> {
      if (of === "name") return true;
      const rows = await db.all(
        of === "photo"
          ? sql`SELECT 1 FROM ${photos} WHERE ${photos.id} = ${object} AND ${photos.profileId} = ${memberId} AND ${photos.status} <> 'rejected'`
          : sql`SELECT 1 FROM ${profiles} WHERE ${profiles.id} = ${memberId} AND (${of} = 'texts' OR EXISTS (
              SELECT 1 FROM json_each(${profiles.prompts}) WHERE value ->> 'question' = ${object}))`,
      );
      return rows.length > 0;
    },

    async find(id: string): Promise<{ decision: DecisionRow | undefined; member: Reached | undefined }> {
      const decision = await db.select(DECISION).from(decisions).where(eq(decisions.id, id)).get();
      const [members] = await rowsOf<[Reached]>(db, [member(sql`${decision?.memberId ?? ""}`)]);
      return { decision, member: members[0] };
    },

    async standingBan(memberId: string): Promise<Pick<DecisionRow, "id" | "reason" | "createdAt"> | null> {
      const row = await db
        .select({ id: decisions.id, reason: decisions.reason, createdAt: decisions.createdAt })
        .from(decisions)
        .where(
          sql`${decisions}.${decisions.memberId} = ${memberId} AND ${decisions}.${decisions.kind} = 'ban'
            AND ${decisions}.${decisions.liftedAt} IS NULL AND ${decisions}.${decisions.outcome} IS NOT 'reversed'`,
        )
        .orderBy(sql`${decisions}.${decisions.createdAt} DESC`)
        .get();
      return row ?? null;
    },

    listQuery,

    /** Rows of the member's decisions, and of other queries in the same trip. */
    async list(memberId: string, most: number, others: SQL[]): Promise<unknown[][]> {
      return db.batch([listQuery(memberId, most), ...others.map((query) => batched(db, query))]);
    },

    /** One transaction; done again it changes nothing. Returns the token hashes of sessions that a ban ended. */
    async decide({ report, removed = report, decision, prints, fraudSince = null, mails, now }: Decided): Promise<string[]> {
      const isNew = sql`NOT EXISTS (SELECT 1 FROM ${d} WHERE ${d.id} = ${decision?.id ?? ""})`;
      const until = decision?.until ?? null;
      const [ended] = await rowsOf<{ hash: string }[]>(db, [
        ...(decision?.kind === "ban" ? banned(decision, prints, isNew, now) : [sql`SELECT 1 WHERE 0`]),
        ...(decision && fraudSince !== null ? removedForFraud(decision, fraudSince, isNew) : []),
        ...(decision && until !== null
          ? [
              sql`UPDATE ${accounts} SET ${accounts.mutedUntil} = max(coalesce(${accounts.mutedUntil}, 0), ${until})
                WHERE ${accounts.id} = ${decision.memberId} AND ${isNew}`,
            ]
          : []),
        ...(removed && decision?.kind === "content_removed" ? removal(removed, decision, isNew, now) : []),
        ...(decision ? [insertWhere(decisions, decision, isNew)] : []),
        ...(report
          ? [
              sql`UPDATE ${reports} SET ${reports.status} = 'decided', ${reports.outcome} = ${decision ? "acted" : "no_violation"},
                ${reports.decidedAt} = ${now} WHERE ${reports.id} = ${report.id} AND ${reports.status} = 'open'`,
            ]
          : []),
        ...mails.flatMap(once),
      ]);
      return (ended ?? []).map(({ hash }) => hash);
    },

    /** The open reports about a member, each with its reporter where they can be written to. */
    async openAbout(memberId: string, most: number): Promise<OpenReport[]> {
      const [rows] = await rowsOf<[OpenReport]>(db, [
        sql`SELECT ${r.id} AS report, ${r.reference}, ${selected(a, ["id", "email", "language", "domainId"])}, ${p.name}, ${p.country}
          FROM ${r} LEFT JOIN ${a} ON ${a.id} = ${r.reporterId} AND ${a.status} IN ('active', 'not_confirmed')
          LEFT JOIN ${p} ON ${p.id} = ${a.id}
          WHERE ${r.reportedId} = ${memberId} AND ${r.status} = 'open' ORDER BY ${r.createdAt} LIMIT ${most}`,
      ]);
      return rows;
    },

    /** One transaction: the reported member is gone. A report that was decided before stays as it is, without a mail. */
    async end(ends: readonly { report: string; mail: MailRow | null }[], now: number): Promise<void> {
      const isOpen = (report: string) => sql`EXISTS (SELECT 1 FROM ${r} WHERE ${r.id} = ${report} AND ${r.status} = 'open')`;
      await rowsOf<unknown[]>(
        db,
        ends.flatMap(({ report, mail }) => [
          ...(mail ? [insertWhere(outbox, mail, isOpen(report))] : []),
          sql`UPDATE ${reports} SET ${reports.status} = 'decided', ${reports.outcome} = 'left', ${reports.decidedAt} = ${now}
            WHERE ${reports.id} = ${report} AND ${reports.status} = 'open'`,
        ]),
      );
    },

    /** False once there is an objection, and for a decision from before `since`. */
    async object({ id, text, now, since, item }: Objection): Promise<boolean> {
      const [rows] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${decisions} SET ${decisions.objection} = ${text}, ${decisions.objectedAt} = ${now}
          WHERE ${decisions.id} = ${id} AND ${decisions.objectedAt} IS NULL AND ${decisions.createdAt} > ${since}
          RETURNING ${decisions.id}`,
        insertWhere(workItems, item, sql`changes() = 1`),
      ]);
      return rows.length > 0;
    },

    /** Idempotent. A reversal ends the mute and the ban, and shows a refused text; removed content stays away. */
    async close({ decision: { id, memberId, kind }, outcome, mail, now }: Closed): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${decisions} SET ${decisions.outcome} = ${outcome}, ${decisions.closedAt} = ${now}
          WHERE ${decisions.id} = ${id} AND ${decisions.outcome} IS NULL`,
        ...(outcome === "reversed" ? released(memberId, sql`${id}`, kind, now) : []),
        ...(outcome === "reversed" && kind === "text_refused" ? [...textShown(isReversed(id)), endRefusedText(id)] : []),
        ...once(mail),
      ]);
    },

    /** Ends mutes or bans that stand, each decision once: done again it changes and mails nothing. */
    async lift({ memberId, kind, by, mail, now }: Lifted): Promise<void> {
      const what = kind === "ban" ? sql`${decisions.kind} = 'ban'` : sql`${decisions.until} > ${now}`;
      const ids = sql`SELECT ${d.id} FROM ${d} WHERE ${d.memberId} = ${memberId} AND ${d.liftedAt} = ${now}`;
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${decisions} SET ${decisions.liftedAt} = ${now}, ${decisions.liftedBy} = ${by}
          WHERE ${decisions.memberId} = ${memberId} AND ${what} AND ${decisions.liftedAt} IS NULL AND ${decisions.outcome} IS NOT 'reversed'`,
        ...released(memberId, ids, kind, now),
        ...(mail ? [insertWhere(outbox, mail, sql`EXISTS (${ids}) AND ${isNewMail(mail)}`)] : []),
      ]);
    },
  };
}

interface Decided {
  /** Null for a decision from the file of a member. */
  report: ReportRow | null;
  /** What a removal takes down; default: what was reported. */
  removed?: "name" | Parameters<typeof removalOf>[0] | null;
  /** Null without a violation. */
  decision: NewDecision | null;
  /** Keyed hashes of account and address, for a ban. */
  prints: readonly string[];
  /** For a removal for fraud: spendings since this time (ms) are returned. */
  fraudSince?: number | null;
  mails: (MailRow | null)[];
  now: number;
}

type Reporter = Omit<Reached, "pool">;
type OpenReport = { report: string; reference: string } & (Reporter | Record<keyof Reporter, null>);

interface Objection {
  id: string;
  text: string;
  now: number;
  since: number;
  item: typeof workItems.$inferInsert;
}

interface MemberFacts {
  pool: string;
  domainId: string;
  email: string;
  strikes: number;
  muted: number;
  banned: number;
  fraud: number;
}

interface Lifted {
  memberId: string;
  kind: "mute" | "ban";
  by: string;
  mail: MailRow | null;
  now: number;
}

interface Closed {
  decision: DecisionRow;
  outcome: AppealOutcome;
  mail: MailRow | null;
  now: number;
}

function removal(removed: NonNullable<Decided["removed"]>, decision: NewDecision, isNew: SQL, now: number): SQL[] {
  if (removed !== "name") return removalOf(removed, decision.reason, now);
  // Free by chance: eight digits.
  const name = `Member${10_000_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 89_999_999)}`;
  return [
    sql`UPDATE ${profiles} SET ${profiles.name} = ${name}, ${profiles.nameKey} = ${name.toLowerCase()}
      WHERE ${profiles.id} = ${decision.memberId} AND ${isNew}`,
  ];
}

function once(mail: MailRow | null): SQL[] {
  return mail ? [insertWhere(outbox, mail, isNewMail(mail))] : [];
}

function isNewMail({ id }: MailRow): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.id} = ${id})`;
}
