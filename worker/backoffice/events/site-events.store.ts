import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, attendances, domains, events, outbox, profiles, staffAudit, staffMembers } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";

export type EventRow = typeof events.$inferSelect;
type Raw = Omit<EventRow, "spoken"> & { spoken: string };
type Listed = EventRow & { by: string };

interface SiteOf {
  id: string;
  name: string;
  /** JSON lists. */
  languages: string;
  countries: string;
}

export interface GoingMember {
  id: string;
  email: string;
  name: string;
  language: string;
  country: string;
}

/** What a change writes. */
export type EventChange = Pick<
  EventRow,
  | "status"
  | "title"
  | "text"
  | "language"
  | "spoken"
  | "country"
  | "region"
  | "city"
  | "cell"
  | "place"
  | "link"
  | "zone"
  | "day"
  | "startsAt"
  | "endsAt"
  | "places"
>;

const KEYS = [
  ...(["id", "domainId", "status", "title", "text", "language", "spoken", "country", "region", "city", "cell", "place"] as const),
  ...(["link", "zone", "day", "startsAt", "endsAt", "places", "going", "createdBy", "createdAt", "changedAt", "notice"] as const),
  "toldTo",
] as const;

const e = aliased(events, "e");
const a = aliased(attendances, "a");
const c = aliased(accounts, "c");
const p = aliased(profiles, "p");
const m = aliased(staffMembers, "m");
const d = aliased(domains, "d");

export type SiteEventsStore = ReturnType<typeof createSiteEventsStore>;

export function createSiteEventsStore(db: Database) {
  const find = async (id: string) => {
    const [rows] = await rowsOf<[Raw]>(db, [sql`SELECT ${selected(e, KEYS)} FROM ${e} WHERE ${e.id} = ${id}`]);
    return rows[0] ? read(rows[0]) : null;
  };
  return {
    find,

    /** Those ahead come first, the next one at the top. */
    async list(now: number, most: number): Promise<{ events: Listed[]; sites: SiteOf[] }> {
      const [rows, sites] = await rowsOf<[Raw & { by: string }, SiteOf]>(db, [
        sql`SELECT ${selected(e, KEYS)}, coalesce(${m.name}, '') AS by FROM ${e} LEFT JOIN ${m} ON ${m.id} = ${e.createdBy}
          ORDER BY ${e.endsAt} <= ${now}, abs(${e.startsAt} - ${now}), ${e.id} LIMIT ${most}`,
        sql`SELECT ${domains.id} AS id, ${domains.settings} ->> '$.settings.name' AS name,
          ${domains.settings} -> '$.settings.languages' AS languages, ${domains.settings} -> '$.settings.countries' AS countries
          FROM ${domains} WHERE ${domains.settings} ->> '$.settings.events' = 1 ORDER BY 2`,
      ]);
      return { events: rows.map((row) => ({ ...read(row), by: row.by })), sites };
    },

    /** False if the site has `most` events that are not over. */
    async add(row: EventRow, audit: AuditRow, most: number, now: number): Promise<boolean> {
      const hasRoom = sql`(SELECT count(*) FROM ${e} WHERE ${e.domainId} = ${row.domainId} AND ${e.endsAt} > ${now}) < ${most}`;
      const [added] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`${insertWhere(events, row, hasRoom)} RETURNING id`,
        insertWhere(staffAudit, audit, sql`changes() = 1`),
      ]);
      return added.length === 1;
    },

    /** `notice` null tells nobody, and goes on telling what is being told. False if it was changed meanwhile. */
    async change(id: string, version: number, row: EventChange, notice: "changed" | null, audit: AuditRow, now: number) {
      const told = notice === null ? sql`` : sql`, ${events.notice} = ${notice}, ${events.toldTo} = NULL`;
      const [changed] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${events} SET ${events.status} = ${row.status}, ${events.title} = ${row.title}, ${events.text} = ${row.text},
            ${events.language} = ${row.language}, ${events.spoken} = ${JSON.stringify(row.spoken)}, ${events.country} = ${row.country},
            ${events.region} = ${row.region}, ${events.city} = ${row.city}, ${events.cell} = ${row.cell}, ${events.place} = ${row.place},
            ${events.link} = ${row.link}, ${events.zone} = ${row.zone}, ${events.day} = ${row.day}, ${events.startsAt} = ${row.startsAt},
            ${events.endsAt} = ${row.endsAt}, ${events.places} = ${row.places},
            ${events.changedAt} = max(${now}, ${events.changedAt} + 1) ${told}
          WHERE ${events.id} = ${id} AND ${events.changedAt} = ${version} AND ${events.status} <> 'cancelled' RETURNING ${events.id}`,
        insertWhere(staffAudit, audit, sql`changes() = 1`),
      ]);
      return changed.length === 1;
    },

    /** False unless it is published and not over. */
    async cancel(id: string, audit: AuditRow, now: number): Promise<boolean> {
      const [cancelled] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${events} SET ${events.status} = 'cancelled', ${events.changedAt} = max(${now}, ${events.changedAt} + 1),
            ${events.notice} = 'cancelled', ${events.toldTo} = NULL
          WHERE ${events.id} = ${id} AND ${events.status} = 'published' AND ${events.endsAt} > ${now} RETURNING ${events.id}`,
        insertWhere(staffAudit, audit, sql`changes() = 1`),
      ]);
      return cancelled.length === 1;
    },

    /** False while members count on it, or are being told. */
    async remove(id: string, audit: AuditRow, now: number): Promise<boolean> {
      const [removed] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`DELETE FROM ${events} WHERE ${events.id} = ${id} AND ${events.notice} IS NULL
          AND (${events.status} <> 'published' OR ${events.endsAt} <= ${now}) RETURNING ${events.id}`,
        // The rows of those who went go by the foreign key, which `changes()` does not count.
        insertWhere(staffAudit, audit, sql`changes() = 1`),
      ]);
      return removed.length === 1;
    },

    /** Events of which those who go have not all been told. */
    async telling(): Promise<EventRow[]> {
      const [rows] = await rowsOf<[Raw]>(db, [
        sql`SELECT ${selected(e, KEYS)} FROM ${e} INDEXED BY events_notice WHERE notice IS NOT NULL ORDER BY ${e.changedAt} LIMIT 20`,
      ]);
      return rows.map(read);
    },

    /** In the order of their ids, behind the one who was told last. */
    async going({ id, toldTo }: Pick<EventRow, "id" | "toldTo">, most: number): Promise<GoingMember[]> {
      const [rows] = await rowsOf<[GoingMember]>(db, [
        sql`SELECT ${c.id} AS id, ${c.email} AS email, ${p.name} AS name, ${c.language} AS language, ${p.country} AS country
          FROM ${a} CROSS JOIN ${c} ON ${c.id} = ${a.memberId} AND ${c.status} = 'active' CROSS JOIN ${p} ON ${p.id} = ${c.id}
          WHERE ${a.eventId} = ${id} AND ${a.memberId} > ${toldTo ?? ""} AND ${a.going} = 1 ORDER BY ${a.memberId} LIMIT ${most}`,
      ]);
      return rows;
    },

    /** One transaction: a step that another run has made, or that a later change has overtaken, writes nothing. */
    async told({ id, changedAt, toldTo }: EventRow, mails: readonly (typeof outbox.$inferInsert)[], to: string | null) {
      const isNext = sql`${e.id} = ${id} AND ${e.changedAt} = ${changedAt} AND ${e.toldTo} IS ${toldTo} AND ${e.notice} IS NOT NULL`;
      await rowsOf<unknown[]>(db, [
        ...mails.map((mail) => insertWhere(outbox, mail, sql`EXISTS (SELECT 1 FROM ${e} WHERE ${isNext})`)),
        sql`UPDATE ${events} SET ${events.toldTo} = ${to}, ${events.notice} = iif(${to === null ? 1 : 0}, NULL, ${events.notice})
          WHERE ${events.id} = ${id} AND ${events.changedAt} = ${changedAt} AND ${events.toldTo} IS ${toldTo}`,
      ]);
    },

    /**
     * Who went, of events that ended or were cancelled before `wentBefore`. Also of sites without events since `endedBefore`.
     * Events that ended or were cancelled before `endedBefore`.
     */
    async forget({ wentBefore, endedBefore, limit }: { wentBefore: number; endedBefore: number; limit: number }): Promise<void> {
      await rowsOf(db, [
        sql`DELETE FROM ${attendances} WHERE rowid IN (SELECT a.rowid FROM ${e} INDEXED BY events_end CROSS JOIN ${a} ON ${a.eventId} = ${e.id}
          WHERE ${e.endsAt} <= ${wentBefore} LIMIT ${limit})`,
        sql`DELETE FROM ${attendances} WHERE rowid IN (SELECT a.rowid FROM ${e} INDEXED BY events_cancelled CROSS JOIN ${a} ON ${a.eventId} = ${e.id}
          WHERE status = 'cancelled' AND ${e.changedAt} <= ${wentBefore} LIMIT ${limit})`,
        sql`DELETE FROM ${attendances} WHERE rowid IN (SELECT a.rowid FROM ${d} CROSS JOIN ${e} ON ${e.domainId} = ${d.id}
          CROSS JOIN ${a} ON ${a.eventId} = ${e.id}
          WHERE ${d.settings} ->> '$.settings.events' IS NOT 1 AND ${d.updatedAt} <= ${endedBefore} LIMIT ${limit})`,
        sql`DELETE FROM ${events} WHERE ${events.endsAt} <= ${endedBefore}`,
        sql`DELETE FROM ${events} WHERE status = 'cancelled' AND ${events.changedAt} <= ${endedBefore}`,
      ]);
    },
  };
}

function read({ spoken, ...row }: Raw): EventRow {
  return { ...row, spoken: JSON.parse(spoken) as EventRow["spoken"] };
}
