import { domains } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";

export interface SiteName {
  id: string;
  name: string;
}

/** The sites of this database that staff choose from, by name. */
export const SITE_NAMES = sql<SiteName>`SELECT ${domains.id} AS id, ${domains.settings} ->> '$.settings.name' AS name FROM ${domains} ORDER BY 2`;
