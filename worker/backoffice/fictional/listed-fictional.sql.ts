import type { SQL } from "drizzle-orm";
import { fictionalProfiles, profiles } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";

/** Fictional profiles that an import, or an earlier version, stored: they come into the list of staff. */
export const LISTED_FICTIONAL = {
  table: sql`${profiles}`,
  work: (window: SQL): SQL[] => [
    sql`INSERT INTO ${into(fictionalProfiles, "id", "createdAt")} SELECT id, created_at FROM ${profiles}
      WHERE ${window} AND fictional = 1 AND name <> '' AND id NOT IN (SELECT id FROM ${fictionalProfiles})`,
  ],
};
