import { sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { pushSubscriptions } from "#db/schema/index.ts";

type SubscriptionRow = typeof pushSubscriptions.$inferInsert;
export type NotificationsStore = ReturnType<typeof createNotificationsStore>;

export function createNotificationsStore(db: Database) {
  return {
    /** Keeps the account's newest `most` subscriptions. A known endpoint moves to this account. */
    async subscribe({ endpoint, accountId, domainId, p256dh, auth, createdAt }: SubscriptionRow, most: number): Promise<void> {
      await rowsOf(db, [
        sql`INSERT INTO push_subscriptions (endpoint, account_id, domain_id, p256dh, auth, created_at)
          VALUES (${endpoint}, ${accountId}, ${domainId}, ${p256dh}, ${auth}, ${createdAt})
          ON CONFLICT (endpoint) DO UPDATE SET account_id = excluded.account_id, domain_id = excluded.domain_id,
            p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`,
        sql`DELETE FROM push_subscriptions WHERE account_id = ${accountId} AND endpoint NOT IN (
          SELECT endpoint FROM push_subscriptions WHERE account_id = ${accountId}
          ORDER BY created_at DESC, rowid DESC LIMIT ${most})`,
      ]);
    },
  };
}
