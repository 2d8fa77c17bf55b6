import type { SQL } from "drizzle-orm";
import { accounts, discountUses, lots, payments, refunds } from "#db/schema/index.ts";
import { aliased, into, sql } from "#db/sql.ts";
import { BUILT_IN } from "#worker/discounts/codes.vocabulary.ts";
import { isBeingPaid } from "./payments.sql.ts";

const a = aliased(accounts, "a");
const l = aliased(lots, "l");
const p = aliased(payments, "p");
const u = aliased(discountUses, "u");
const o = aliased(discountUses, "o");
const r = aliased(refunds, "r");

const isBuiltIn = (code: SQL) => sql`${code} IN (SELECT value FROM json_each(${JSON.stringify(BUILT_IN)}))`;
/** True if `o` is another use of the discount of `u`. */
const competes = sql`${o.accountId} = ${u.accountId} AND ${o.scope} = ${u.scope} AND ${o.paymentId} <> ${u.paymentId}
  AND ${o.state} <> 'released' AND ${o.validity} <> 'unlimited'
  AND (${o.code} = ${u.code} OR (${isBuiltIn(o.code)} AND ${isBuiltIn(u.code)}))`;

/** True for an erased account, and during its erasure. */
export const isErased = ({ id, email }: Record<"id" | "email", SQL>) => sql`${email} = 'erased ' || ${id}`;

/** Before completion: gives up the buyer's unpaid orders that hold the discount. Decision 49. */
export function claimDiscount(id: string, now: number): SQL {
  const competing = sql`SELECT ${o.paymentId} FROM ${u} JOIN ${o} ON ${competes} JOIN ${p} ON ${p.id} = ${u.paymentId}
    WHERE ${u.paymentId} = ${id} AND ${p.status} IN ('created', 'pending', 'failed', 'cancelled', 'expired')`;
  return sql`UPDATE ${payments} SET ${payments.status} = 'cancelled', ${payments.updatedAt} = ${now}
    WHERE ${payments.id} IN (${competing}) AND ${payments.status} = 'created' AND NOT ${isBeingPaid(payments, now)}`;
}

/** Refunds a payment whose discount another order holds, or whose account is erased. The last statement answers the refund. */
export function refundConflict(id: string, refund: string, now: number): SQL[] {
  const completed = sql`${p.id} = ${id} AND ${p.status} = 'completed' AND ${p.updatedAt} = ${now}`;
  const both = sql`SELECT ${u.paymentId} FROM ${u} JOIN ${o} ON ${competes} JOIN ${p} ON ${p.id} = ${u.paymentId}
    WHERE ${u.paymentId} = ${id} AND ${completed}`;
  const share = sql`(${p.amount} * ${l.remaining} + ${p.credits} - 1) / ${p.credits}`;
  return [
    sql`UPDATE ${discountUses} SET ${discountUses.state} = 'released' WHERE ${discountUses.paymentId} IN (${both})`,
    sql`INSERT INTO ${into(refunds, "id", "paymentId", "accountId", "amount", "credits", "status", "createdAt", "updatedAt")}
      SELECT ${refund}, ${p.id}, ${p.accountId}, ${share}, ${l.remaining}, 'requested', ${now}, ${now}
      FROM ${p} JOIN ${l} ON ${l.paymentId} = ${p.id} JOIN ${a} ON ${a.id} = ${p.accountId}
      WHERE ${completed} AND ${l.remaining} > 0
        AND (${isErased(a)} OR EXISTS (SELECT 1 FROM ${u} WHERE ${u.paymentId} = ${p.id} AND ${u.state} = 'released'))
        AND NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.paymentId} = ${p.id}) RETURNING ${refunds.amount}`,
  ];
}
