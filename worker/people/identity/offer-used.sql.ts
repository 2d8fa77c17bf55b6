import type { SQL } from "drizzle-orm";
import { discountUses, payments } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { BUILT_IN } from "#worker/sites/domains/codes.vocabulary.ts";

const u = aliased(discountUses, "u");
const p = aliased(payments, "p");

const BUILT_IN_CODES = sql.raw(BUILT_IN.map((code) => `'${code}'`).join(", "));

/** 1 if checkout would refuse the built-in codes as used: `usesOf` with `supersedes`, for pages with offers. */
export function offerUsedOf(accountId: SQL, pool: SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM ${u} INDEXED BY discount_uses_member JOIN ${p} ON ${p.id} = ${u.paymentId}
    WHERE ${u.accountId} = ${accountId} AND ${u.scope} = ${pool} AND ${u.code} IN (${BUILT_IN_CODES})
      AND ${u.state} <> 'released' AND ${u.validity} <> 'unlimited' AND ${p.status} <> 'created')`;
}
