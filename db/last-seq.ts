import type { SQL } from "drizzle-orm";
import { conversations, messages } from "./schema/index.ts";
import { type Aliased, aliased, sql } from "./sql.ts";

const newest = aliased(messages, "newest");

/** Seq of the conversation's newest message; 0 without one. Reads one row of `messages`: decision 128. */
export const lastSeqIn = (c: Pick<Aliased<typeof conversations>, "id" | "keptSeq">): SQL =>
  sql`max(${c.keptSeq}, coalesce((SELECT max(${newest.seq}) FROM ${newest} WHERE ${newest.conversationId} = ${c.id}), 0))`;

/** The same in a statement that names `conversations` without an alias. */
export const LAST_SEQ = lastSeqIn({
  id: sql`${conversations}.${conversations.id}`,
  keptSeq: sql`${conversations}.${conversations.keptSeq}`,
});
