import type { SQL } from "drizzle-orm";
import { savedSearches } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import type { Search } from "./search-query.ts";

const s = aliased(savedSearches, "s");

export interface SavedRow {
  id: string;
  name: string;
  fresh: number;
  /** Result of `filterKeyOf`. */
  key: string;
}

/** The searching member's saved searches as JSON, newest first; none for a visitor. */
export function saved({ viewerId }: Search): SQL {
  if (!viewerId) return sql`'[]' AS saved`;
  return sql`(SELECT json_group_array(json_object('id', id, 'name', name, 'fresh', fresh, 'key', filter_key)) FROM (
      SELECT ${s.id}, ${s.name}, ${s.fresh}, ${s.filterKey} FROM ${s} WHERE ${s.memberId} = ${viewerId}
      ORDER BY ${s.createdAt} DESC, ${s.id} DESC)) AS saved`;
}
