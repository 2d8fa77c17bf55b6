import type { Column, SQL } from "drizzle-orm";
import type { AgeMethod } from "#db/schema/age-methods.ts";
import { accounts, ageRequests } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { CLOSING } from "./method.vocabulary.ts";

/** `asksToConfirm` in SQL; never null. */
export function asking({ outcome, codeHash }: Record<"outcome" | "codeHash", SQL | Column>): SQL {
  return sql`(${outcome} IS 'under' AND coalesce(${codeHash}, ${CLOSING}) <> ${CLOSING})`;
}

/**
 * Writes the proof of an account. It ends an unconfirmed "under 18", with the question about it.
 * The running check of an app's answer asks nothing afterwards. `only` is a further condition.
 */
export function proved(
  accountId: string,
  method: AgeMethod,
  proof: { day: string; until: string | null },
  only: SQL = sql`true`,
): SQL[] {
  return [
    sql`UPDATE ${accounts} SET ${accounts.ageProofs} = json_remove(
        json_set(${accounts.ageProofs}, ${`$.${method}`}, json(${JSON.stringify(proof)})), '$.unconfirmed')
      WHERE ${accounts.id} = ${accountId} AND ${only}`,
    sql`DELETE FROM ${ageRequests} WHERE ${ageRequests.accountId} = ${accountId} AND ${only}
      AND (${asking(ageRequests)} OR (${ageRequests.outcome} = 'checking' AND ${ageRequests.way} IN ('link', 'qr')))`,
  ];
}
