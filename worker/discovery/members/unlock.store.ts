import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { accounts, ledger, photos, photoUnlocks, profiles } from "#db/schema/index.ts";
import { into, sql } from "#db/sql.ts";
import { spend } from "#worker/billing/wallet/spend.sql.ts";
import { blockedBetween } from "#worker/people/identity/blocks.sql.ts";
import { SHOWN } from "#worker/people/identity/photos.sql.ts";
import { isUnseenBy } from "#worker/people/identity/unseen.sql.ts";

export type UnlockStore = ReturnType<typeof createUnlockStore>;

interface Unlocking {
  account: string;
  profile: string;
  price: number;
  freePhotos: number;
  now: number;
}

export function createUnlockStore(db: Database) {
  return {
    /** One transaction, paid once. Null if a block, a departure or a purchase came between, or no photo is locked any more. */
    async unlock({ account, profile, price, freePhotos, now }: Unlocking): Promise<{ paid: boolean; credits: number } | null> {
      const mine = sql`${photoUnlocks.accountId} = ${account} AND ${photoUnlocks.profileId} = ${profile}`;
      const [, entries, found] = await rowsOf<[unknown, { amount: number }, { credits: number; unlocked: number }]>(db, [
        sql`INSERT INTO ${into(photoUnlocks, "accountId", "profileId", "price", "createdAt")}
          SELECT ${accounts.id}, ${profile}, ${price}, ${now} FROM ${accounts} WHERE ${accounts.id} = ${account}
            AND EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.id} = ${profile} AND ${profiles.status} <> 'deleted')
            AND NOT ${accounts.paidUser} AND NOT ${blockedBetween(profile, account)} AND NOT ${isUnseenBy(profile, account)}
            AND (SELECT count(*) FROM ${photos} WHERE ${photos.profileId} = ${profile} AND ${SHOWN}) > ${freePhotos}
          ON CONFLICT DO NOTHING`,
        sql`${spend(
          "photos",
          {
            account: sql`${photoUnlocks.accountId}`,
            price: sql`${photoUnlocks.price}`,
            cause: sql`${photoUnlocks.profileId}`,
            key: sql`${photoUnlocks.profileId}`,
            at: sql`${photoUnlocks.createdAt}`,
          },
          sql`FROM ${photoUnlocks} WHERE ${mine} AND NOT EXISTS (SELECT 1 FROM ${ledger} AS paid
            WHERE paid.${ledger.accountId} = ${account} AND paid.${ledger.idempotencyKey} = 'photos:' || ${profile})`,
        )} RETURNING 1 AS amount`,
        sql`SELECT ${accounts.credits}, EXISTS (SELECT 1 FROM ${photoUnlocks} WHERE ${mine}) AS unlocked
          FROM ${accounts} WHERE ${accounts.id} = ${account}`,
      ]);
      const [state] = found;
      return state?.unlocked ? { paid: entries.length > 0, credits: state.credits } : null;
    },
  };
}
