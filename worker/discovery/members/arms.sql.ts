import type { SQL } from "drizzle-orm";
import { sql } from "#db/sql.ts";

/** D1 takes five terms of a UNION. */
const MOST_ARMS = 5;

/**
 * Ranges of an index in one order. Up to five are merged as they are read. Of more, the first four are; the others are
 * sorted before, at most `limit` rows.
 */
export function merged(arms: readonly SQL[], order: SQL, limit: SQL): SQL {
  if (arms.length <= MOST_ARMS) return sql`${united(arms)} ORDER BY ${order} LIMIT ${limit}`;
  const [first, rest] = [united(arms.slice(0, MOST_ARMS - 1)), united(arms.slice(MOST_ARMS - 1))];
  return sql`${first} UNION ALL SELECT * FROM (${rest} ORDER BY ${order} LIMIT ${limit}) ORDER BY ${order} LIMIT ${limit}`;
}

/** Joined as text, so that a statement without parameters stays one. */
function united(arms: readonly SQL[]): SQL {
  return arms.reduce((all, arm) => sql`${all} UNION ALL ${arm}`);
}
