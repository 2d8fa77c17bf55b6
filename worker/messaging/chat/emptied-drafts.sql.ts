import type { SQL } from "drizzle-orm";
import { chatDrafts } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export const EMPTIED_DRAFTS = {
  table: sql`${chatDrafts}`,
  work: (window: SQL, before: number): SQL[] => [
    sql`DELETE FROM ${chatDrafts} WHERE ${window} AND ${chatDrafts.text} = '' AND ${chatDrafts.updatedAt} < ${before}`,
  ],
};
