import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { outbox, staffAudit, webhookDeliveries, webhooks } from "#db/schema/index.ts";
import type { WebhookEnd } from "#db/schema/operator-codes.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export interface Receiver {
  id: string;
  url: string;
  secret: string;
  oldSecret: string | null;
  oldUntil: number | null;
  failingSince: number | null;
  toldAt: number | null;
}

export interface Failure {
  delivery: DeliveryRow;
  answer: number | null;
  error: string;
  /** Null: the last attempt. */
  nextAt: number | null;
  /** A trial says nothing about the receiver. */
  counts: boolean;
  ends: WebhookEnd | null;
  mails: readonly (typeof outbox.$inferInsert)[];
  audit: AuditRow;
  now: number;
}

const d = aliased(webhookDeliveries, "d");
const w = aliased(webhooks, "w");
const DONE = sql`changes() = 1`;

export type DeliveriesStore = ReturnType<typeof createDeliveriesStore>;

export function createDeliveriesStore(db: Database) {
  const one = (id: string) => sql`${webhookDeliveries.id} = ${id}`;
  return {
    /** For each webhook that is on, what is due, the oldest first. */
    async due(now: number, most: number): Promise<string[][]> {
      const [on] = await rowsOf<[{ id: string }]>(db, [sql`SELECT ${w.id} AS id FROM ${w} WHERE ${w.disabledAt} IS NULL`]);
      const lists = await rowsOf<{ id: string }[]>(
        db,
        on.map(
          ({ id }) => sql`SELECT ${d.id} AS id FROM ${d} INDEXED BY webhook_deliveries_due
            WHERE ${d.webhookId} = ${id} AND ${d.status} = 'waiting' AND ${d.nextAt} <= ${now} ORDER BY ${d.nextAt} LIMIT ${most}`,
        ),
      );
      return lists.map((list) => list.map(({ id }) => id)).filter((list) => list.length > 0);
    },

    /** Leases a due delivery for `lease` ms. Null when it is done, not due or leased, or its webhook is off. */
    async claim(id: string, lease: number, now: number): Promise<{ delivery: DeliveryRow; receiver: Receiver } | null> {
      const names = [
        "id",
        "webhookId",
        "event",
        "domainId",
        "memberId",
        "objectId",
        "at",
        "status",
        "attempts",
        "nextAt",
      ] as const;
      const [claimed, receivers] = await rowsOf<[DeliveryRow, Receiver]>(db, [
        sql`UPDATE ${webhookDeliveries} SET ${webhookDeliveries.attempts} = ${webhookDeliveries.attempts} + 1,
            ${webhookDeliveries.nextAt} = ${now + lease}
          WHERE ${one(id)} AND ${webhookDeliveries.status} = 'waiting' AND ${webhookDeliveries.nextAt} <= ${now}
            AND EXISTS (SELECT 1 FROM ${w} WHERE ${w.id} = ${webhookDeliveries.webhookId} AND ${w.disabledAt} IS NULL)
          RETURNING ${selected(webhookDeliveries, names)}`,
        sql`SELECT ${selected(w, ["id", "url", "secret", "oldSecret", "oldUntil", "failingSince", "toldAt"])}
          FROM ${w} WHERE ${w.id} = (SELECT ${d.webhookId} FROM ${d} WHERE ${d.id} = ${id})`,
      ]);
      return claimed[0] && receivers[0] ? { delivery: claimed[0], receiver: receivers[0] } : null;
    },

    async delivered({ id, webhookId }: DeliveryRow, answer: number, now: number): Promise<void> {
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${webhookDeliveries} SET ${webhookDeliveries.status} = 'delivered', ${webhookDeliveries.answer} = ${answer},
            ${webhookDeliveries.error} = NULL, ${webhookDeliveries.doneAt} = ${now} WHERE ${one(id)}`,
        sql`UPDATE ${webhooks} SET ${webhooks.failingSince} = NULL
          WHERE ${webhooks.id} = ${webhookId} AND ${webhooks.failingSince} IS NOT NULL`,
      ]);
    },

    /** `mails` and the audit row are written once, whoever else finds the end at the same time. */
    async failed({ delivery, answer, error, nextAt, counts, ends, mails, audit, now }: Failure): Promise<void> {
      const of = sql`${webhooks.id} = ${delivery.webhookId}`;
      const told = sql`UPDATE ${webhooks} SET ${webhooks.toldAt} = ${now}
          ${ends === null ? sql`` : sql`, ${webhooks.disabledAt} = ${now}, ${webhooks.disabledFor} = ${ends}`}
        WHERE ${of} AND ${webhooks.disabledAt} IS NULL AND coalesce(${webhooks.toldAt}, 0) < ${now}`;
      await rowsOf<unknown[]>(db, [
        sql`UPDATE ${webhookDeliveries} SET ${webhookDeliveries.answer} = ${answer}, ${webhookDeliveries.error} = ${error},
            ${nextAt === null ? sql`${webhookDeliveries.status} = 'failed', ${webhookDeliveries.doneAt} = ${now}` : sql`${webhookDeliveries.nextAt} = ${nextAt}`}
          WHERE ${one(delivery.id)}`,
        ...(counts
          ? [sql`UPDATE ${webhooks} SET ${webhooks.failingSince} = ${now} WHERE ${of} AND ${webhooks.failingSince} IS NULL`]
          : []),
        ...(mails.length > 0 || ends !== null
          ? [
              told,
              ...mails.map((mail) => insertWhere(outbox, mail, DONE)),
              ...(ends === null ? [] : [insertWhere(staffAudit, audit, DONE)]),
            ]
          : []),
      ]);
    },

    async add(row: typeof webhookDeliveries.$inferInsert): Promise<void> {
      await db.insert(webhookDeliveries).values(row);
    },

    async forget(before: number, most: number): Promise<void> {
      await db.run(sql`DELETE FROM ${webhookDeliveries} WHERE ${webhookDeliveries.id} IN (SELECT ${d.id} FROM ${w} CROSS JOIN ${d}
        INDEXED BY webhook_deliveries_log WHERE ${d.webhookId} = ${w.id} AND ${d.at} < ${before} LIMIT ${most})`);
    },
  };
}
