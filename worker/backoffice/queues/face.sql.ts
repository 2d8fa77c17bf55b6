import type { SQL } from "drizzle-orm";
import { photos } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const f = aliased(photos, "f");

/** Id of the member's first photo that everybody sees, or NULL. */
export function faceOf(member: SQL): SQL {
  return sql`(SELECT ${f.id} FROM ${f} WHERE ${f.profileId} = ${member} AND ${f.visibility} = 'public'
    AND ${f.status} = 'active' ORDER BY ${f.position} LIMIT 1)`;
}
