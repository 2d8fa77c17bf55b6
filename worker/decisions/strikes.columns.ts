import type { SQL } from "drizzle-orm";
import type { decisions } from "#db/schema/index.ts";
import { type Aliased, sql } from "#db/sql.ts";
import { STRIKES } from "./decisions.vocabulary.ts";

const KINDS = sql.raw(STRIKES.kinds.map((kind) => `'${kind}'`).join(", "));

export function isStrike(d: Aliased<typeof decisions>): SQL {
  return sql`${d.kind} IN (${KINDS})`;
}
