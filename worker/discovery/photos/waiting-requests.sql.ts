import type { SQL } from "drizzle-orm";
import { photoGrants } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export const WAITING_REQUESTS = {
  table: sql`${photoGrants}`,
  work: (window: SQL, before: number): SQL[] => [
    sql`DELETE FROM ${photoGrants} WHERE ${window} AND ${photoGrants}.${photoGrants.status} = 'requested'
      AND ${photoGrants}.${photoGrants.at} < ${before}`,
  ],
};
