import type { SQL } from "drizzle-orm";
import { discountUses, payments, refunds } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { BUILT_IN } from "#worker/sites/domains/codes.vocabulary.ts";
import { isBeingPaid } from "./payments.sql.ts";

const p = aliased(payments, "p");
const u = aliased(discountUses, "u");
const o = aliased(discountUses, "o");
const r = aliased(refunds, "r");

const isBuiltIn = (code: SQL) => sql`${code} IN (SELECT value FROM json_each(${JSON.stringify(BUILT_IN)}))`;
/** True if `o` is another use of the discount of `u`. */
const competes = sql`${o.accountId} = ${u.accountId} AND ${o.scope} = ${u.scope} AND ${o.paymentId} <> ${u.paymentId}
  AND ${o.state} <> 'released' AND ${o.validity} <> 'unlimited'
  AND (${o.code} = ${u.code} OR (${isBuiltIn(o.code)} AND ${isBuiltIn(u.code)}))`;

/** Before completion: gives up the buyer's unpaid orders that hold the discount. Decision 49. */
export function claimDiscount(id: string, now: number): SQL {
  const competing = sql`SELECT ${o.paymentId} FROM ${u} JOIN ${o} ON ${competes} JOIN ${p} ON ${p.id} = ${u.paymentId}
    WHERE ${u.paymentId} = ${id} AND ${p.status} IN ('created', 'pending', 'failed', 'cancelled', 'expired')`;
  return sql`UPDATE ${payments} SET ${payments.status} = 'cancelled', ${payments.updatedAt} = ${now}
    WHERE ${payments.id} IN (${competing}) AND ${payments.status} = 'created' AND NOT ${isBeingPaid(payments, now)}`;
}

/** After completion: an order loses its discount if another order has used it. */
export function releaseDiscount(id: string, now: number): SQL {
  return sql`UPDATE ${discountUses} SET ${discountUses.state} = 'released' WHERE ${discountUses.paymentId} IN (
    SELECT ${u.paymentId} FROM ${u} JOIN ${o} ON ${competes} JOIN ${p} ON ${p.id} = ${u.paymentId}
    WHERE ${u.paymentId} = ${id} AND ${p.status} = 'completed' AND ${p.updatedAt} = ${now})`;
}

/** After money went back by itself: the buyer has got nothing for the discount, and may use it again. */
export function giveDiscountBack(id: string): SQL {
  return sql`UPDATE ${discountUses} SET ${discountUses.state} = 'released' WHERE ${discountUses.paymentId} = ${id}
    AND ${discountUses.state} = 'used' AND EXISTS (SELECT 1 FROM ${r} WHERE ${r.paymentId} = ${id} AND ${r.cause} IS NOT NULL)`;
}
