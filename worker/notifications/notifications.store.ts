import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { pushSubscriptions } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";

type SubscriptionRow = typeof pushSubscriptions.$inferInsert;
export type NotificationsStore = ReturnType<typeof createNotificationsStore>;

export function createNotificationsStore(db: Database) {
  return {
    /** Keeps the account's newest `most` subscriptions. A known endpoint moves to this account. */
    async subscribe({ endpoint, accountId, domainId, p256dh, auth, createdAt }: SubscriptionRow, most: number): Promise<void> {
      await rowsOf(db, [
        sql`INSERT INTO ${into(pushSubscriptions, "endpoint", "accountId", "domainId", "p256dh", "auth", "createdAt")}
          VALUES (${endpoint}, ${accountId}, ${domainId}, ${p256dh}, ${auth}, ${createdAt})
          ON CONFLICT (${pushSubscriptions.endpoint}) DO UPDATE SET
            ${pushSubscriptions.accountId} = excluded.${pushSubscriptions.accountId},
            ${pushSubscriptions.domainId} = excluded.${pushSubscriptions.domainId},
            ${pushSubscriptions.p256dh} = excluded.${pushSubscriptions.p256dh},
            ${pushSubscriptions.auth} = excluded.${pushSubscriptions.auth},
            ${pushSubscriptions.createdAt} = excluded.${pushSubscriptions.createdAt}`,
        sql`DELETE FROM ${pushSubscriptions}
          WHERE ${pushSubscriptions.accountId} = ${accountId} AND ${pushSubscriptions.endpoint} NOT IN (
            SELECT ${pushSubscriptions.endpoint} FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${accountId}
            ORDER BY ${pushSubscriptions.createdAt} DESC, rowid DESC LIMIT ${most})`,
      ]);
    },
  };
}
