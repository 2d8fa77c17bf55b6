import { BUILT_IN } from "#worker/sites/domains/codes.vocabulary.ts";
import type { Db } from "./tables.ts";

// What holds the name of a pool in a value, not in a column `pool`.

/** Of new pool, account ids (JSON) and old pool. The scope of another code is a domain, which may have the pool's name. */
export const OFFERS_USED = `UPDATE discount_uses SET scope = ?1 WHERE scope = ?3
  AND code IN (${BUILT_IN.map((code) => `'${code}'`).join(", ")}) AND account_id IN (SELECT value FROM json_each(?2))`;

/**
 * What is known of bank accounts in a pool that ends. A print of a bank account holds the pool's name and cannot be made anew.
 * After a merge it recognises nobody.
 */
export async function bankAccountsOf(db: Db, pool: string, now: number): Promise<Record<string, number>> {
  const counts = await db
    .prepare(
      `SELECT (SELECT count(*) FROM exclusions WHERE pool = ?1 AND kind = 'payment' AND until > ?2) AS exclusions,
        (SELECT count(*) FROM mandates m JOIN accounts a ON a.id = m.account_id WHERE a.pool = ?1 AND m.status = 'blocked') AS blocked,
        (SELECT count(*) FROM payments p JOIN domains d ON d.id = p.domain_id
          WHERE d.pool = ?1 AND p.iban_print IS NOT NULL AND p.status = 'chargeback') AS returned`,
    )
    .bind(pool, now)
    .first<Record<string, number>>();
  return counts ?? {};
}

export function bankAccountsLost({ exclusions = 0, blocked = 0, returned = 0 }: Record<string, number>): string | null {
  if (exclusions + blocked + returned === 0) return null;
  return `by bank account: ${exclusions} exclusions and bans, ${blocked} blocked mandates and ${returned} returned debits recognise their bank account no longer.
  Those by account and by e-mail address go on to hold.`;
}
