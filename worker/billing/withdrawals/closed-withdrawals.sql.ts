import type { SQL } from "drizzle-orm";
import { withdrawals } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

/** Who stated it, and their words; the purchases stay with the orders. */
export const CLOSED_WITHDRAWALS = {
  table: sql`${withdrawals}`,
  work: (window: SQL, before: number): SQL[] => [
    sql`UPDATE ${withdrawals} SET ${withdrawals.name} = '', ${withdrawals.contract} = '', ${withdrawals.email} = '', ${withdrawals.formKey} = NULL,
        ${withdrawals.linkHash} = NULL
      WHERE ${window} AND ${withdrawals.closedAt} < ${before} AND ${withdrawals.email} <> ''`,
  ],
};
