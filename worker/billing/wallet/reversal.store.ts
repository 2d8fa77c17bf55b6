import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { ledger } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";

const e = aliased(ledger, "e");

/** Returns a removed fraud's gift credits to their lots. Idempotent: the schema allows one reversal per entry. */
export async function reverseSpends(db: Database, senderId: string, now: number): Promise<number> {
  const [reversed] = await rowsOf<[{ amount: number }]>(db, [
    sql`INSERT INTO ${into(ledger, "accountId", "amount", "kind", "cause", "idempotencyKey", "createdAt", "reversesId")}
      SELECT ${e.accountId}, -${e.amount}, 'reversal', ${e.cause}, 'reversal:' || ${e.id}, ${now}, ${e.id} FROM ${e}
      WHERE ${e.accountId} = ${senderId} AND ${e.kind} = 'gift' AND ${e.amount} < 0
        AND NOT EXISTS (SELECT 1 FROM ${ledger} AS r WHERE r.${ledger.reversesId} = ${e.id})
      RETURNING ${ledger.amount}`,
  ]);
  return reversed.reduce((sum, { amount }) => sum + amount, 0);
}
