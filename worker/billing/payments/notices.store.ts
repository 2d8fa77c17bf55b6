import type { Database } from "#db/client.ts";
import { prepared } from "#db/raw.ts";
import { paymentNotices } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { DAY } from "#worker/platform/durations.ts";

/** In ms: longer than a provider repeats a notice, or a buyer may take money back. */
const RETENTION = 400 * DAY;
const DELETED_AT_ONCE = 500;

export function createNoticesStore(db: Database) {
  return {
    async forget(now: number): Promise<void> {
      const query = sql`DELETE FROM ${paymentNotices} WHERE rowid IN (
        SELECT rowid FROM ${paymentNotices} INDEXED BY payment_notices_received
        WHERE ${paymentNotices.receivedAt} < ${now - RETENTION} ORDER BY ${paymentNotices.receivedAt} LIMIT ${DELETED_AT_ONCE})`;
      await prepared(db, query).run();
    },
  };
}
