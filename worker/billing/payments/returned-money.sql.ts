import type { SQL } from "drizzle-orm";
import type { ReturnCause } from "#db/schema/attributes.ts";
import { accounts, discountUses, exclusions, lots, mandates, payments, refunds } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { isOverLimit, limitsOf, spentOf } from "#worker/billing/wallet/spending.sql.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";

const a = aliased(accounts, "a");
const e = aliased(exclusions, "e");
const l = aliased(lots, "l");
const m = aliased(mandates, "m");
const p = aliased(payments, "p");
const u = aliased(discountUses, "u");
const r = aliased(refunds, "r");

export interface Completion {
  id: string;
  accountId: string;
  currency: string;
  hashes: readonly string[];
  sells: boolean;
  /** The buyer must prove the age first. */
  ageClosed: boolean;
  now: number;
}

/** True for an erased account, and during its erasure. */
export const isErased = ({ id, email }: Record<"id" | "email", SQL>) => sql`${email} = 'erased ' || ${id}`;

/** True if an exclusion of account, address or bank account holds. A debit may be paid before its signature is stored. */
function isExcluded({ hashes, now }: Completion, of: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${e} INDEXED BY exclusions_print WHERE ${e.pool} = ${a.pool} AND ${e.until} > ${now} AND ${of}
    AND ${e.print} IN (SELECT value FROM json_each(${JSON.stringify(hashes)})
      UNION SELECT ${m.ibanPrint} FROM ${m} WHERE ${m.accountId} = ${p.accountId} AND (${m.paymentId} = ${p.id}
        OR (${m.paymentId} IS NULL AND ${m.status} = 'verified' AND ${p.method} = 'directdebit'))))`;
}

/** The rules of an order, asked again at its completion; the first that refuses is told. Decision 74. */
function causeOf(completion: Completion): SQL {
  const { accountId, currency, now, sells, ageClosed, id } = completion;
  const spent = spentOf({ accountId, currency, now, supersedes: true, without: id });
  const rules: [ReturnCause, SQL][] = [
    ["left", sql`${a.status} IN ('deleted', 'erased') OR ${isErased(a)}`],
    ["closed", sql`${Number(!sells)}`],
    ["age", sql`${Number(ageClosed)}`],
    ["banned", isExcluded(completion, sql`${e.until} >= ${BANNED_UNTIL}`)],
    ["excluded", isExcluded(completion, sql`${e.scope} = 'access'`)],
    ["paused", isExcluded(completion, sql`1`)],
    ["discount", sql`EXISTS (SELECT 1 FROM ${u} WHERE ${u.paymentId} = ${p.id} AND ${u.state} = 'released')`],
    ["limit", isOverLimit(spent, limitsOf(accountId, now), p.amount)],
  ];
  return sql`CASE ${sql.join(
    rules.map(([cause, refuses]) => sql`WHEN ${refuses} THEN ${cause}`),
    sql` `,
  )} END`;
}

const REFUND = into(refunds, "id", "paymentId", "accountId", "amount", "credits", "status", "createdAt", "updatedAt", "cause");
/** Of what was paid, for the credits that are left; rounded up. */
const SHARE = sql`(${p.amount} * ${l.remaining} + ${p.credits} - 1) / ${p.credits}`;

/** Gives back what is left of every completed payment without a refund that is on its way. */
export function returnRest(accountId: string, cause: ReturnCause, now: number): SQL {
  return sql`INSERT INTO ${REFUND}
    SELECT lower(hex(randomblob(10))), ${p.id}, ${p.accountId}, ${SHARE}, ${l.remaining}, 'requested', ${now}, ${now}, ${cause}
    FROM ${p} JOIN ${l} ON ${l.paymentId} = ${p.id}
    WHERE ${p.accountId} = ${accountId} AND ${p.status} = 'completed' AND ${l.remaining} > 0
      AND NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.paymentId} = ${p.id} AND ${r.status} <> 'failed')`;
}

/** After completion, in its transaction: gives the money back that an order would not be taken for now. Answers the refund. */
export function returnMoney(completion: Completion, refund: string): SQL {
  const { id, now } = completion;
  return sql`INSERT INTO ${REFUND}
    SELECT * FROM (SELECT ${refund}, ${p.id}, ${p.accountId}, ${SHARE}, ${l.remaining}, 'requested', ${now}, ${now}, ${causeOf(completion)} AS cause
      FROM ${p} JOIN ${l} ON ${l.paymentId} = ${p.id} JOIN ${a} ON ${a.id} = ${p.accountId}
      WHERE ${p.id} = ${id} AND ${p.status} = 'completed' AND ${p.updatedAt} = ${now} AND ${l.remaining} > 0
        AND NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.paymentId} = ${p.id}))
    WHERE cause IS NOT NULL RETURNING ${refunds.amount}`;
}
