import type { SQL } from "drizzle-orm";
import { sql } from "./sql.ts";

/** Client id of a call's line in the chat. No member takes it beforehand: it is longer than theirs. */
export const callLineKey = (id: SQL): SQL => sql`'call:' || ${id} || ${sql.raw(`':${"-".repeat(64)}'`)}`;
