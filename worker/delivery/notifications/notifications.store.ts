import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { pushSubscriptions, sessions } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";

type SubscriptionRow = typeof pushSubscriptions.$inferInsert;
export type NotificationsStore = ReturnType<typeof createNotificationsStore>;

const s = aliased(sessions, "s");
const u = aliased(pushSubscriptions, "u");

export interface DeviceRow {
  endpoint: string;
  sessionHash: string;
  userAgent: string;
  createdAt: number;
}

export function createNotificationsStore(db: Database) {
  return {
    /** Keeps the account's newest `most`. False if the session has ended, or another account has the endpoint with other keys. */
    async subscribe(row: SubscriptionRow, replaces: string | null, most: number): Promise<boolean> {
      const { endpoint, accountId, sessionHash, domainId, publicKey, p256dh, auth, createdAt } = row;
      const columns = into(
        pushSubscriptions,
        "endpoint",
        "accountId",
        "sessionHash",
        "domainId",
        "publicKey",
        "p256dh",
        "auth",
        "createdAt",
      );
      const [rows] = await rowsOf<[{ endpoint: string }, unknown, unknown]>(db, [
        sql`INSERT INTO ${columns}
          SELECT ${endpoint}, ${accountId}, ${s.tokenHash}, ${domainId}, ${publicKey}, ${p256dh}, ${auth}, ${createdAt} FROM ${s}
          WHERE ${s.tokenHash} = ${sessionHash} AND ${s.accountId} = ${accountId} AND ${s.revokedAt} IS NULL
          ON CONFLICT (${pushSubscriptions.endpoint}) DO UPDATE SET
            ${pushSubscriptions.accountId} = excluded.${pushSubscriptions.accountId},
            ${pushSubscriptions.sessionHash} = excluded.${pushSubscriptions.sessionHash},
            ${pushSubscriptions.domainId} = excluded.${pushSubscriptions.domainId},
            ${pushSubscriptions.publicKey} = excluded.${pushSubscriptions.publicKey},
            ${pushSubscriptions.p256dh} = excluded.${pushSubscriptions.p256dh},
            ${pushSubscriptions.auth} = excluded.${pushSubscriptions.auth},
            ${pushSubscriptions.createdAt} = excluded.${pushSubscriptions.createdAt}
          WHERE push_subscriptions.${pushSubscriptions.accountId} = excluded.${pushSubscriptions.accountId}
            OR push_subscriptions.${pushSubscriptions.auth} = excluded.${pushSubscriptions.auth}
              AND push_subscriptions.${pushSubscriptions.p256dh} = excluded.${pushSubscriptions.p256dh}
          RETURNING ${pushSubscriptions.endpoint}`,
        sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${accountId}
          AND ${pushSubscriptions.endpoint} <> ${endpoint}
          AND (${pushSubscriptions.sessionHash} = ${sessionHash} OR ${pushSubscriptions.endpoint} = ${replaces})
          AND EXISTS (SELECT 1 FROM ${u} WHERE ${u.endpoint} = ${endpoint} AND ${u.sessionHash} = ${sessionHash})`,
        sql`DELETE FROM ${pushSubscriptions}
          WHERE ${pushSubscriptions.accountId} = ${accountId} AND ${pushSubscriptions.endpoint} NOT IN (
            SELECT ${pushSubscriptions.endpoint} FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${accountId}
            ORDER BY ${pushSubscriptions.createdAt} DESC, rowid DESC LIMIT ${most})`,
      ]);
      return rows.length > 0;
    },

    async devices(accountId: string): Promise<DeviceRow[]> {
      const [rows] = await rowsOf<[DeviceRow]>(db, [
        sql`SELECT ${u.endpoint}, ${u.sessionHash} AS sessionHash, ${s.userAgent} AS userAgent, ${u.createdAt} AS createdAt
          FROM ${u} JOIN ${s} ON ${s.tokenHash} = ${u.sessionHash}
          WHERE ${u.accountId} = ${accountId} ORDER BY ${u.createdAt} DESC`,
      ]);
      return rows;
    },

    async unsubscribe(accountId: string, by: { endpoint: string } | { sessionHash: string }): Promise<void> {
      const which =
        "endpoint" in by
          ? sql`${pushSubscriptions.endpoint} = ${by.endpoint}`
          : sql`${pushSubscriptions.sessionHash} = ${by.sessionHash}`;
      await rowsOf(db, [sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.accountId} = ${accountId} AND ${which}`]);
    },
  };
}
