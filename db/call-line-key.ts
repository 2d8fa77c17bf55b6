import type { SQL } from "drizzle-orm";
import { sql } from "./sql.ts";

/** Client id of a call's line in the chat: longer than any that a member may choose, so that nobody takes it beforehand. */
export const callLineKey = (id: SQL): SQL => sql`'call:' || ${id} || ${sql.raw(`':${"-".repeat(64)}'`)}`;
