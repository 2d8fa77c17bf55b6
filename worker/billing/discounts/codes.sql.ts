import type { SQL } from "drizzle-orm";
import { discountCodes, discountUses, payments } from "#db/schema/index.ts";
import { aliased, jsonOf, sql } from "#db/sql.ts";
import { isBeingPaid } from "#worker/billing/payments/payments.sql.ts";
import { TIME_BONUS_CODE } from "#worker/sites/domains/codes.vocabulary.ts";

const u = aliased(discountUses, "u");
const p = aliased(payments, "p");

export type CodeRow = Pick<
  typeof discountCodes.$inferSelect,
  "code" | "percentage" | "country" | "accountId" | "expiresAt" | "currency" | "minimumOrder" | "status" | "validity" | "methods"
>;

export interface Use {
  scope: string;
  code: string;
}

/** Columns that decide whether a code is good, without its methods. */
export const CODE_FIELDS = [
  "code",
  "percentage",
  "country",
  "accountId",
  "expiresAt",
  "currency",
  "minimumOrder",
  "status",
  "validity",
] as const;

/** JSON object of the operator's code, or null. `code` in upper case. */
export function codeOf(domainId: string, code: string): SQL {
  const { methods } = discountCodes;
  const fields = jsonOf(discountCodes, CODE_FIELDS);
  return sql`(SELECT json_set(${fields}, '$.methods', json(${methods})) FROM ${discountCodes}
    WHERE ${discountCodes.domainId} = ${domainId} AND ${discountCodes.code} = ${code})`;
}

interface UseQuestion {
  accountId: string | null;
  domainId: string;
  code: string;
  now: number;
  supersedes: boolean;
}

/** Ms: a declined or unfinished order with the time bonus, from which its grace counts. */
export function bonusStart(accountId: string): SQL {
  return sql`(SELECT min(${p.createdAt}) FROM ${p} INDEXED BY payments_account WHERE ${p.accountId} = ${accountId}
    AND ${p.discountCode} = ${TIME_BONUS_CODE} AND ${p.status} IN ('created', 'failed', 'cancelled'))`;
}

/** JSON array: codes of this member's orders, single-use codes of any order. With `supersedes`, unpaid orders do not count. */
export function usesOf({ accountId, domainId, code, now, supersedes }: UseQuestion): SQL {
  const given = sql`NOT EXISTS (SELECT 1 FROM ${p} WHERE ${Number(supersedes)} AND ${p.id} = ${u.paymentId}
    AND ${p.accountId} IS ${accountId} AND ${p.status} = 'created' AND NOT ${isBeingPaid(p, now)})`;
  return sql`(SELECT json_group_array(json_object('scope', scope, 'code', code)) FROM (
    SELECT ${u.scope}, ${u.code} FROM ${u} INDEXED BY discount_uses_member
      WHERE ${u.accountId} = ${accountId} AND ${u.state} <> 'released' AND ${u.validity} <> 'unlimited' AND ${given}
    UNION
    SELECT ${u.scope}, ${u.code} FROM ${u} INDEXED BY discount_uses_once
      WHERE ${u.scope} = ${domainId} AND ${u.code} = ${code} AND ${u.state} <> 'released' AND ${u.validity} = 'once' AND ${given}))`;
}
