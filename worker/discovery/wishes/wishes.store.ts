import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import type { Wishes } from "#db/schema/attributes.ts";
import { preferences, profiles } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";

export type Seen = Pick<typeof profiles.$inferSelect, "seenFrom" | "seenTo" | "seenWithin">;

export type WishesStore = ReturnType<typeof createWishesStore>;

export function createWishesStore(db: Database) {
  return {
    /** The row of the profile is written only if it changes. */
    async save(accountId: string, wishes: Wishes, { seenFrom, seenTo, seenWithin }: Seen, now: number): Promise<void> {
      const json = JSON.stringify(wishes);
      await rowsOf(db, [
        sql`INSERT INTO ${into(preferences, "accountId", "wishes", "updatedAt")} VALUES (${accountId}, ${json}, ${now})
          ON CONFLICT (${preferences.accountId}) DO UPDATE SET ${preferences.wishes} = ${json}, ${preferences.updatedAt} = ${now}`,
        sql`UPDATE ${profiles} SET ${profiles.seenFrom} = ${seenFrom}, ${profiles.seenTo} = ${seenTo}, ${profiles.seenWithin} = ${seenWithin}
          WHERE ${profiles.id} = ${accountId} AND (${profiles.seenFrom} IS NOT ${seenFrom} OR ${profiles.seenTo} IS NOT ${seenTo}
            OR ${profiles.seenWithin} IS NOT ${seenWithin})`,
      ]);
    },
  };
}
