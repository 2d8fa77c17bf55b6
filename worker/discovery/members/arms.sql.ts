import type { SQL } from "drizzle-orm";
import { sql } from "#db/sql.ts";

/** D1 takes five terms of a UNION. */
const MOST_ARMS = 5;

/**
 * Ranges of an index in one order. Up to five are merged as they are read. Of more, the first four are; the others are
 * sorted before, at most `limit` rows. Members in both searches come last.
 */
export function merged(arms: readonly SQL[], order: SQL, limit: SQL): SQL {
  if (arms.length <= MOST_ARMS) return sql`${sql.join([...arms], sql` UNION ALL `)} ORDER BY ${order} LIMIT ${limit}`;
  const rest = sql.join(arms.slice(MOST_ARMS - 1), sql` UNION ALL `);
  const first = sql.join(arms.slice(0, MOST_ARMS - 1), sql` UNION ALL `);
  return sql`${first} UNION ALL SELECT * FROM (${rest} ORDER BY ${order} LIMIT ${limit}) ORDER BY ${order} LIMIT ${limit}`;
}
