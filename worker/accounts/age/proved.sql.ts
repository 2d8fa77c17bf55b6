import type { SQL } from "drizzle-orm";
import type { AgeMethod } from "#db/schema/age-methods.ts";
import { accounts } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Writes the proof of an account, which ends an unconfirmed "under 18". `only` is a further condition. */
export function proved(
  accountId: string,
  method: AgeMethod,
  proof: { day: string; until: string | null },
  only: SQL = sql`true`,
): SQL {
  return sql`UPDATE ${accounts} SET ${accounts.ageProofs} = json_remove(
      json_set(${accounts.ageProofs}, ${`$.${method}`}, json(${JSON.stringify(proof)})), '$.unconfirmed')
    WHERE ${accounts.id} = ${accountId} AND ${only}`;
}
