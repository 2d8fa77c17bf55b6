import type { Database } from "#db/client.ts";
import { prepared } from "#db/raw.ts";
import type { Wishes } from "#db/schema/attributes.ts";
import { preferences } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";

export type WishesStore = ReturnType<typeof createWishesStore>;

export function createWishesStore(db: Database) {
  return {
    async save(accountId: string, wishes: Wishes, now: number): Promise<void> {
      const json = JSON.stringify(wishes);
      await prepared(
        db,
        sql`INSERT INTO ${into(preferences, "accountId", "wishes", "updatedAt")} VALUES (${accountId}, ${json}, ${now})
          ON CONFLICT (${preferences.accountId}) DO UPDATE SET ${preferences.wishes} = ${json}, ${preferences.updatedAt} = ${now}`,
      ).run();
    },
  };
}
