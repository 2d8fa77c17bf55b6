import type { SQL } from "drizzle-orm";
import type { LedgerKind } from "./schema/attributes.ts";
import { ledger, postings } from "./schema/index.ts";
import { type Aliased, aliased, sql } from "./sql.ts";

const q = aliased(postings, "q");
const s = aliased(ledger, "s");

/** Entries of these kinds spend credits on other members. */
const SPEND_KINDS = ["message", "gift", "photos", "icebreaker"] as const satisfies readonly LedgerKind[];
export type SpendKind = (typeof SPEND_KINDS)[number];

const SPENDS = sql.raw(`(${SPEND_KINDS.map((kind) => `'${kind}'`).join(", ")})`);

/** A spending that one lot covered is its own posting: decision 114. */
export const postsItself = (entry: Pick<Aliased<typeof ledger>, "lotId" | "kind">): SQL =>
  sql`(${entry.lotId} IS NOT NULL AND ${entry.kind} IN ${SPENDS})`;

/** Entries from before lots existed have no postings. */
export const isPosted = (entry: Pick<Aliased<typeof ledger>, "id" | "lotId" | "kind">): SQL =>
  sql`(${postsItself(entry)} OR EXISTS (SELECT 1 FROM ${q} WHERE ${q.entryId} = ${entry.id}))`;

/** All postings: `entry`, `lot`, and `credits`, which a member's books gain or lose. */
export const POSTED = sql`(SELECT ${q.entryId} AS entry, ${q.lotId} AS lot, iif(${q.credit} = 'member', ${q.amount}, -${q.amount}) AS credits FROM ${q}
  UNION ALL SELECT ${s.id}, ${s.lotId}, ${s.amount} FROM ${s} WHERE ${postsItself(s)})`;

/** The id of an entry that a reversal mirrors. Null for one from before lots existed: its reversal opens a lot. */
export function mirrored(id: SQL): SQL {
  return sql`(SELECT ${s.id} FROM ${s} WHERE ${s.id} = ${id} AND ${isPosted(s)})`;
}
