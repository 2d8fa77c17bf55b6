import { and, eq, gt } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { operatorKeys } from "#db/schema/index.ts";

export function createTransferStore(db: Database) {
  return {
    async hasKey(hash: string, now: number): Promise<boolean> {
      const row = await db
        .select({ hash: operatorKeys.hash })
        .from(operatorKeys)
        .where(and(eq(operatorKeys.hash, hash), gt(operatorKeys.expiresAt, now)))
        .get();
      return row !== undefined;
    },
  };
}
