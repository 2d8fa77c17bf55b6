import { and, eq, gt, isNotNull, notInArray } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { GONE } from "#db/schema/attributes.ts";
import { accounts, tokens } from "#db/schema/index.ts";
import type { LinkKind } from "./vocabulary.ts";

/** A link that was pressed, while it would still be good. Its holder may hear that it worked; it opens nothing. */
export async function findUsedLink(
  db: Database,
  kind: Exclude<LinkKind, "invite">,
  hash: string,
  now: number,
): Promise<{ pool: string } | null> {
  const used = and(eq(tokens.hash, hash), eq(tokens.kind, kind), isNotNull(tokens.usedAt), gt(tokens.expiresAt, now));
  const row = await db
    .select({ pool: accounts.pool })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .where(and(used, notInArray(accounts.status, GONE)))
    .get();
  return row ?? null;
}
