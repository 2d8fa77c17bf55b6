import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { staffAudit, staffMembers, webhookDeliveries, webhooks } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { SITE_NAMES, type SiteName } from "#worker/backoffice/staff/site-names.sql.ts";

type WebhookRow = typeof webhooks.$inferSelect;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type Listed = Omit<WebhookRow, "events" | "secret" | "oldSecret"> & {
  events: string;
  by: string;
  waiting: number;
  failed: number;
};

const w = aliased(webhooks, "w");
const d = aliased(webhookDeliveries, "d");
const m = aliased(staffMembers, "m");
const DONE = sql`changes() = 1`;
const COUNTED = 1_000;
const REPLAYED = 1_000;

export type WebhooksStore = ReturnType<typeof createWebhooksStore>;

export function createWebhooksStore(db: Database) {
  const of = (id: string) => sql`${webhooks.id} = ${id}`;

  /** False if there is no such webhook. */
  async function changed(update: ReturnType<typeof sql>, audit: AuditRow): Promise<boolean> {
    const [rows] = await rowsOf<[{ id: string }, unknown]>(db, [
      sql`${update} RETURNING ${webhooks.id} AS id`,
      insertWhere(staffAudit, audit, DONE),
    ]);
    return rows.length === 1;
  }

  return {
    async list() {
      const names = ["id", "domainId", "url", "events", "createdBy", "createdAt", "disabledAt", "disabledFor"] as const;
      const more = ["failingSince", "oldUntil", "toldAt"] as const;
      const count = (state: "waiting" | "failed") => sql`(SELECT count(*) FROM (SELECT 1 FROM ${d}
        WHERE ${d.webhookId} = ${w.id} AND ${d.status} = '${sql.raw(state)}' AND ${d.event} <> 'webhook.test' LIMIT ${COUNTED}))`;
      const [found, sites] = await rowsOf<[Listed, SiteName]>(db, [
        sql`SELECT ${selected(w, [...names, ...more])}, coalesce(${m.name}, '') AS "by", ${count("waiting")} AS waiting,
            ${count("failed")} AS failed
          FROM ${w} LEFT JOIN ${m} ON ${m.id} = ${w.createdBy} ORDER BY ${w.createdAt}`,
        SITE_NAMES,
      ]);
      return { found, sites };
    },

    /** The newest first, after the key. Null without such a webhook. */
    async log(id: string, state: DeliveryRow["status"] | null, after: readonly [number, string] | null, most: number) {
      const names = ["id", "event", "domainId", "memberId", "objectId", "at", "status", "attempts", "nextAt"] as const;
      const more = ["answer", "error", "doneAt"] as const;
      const [found, rows] = await rowsOf<[{ id: string }, DeliveryRow]>(db, [
        sql`SELECT ${w.id} AS id FROM ${w} WHERE ${w.id} = ${id}`,
        sql`SELECT ${selected(d, [...names, ...more])} FROM ${d} INDEXED BY webhook_deliveries_log WHERE ${d.webhookId} = ${id}
          ${after === null ? sql`` : sql`AND (${d.at}, ${d.id}) < (${after[0]}, ${after[1]})`}
          ${state === null ? sql`` : sql`AND ${d.status} = ${state}`} ORDER BY ${d.at} DESC, ${d.id} DESC LIMIT ${most}`,
      ]);
      return found.length === 1 ? rows : null;
    },

    /** False if there are `most`, or one with the same address and site. */
    async add(row: WebhookRow, most: number, audit: AuditRow): Promise<boolean> {
      const isFree = sql`(SELECT count(*) FROM ${w}) < ${most}
        AND NOT EXISTS (SELECT 1 FROM ${w} WHERE ${w.url} = ${row.url} AND ${w.domainId} IS ${row.domainId})`;
      const [made] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`${insertWhere(webhooks, row, isFree)} RETURNING ${webhooks.id} AS id`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return made.length === 1;
    },

    async rotate(id: string, sealed: string, oldUntil: number, audit: AuditRow): Promise<boolean> {
      const update = sql`UPDATE ${webhooks} SET ${webhooks.oldSecret} = ${webhooks.secret}, ${webhooks.oldUntil} = ${oldUntil},
        ${webhooks.secret} = ${sealed} WHERE ${of(id)}`;
      return changed(update, audit);
    },

    async switch(id: string, on: boolean, now: number, audit: AuditRow): Promise<boolean> {
      const update = on
        ? sql`UPDATE ${webhooks} SET ${webhooks.disabledAt} = NULL, ${webhooks.disabledFor} = NULL, ${webhooks.failingSince} = NULL
          WHERE ${of(id)}`
        : sql`UPDATE ${webhooks} SET ${webhooks.disabledAt} = coalesce(${webhooks.disabledAt}, ${now}),
          ${webhooks.disabledFor} = coalesce(${webhooks.disabledFor}, 'staff') WHERE ${of(id)}`;
      return changed(update, audit);
    },

    async remove(id: string, audit: AuditRow): Promise<boolean> {
      return changed(sql`DELETE FROM ${webhooks} WHERE ${of(id)}`, audit);
    },

    /** Null without such a webhook; `on` says whether it is on. */
    async state(id: string): Promise<{ on: boolean } | null> {
      const [rows] = await rowsOf<[{ off: number }]>(db, [
        sql`SELECT ${w.disabledAt} IS NOT NULL AS off FROM ${w} WHERE ${w.id} = ${id}`,
      ]);
      return rows[0] ? { on: rows[0].off === 0 } : null;
    },

    async noted(audit: AuditRow): Promise<void> {
      await rowsOf<unknown[]>(db, [insertWhere(staffAudit, audit, sql`1`)]);
    },

    /** Those that ended wait again, with all their attempts. Without `delivery` all that failed, but trials. Returns how many. */
    async replay(id: string, delivery: string | null, now: number, audit: AuditRow): Promise<number> {
      const which =
        delivery === null
          ? sql`${d.status} = 'failed' AND ${d.event} <> 'webhook.test'`
          : sql`${d.id} = ${delivery} AND ${d.status} <> 'waiting'`;
      const [again] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${webhookDeliveries} SET ${webhookDeliveries.status} = 'waiting', ${webhookDeliveries.attempts} = 0,
            ${webhookDeliveries.nextAt} = ${now}, ${webhookDeliveries.doneAt} = NULL
          WHERE ${webhookDeliveries.id} IN (SELECT ${d.id} FROM ${d} WHERE ${d.webhookId} = ${id} AND ${which} LIMIT ${REPLAYED})
          RETURNING ${webhookDeliveries.id} AS id`,
        insertWhere(staffAudit, audit, sql`changes() > 0`),
      ]);
      return again.length;
    },
  };
}
