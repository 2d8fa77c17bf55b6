import type { SQL } from "drizzle-orm";
import { consents } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const newer = aliased(consents, "newer");

export const REPLACED_CONSENTS = {
  table: sql`${consents}`,
  work: (window: SQL, before: number): SQL[] => [
    sql`DELETE FROM ${consents} WHERE ${window} AND EXISTS (SELECT 1 FROM ${newer}
      WHERE ${newer.accountId} = ${consents}.${consents.accountId} AND ${newer.kind} = ${consents}.${consents.kind}
        AND ${newer.acceptedAt} > ${consents}.${consents.acceptedAt} AND ${newer.acceptedAt} < ${before})`,
  ],
};
