import { drizzle } from "drizzle-orm/d1";
import * as schema from "./schema/index.ts";

export type Database = ReturnType<typeof connect>;

/** Opens no connection. */
export function connect(d1: D1Database) {
  return drizzle(d1, { schema });
}
