import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { withdrawals, workItems } from "#db/schema/index.ts";
import type { WithdrawnOrder } from "#db/schema/withdrawals.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { isLeasedTo } from "#worker/backoffice/work/leased-work.sql.ts";
import { faceOf } from "./face.sql.ts";

const w = aliased(workItems, "w");
const x = aliased(withdrawals, "x");

const COLUMNS = [
  ...(["reference", "domainId", "accountId", "own", "name", "contract", "orders", "language", "country"] as const),
  ...(["receipt", "status", "refusal", "createdAt"] as const),
];

export type StatementRow = Pick<typeof withdrawals.$inferSelect, (typeof COLUMNS)[number]>;
type Raw = Omit<StatementRow, "own" | "receipt" | "orders"> & { own: number; receipt: number; orders: string };

export type WithdrawalQueueStore = ReturnType<typeof createWithdrawalQueueStore>;

export function createWithdrawalQueueStore(db: Database) {
  return {
    /** The statements leased by this person, and the latest of all; without addresses. */
    async shown(staffId: string, now: number, most: number) {
      const [inHand, latest] = await rowsOf<[Raw & { item: string; face: string | null }, Raw]>(db, [
        sql`SELECT ${w.id} AS item, ${faceOf(x.accountId)} AS face, ${selected(x, COLUMNS)} FROM ${w} JOIN ${x} ON ${x.id} = ${w.objectId}
          WHERE ${w.kind} = 'withdrawal' AND ${isLeasedTo(w, staffId, now)} ORDER BY ${w.score} DESC, ${w.createdAt}, ${w.id}`,
        sql`SELECT ${selected(x, COLUMNS)} FROM ${x} ORDER BY ${x.createdAt} DESC LIMIT ${most}`,
      ]);
      return { inHand: inHand.map((row) => ({ ...read(row), item: row.item, face: row.face })), latest: latest.map(read) };
    },
  };
}

function read(row: Raw): StatementRow {
  return { ...row, own: row.own === 1, receipt: row.receipt === 1, orders: JSON.parse(row.orders) as WithdrawnOrder[] };
}
