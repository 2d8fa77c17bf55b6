import type { SQL } from "drizzle-orm";
import { accounts } from "./schema/index.ts";
import { aliased, sql } from "./sql.ts";

const gone = aliased(accounts, "gone");

/** Nothing deletes what is written about such a member afterwards. `member` is the column with the id. */
export function isErased(member: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${gone} WHERE ${gone.id} = ${member} AND ${gone.status} = 'erased')`;
}
