import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import {
  accounts,
  domains,
  memberFiles,
  outbox,
  payments,
  profiles,
  sessions,
  staffAudit,
  staffMembers,
} from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { SITE_NAMES, type SiteName } from "#worker/backoffice/staff/site-names.sql.ts";
import { isSecondPerson } from "#worker/backoffice/work/second-person.sql.ts";

/** What an account must be, all together. Times in ms. */
export interface Wanted {
  site: string | null;
  status: string | null;
  mailDomain: string | null;
  country: string | null;
  source: string | null;
  from: number | null;
  /** Exclusive. */
  to: number | null;
  paid: boolean | null;
  spent: { amount: number; currency: string } | null;
  fictional: boolean | null;
  /** Part of a session's user agent. */
  agent: string | null;
}

export interface ListedMember {
  /** In the order in which accounts were made. */
  place: number;
  id: string;
  name: string;
  domainId: string;
  status: "not_confirmed" | "active" | "deleted";
  country: string;
  email: string;
  language: string;
  source: string | null;
  paid: number;
  fictional: number;
  createdAt: number;
  lastActiveAt: number;
}

interface Looked {
  found: ListedMember[];
  last: number | null;
  /** Sign-up of the last account that was looked at, in ms. */
  reached: number | null;
}

type FileRow = typeof memberFiles.$inferSelect;
export interface ListedFile extends FileRow {
  by: string;
  decider: string | null;
  may: number;
  alone: number;
}

const a = aliased(accounts, "a");
const p = aliased(profiles, "p");
const e = aliased(payments, "e");
const s = aliased(sessions, "s");
const f = aliased(memberFiles, "f");
const m = aliased(staffMembers, "m");
const t = aliased(staffMembers, "t");
const DONE = sql`changes() = 1`;
const SOURCES = ["network", "ref", "sub1", "sub2", "sub3"].map((name) => sql.raw(`'$.${name}'`));

export type DirectoryStore = ReturnType<typeof createDirectoryStore>;

export function createDirectoryStore(db: Database) {
  return {
    async sites(): Promise<SiteName[]> {
      return db.all(SITE_NAMES);
    },

    /** Looks at `most` accounts older than `before`, newest first. `last` is the place of the last of them, null at the end. */
    async list(wanted: Wanted, before: number | null, size: number, most: number): Promise<Looked> {
      // The order in which accounts were made: an index on a table of this size is not made (decision 84).
      const window = sql`(SELECT rowid AS place FROM ${accounts} WHERE rowid < ${before ?? Number.MAX_SAFE_INTEGER}
        ORDER BY rowid DESC LIMIT ${most})`;
      const [found, [end]] = await rowsOf<[ListedMember, { n: number; place: number; at: number }]>(db, [
        sql`SELECT w.place AS place, ${a.id} AS id, coalesce(${p.name}, '') AS name, ${a.domainId} AS "domainId", ${a.status} AS status,
            ${a.email} AS email, ${a.language} AS language, coalesce(${p.country}, '') AS country, ${a.paidUser} AS paid,
            coalesce(${p.fictional}, 0) AS fictional, ${a.createdAt} AS "createdAt", coalesce(${p.lastActiveAt}, 0) AS "lastActiveAt",
            coalesce(${a.trafficSource}, ${a.tracking} ->> '$.network', ${a.tracking} ->> '$.ref') AS source
          FROM ${window} w CROSS JOIN ${a} ON a.rowid = w.place LEFT JOIN ${p} ON ${p.id} = ${a.id}
          WHERE ${sql.join(conditionsOf(wanted), sql` AND `)} ORDER BY w.place DESC LIMIT ${size}`,
        sql`SELECT count(*) OVER () AS n, w.place AS place, ${a.createdAt} AS at FROM ${window} w CROSS JOIN ${a} ON a.rowid = w.place
          ORDER BY w.place LIMIT 1`,
      ]);
      const last = found.length === size ? found.at(-1) : undefined;
      if (last) return { found, last: last.place, reached: last.createdAt };
      return end && end.n === most ? { found, last: end.place, reached: end.at } : { found, last: null, reached: null };
    },

    /** The newest; `may`: the staff member is a second person for it. `alone`: no site of the file needs one. */
    async files(staffId: string, most: number): Promise<ListedFile[]> {
      const columns = selected(f, ["id", "filters", "proposedBy", "createdAt", "status", "decidedBy", "decidedAt"]);
      return db.all<ListedFile>(sql`SELECT ${columns}, coalesce(${m.name}, '') AS by, ${t.name} AS decider,
          ${isSecondPerson({ first: sql`${f.proposedBy}`, begun: sql`${f.createdAt}` }, staffId)} AS may,
          NOT EXISTS (SELECT 1 FROM ${domains} WHERE ${domains.id} = coalesce(${f.filters} ->> '$.site', ${domains.id})
            AND NOT coalesce(json_extract(${domains.settings}, '$.settings.one_person'), 0)) AS alone
        FROM ${f} LEFT JOIN ${m} ON ${m.id} = ${f.proposedBy} LEFT JOIN ${t} ON ${t.id} = ${f.decidedBy}
        ORDER BY ${f.createdAt} DESC LIMIT ${most}`);
    },

    /** False while another one of this person waits. */
    async ask(
      row: typeof memberFiles.$inferInsert,
      audit: AuditRow,
      mails: readonly (typeof outbox.$inferInsert)[],
    ): Promise<boolean> {
      const isFree = sql`NOT EXISTS (SELECT 1 FROM ${f} WHERE ${f.proposedBy} = ${row.proposedBy} AND ${f.status} = 'proposed')`;
      const isOurs = sql`EXISTS (SELECT 1 FROM ${f} WHERE ${f.id} = ${row.id})`;
      const [made] = await rowsOf<[{ id: string }, ...unknown[]]>(db, [
        sql`${insertWhere(memberFiles, row, isFree)} RETURNING ${memberFiles.id}`,
        insertWhere(staffAudit, audit, isOurs),
        ...mails.map((mail) => insertWhere(outbox, mail, isOurs)),
      ]);
      return made.length === 1;
    },

    /** False for one that was decided. */
    async decide(
      id: string,
      { status, by }: { status: FileRow["status"]; by: string },
      now: number,
      audit: AuditRow,
    ): Promise<boolean> {
      const [ended] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${memberFiles} SET ${memberFiles.status} = ${status}, ${memberFiles.decidedBy} = ${by}, ${memberFiles.decidedAt} = ${now}
          WHERE ${memberFiles.id} = ${id} AND ${memberFiles.status} = 'proposed' RETURNING ${memberFiles.id}`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return ended.length === 1;
    },
  };
}

function conditionsOf({ site, status, mailDomain, country, source, from, to, paid, spent, fictional, agent }: Wanted): SQL[] {
  return [
    sql`${a.status} <> 'erased'`,
    ...(from === null ? [] : [sql`${a.createdAt} >= ${from}`]),
    ...(to === null ? [] : [sql`${a.createdAt} < ${to}`]),
    ...(site === null ? [] : [sql`${a.domainId} = ${site}`]),
    ...(status === null ? [] : [sql`${a.status} = ${status}`]),
    ...(mailDomain === null ? [] : [sql`substr(${a.email}, instr(${a.email}, '@') + 1) = ${mailDomain}`]),
    ...(country === null ? [] : [sql`${p.country} = ${country}`]),
    ...(source === null
      ? []
      : [
          sql`(${a.trafficSource} = ${source} OR ${source} IN (${sql.join(
            SOURCES.map((path) => sql`${a.tracking} ->> ${path}`),
            sql`, `,
          )}))`,
        ]),
    ...(paid === null ? [] : [sql`${a.paidUser} = ${paid ? 1 : 0}`]),
    ...(fictional === null ? [] : [sql`coalesce(${p.fictional}, 0) = ${fictional ? 1 : 0}`]),
    ...(spent === null
      ? []
      : [
          sql`(SELECT coalesce(sum(${e.amount}), 0) FROM ${e} WHERE ${e.accountId} = ${a.id} AND ${e.currency} = ${spent.currency}
            AND ${e.status} = 'completed') >= ${spent.amount}`,
        ]),
    ...(agent === null
      ? []
      : [sql`EXISTS (SELECT 1 FROM ${s} WHERE ${s.accountId} = ${a.id} AND instr(${s.userAgent}, ${agent}) > 0)`]),
  ];
}
