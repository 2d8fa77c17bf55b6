import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, domains, newsConsents, outbox, profiles, siteMails, staffAudit, staffMembers } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { isSecondPerson } from "#worker/backoffice/work/second-person.sql.ts";

export type SiteMailRow = typeof siteMails.$inferSelect;
type Listed = SiteMailRow & { by: string; decider: string | null; second: number };
interface SiteOf {
  id: string;
  name: string;
  /** JSON list. */
  languages: string;
  onePerson: number;
}
export interface NewsReader {
  id: string;
  email: string;
  name: string;
  language: string;
  country: string;
}

const m = aliased(siteMails, "m");
const s = aliased(staffMembers, "s");
const d = aliased(staffMembers, "d");
const a = aliased(accounts, "a");
const c = aliased(newsConsents, "c");
const p = aliased(profiles, "p");
const COLUMNS = [
  ...(["id", "domainId", "texts", "perDay", "status", "proposedBy", "createdAt", "decidedBy", "decidedAt"] as const),
  ...(["sentTo", "sent", "day", "sentToday", "endedAt"] as const),
] as const;
/** Waiting mails of all kinds that the page reads at most. */
export const WAITING_READ = 1_000;
const WAITS = sql`${outbox.status} = 'queued' AND ${outbox.template} = 'site_news'`;
/** Names the row of `site_mails` that a mail belongs to. */
const MAIL_OF = sql`${outbox.headers} ->> '$."X-News"'`;
/** Members with a standing consent. */
const AGREED = sql`FROM ${c} INDEXED BY news_consents_standing CROSS JOIN ${a} ON ${a.id} = ${c.accountId} AND ${a.status} = 'active'
  WHERE ${c.withdrawnAt} IS NULL`;

export type SiteMailsStore = ReturnType<typeof createSiteMailsStore>;

export function createSiteMailsStore(db: Database) {
  const isSecond = (staffId: string) => isSecondPerson({ first: m.proposedBy, begun: m.createdAt }, staffId);
  const list = (staffId: string) => sql`SELECT ${selected(m, COLUMNS)}, coalesce(${s.name}, '') AS by, ${d.name} AS decider,
    ${isSecond(staffId)} AS second FROM ${m} LEFT JOIN ${s} ON ${s.id} = ${m.proposedBy} LEFT JOIN ${d} ON ${d.id} = ${m.decidedBy}`;

  return {
    /** Newest first. */
    async list(staffId: string, most: number) {
      const [mails, sites, counts, waiting] = await rowsOf<
        [Listed, SiteOf, { site: string; language: string; n: number }, { id: string; n: number }]
      >(db, [
        sql`${list(staffId)} ORDER BY ${m.createdAt} DESC LIMIT ${most}`,
        sql`SELECT ${domains.id} AS id, ${domains.settings} ->> '$.settings.name' AS name,
          ${domains.settings} -> '$.settings.languages' AS languages,
          coalesce(${domains.settings} ->> '$.settings.one_person', 0) AS "onePerson" FROM ${domains} ORDER BY 2`,
        sql`SELECT ${c.domainId} AS site, ${a.language} AS language, count(*) AS n ${AGREED} GROUP BY 1, 2`,
        // An index on the header would cost a row for each mail. The queue is short nearly always.
        sql`SELECT iif(template = 'site_news', news, '') AS id, count(*) AS n FROM (
            SELECT ${outbox.template} AS template, ${MAIL_OF} AS news FROM ${outbox} INDEXED BY outbox_due
            WHERE ${outbox.status} = 'queued' ORDER BY ${outbox.nextAttemptAt} LIMIT ${WAITING_READ})
          GROUP BY 1`,
      ]);
      const read = waiting.reduce((sum, { n }) => sum + n, 0);
      return { mails, sites, counts, waiting, more: read >= WAITING_READ };
    },

    async find(staffId: string, id: string): Promise<Listed | null> {
      const [rows] = await rowsOf<[Listed]>(db, [sql`${list(staffId)} WHERE ${m.id} = ${id}`]);
      return rows[0] ?? null;
    },

    async add(row: SiteMailRow, audit: AuditRow, mails: readonly (typeof outbox.$inferInsert)[]): Promise<void> {
      await rowsOf<unknown[]>(db, [
        insertWhere(siteMails, row, sql`1`),
        insertWhere(staffAudit, audit, sql`1`),
        ...mails.map((mail) => insertWhere(outbox, mail, sql`1`)),
      ]);
    },

    /** False if it was decided meanwhile. */
    async decide(id: string, by: string, now: number, sends: boolean, audit: AuditRow): Promise<boolean> {
      const [decided] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${siteMails} SET ${siteMails.status} = ${sends ? "sending" : "refused"}, ${siteMails.decidedBy} = ${by},
          ${siteMails.decidedAt} = ${now}, ${siteMails.endedAt} = ${sends ? null : now}
          WHERE ${siteMails.id} = ${id} AND ${siteMails.status} = 'proposed' RETURNING ${siteMails.id}`,
        insertWhere(staffAudit, audit, sql`changes() = 1`),
      ]);
      return decided.length === 1;
    },

    /** Mails that wait in the outbox are skipped. False if nothing is being sent, and nothing waits. */
    async stop(id: string, now: number, audit: AuditRow): Promise<boolean> {
      const [stopped] = await rowsOf<[{ id: string }, unknown, unknown]>(db, [
        sql`UPDATE ${siteMails} SET ${siteMails.status} = 'stopped', ${siteMails.endedAt} = ${now}, ${siteMails.sentTo} = NULL
          WHERE ${siteMails.id} = ${id} AND (${siteMails.status} = 'sending'
            OR (${siteMails.status} = 'sent' AND EXISTS (SELECT 1 FROM ${outbox} WHERE ${WAITS} AND ${MAIL_OF} = ${id})))
          RETURNING ${siteMails.id}`,
        insertWhere(staffAudit, audit, sql`changes() = 1`),
        // Only the stop that left the audit row takes mails back.
        sql`UPDATE ${outbox} SET ${outbox.status} = 'skipped', ${outbox.lastError} = 'off', ${outbox.text} = '', ${outbox.html} = ''
          WHERE ${WAITS} AND ${MAIL_OF} = ${id} AND EXISTS (SELECT 1 FROM ${siteMails}
            WHERE ${siteMails.id} = ${id} AND ${siteMails.status} = 'stopped' AND ${siteMails.endedAt} = ${now})`,
      ]);
      return stopped.length === 1;
    },

    async sending(): Promise<SiteMailRow[]> {
      const [rows] = await rowsOf<[SiteMailRow]>(db, [
        sql`SELECT ${selected(m, COLUMNS)} FROM ${m} WHERE ${m.status} = 'sending' ORDER BY ${m.decidedAt}`,
      ]);
      return rows;
    },

    /** In the order of their ids. */
    async readers({ domainId, sentTo }: SiteMailRow, languages: readonly string[], most: number): Promise<NewsReader[]> {
      const [rows] = await rowsOf<[NewsReader]>(db, [
        sql`SELECT ${a.id} AS id, ${a.email} AS email, ${p.name} AS name, ${a.language} AS language, ${p.country} AS country
          FROM ${c} INDEXED BY news_consents_standing CROSS JOIN ${a} ON ${a.id} = ${c.accountId} AND ${a.status} = 'active'
          CROSS JOIN ${p} ON ${p.id} = ${a.id}
          WHERE ${c.withdrawnAt} IS NULL AND ${c.domainId} = ${domainId} AND ${c.accountId} > ${sentTo ?? ""}
            AND ${a.language} IN (SELECT value FROM json_each(${JSON.stringify(languages)}))
          ORDER BY ${c.accountId} LIMIT ${most}`,
      ]);
      return rows;
    },

    /** One step, in one transaction: a step that another run has made writes nothing. */
    async step(
      { id, sentTo }: SiteMailRow,
      mails: readonly (typeof outbox.$inferInsert)[],
      to: string,
      day: string,
    ): Promise<void> {
      const isNext = sql`EXISTS (SELECT 1 FROM ${siteMails} WHERE ${siteMails.id} = ${id} AND ${siteMails.status} = 'sending'
        AND ${siteMails.sentTo} IS ${sentTo})`;
      const { sentToday } = siteMails;
      await rowsOf<unknown[]>(db, [
        ...mails.map((mail) => insertWhere(outbox, mail, isNext)),
        sql`UPDATE ${siteMails} SET ${sentToday} = iif(${siteMails.day} = ${day}, ${sentToday}, 0) + ${mails.length},
          ${siteMails.day} = ${day}, ${siteMails.sent} = ${siteMails.sent} + ${mails.length}, ${siteMails.sentTo} = ${to}
          WHERE ${siteMails.id} = ${id} AND ${siteMails.status} = 'sending' AND ${siteMails.sentTo} IS ${sentTo}`,
      ]);
    },

    async finish(id: string, now: number): Promise<void> {
      await db.run(sql`UPDATE ${siteMails} SET ${siteMails.status} = 'sent', ${siteMails.endedAt} = ${now}, ${siteMails.sentTo} = NULL
        WHERE ${siteMails.id} = ${id} AND ${siteMails.status} = 'sending'`);
    },

    async forget(before: number): Promise<void> {
      await db.run(sql`DELETE FROM ${siteMails} WHERE ${siteMails.endedAt} < ${before}`);
    },
  };
}
