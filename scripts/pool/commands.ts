import { withOperatorKey } from "#scripts/domain/operator-key.ts";
import { DomainError, openStore, originAsked, type Where } from "#scripts/domain/options.ts";
import { domainFileSchema } from "#worker/domains/domain-file.ts";
import { PRIMARY } from "#worker/lib/databases.ts";
import { placesOf } from "./directory.ts";
import { type Moving, movePool, undoMove } from "./move.ts";
import { mustBeDatabase, UNTIL_KNOWN } from "./place.ts";
import type { Db } from "./tables.ts";

export async function move([pool = "", to = ""]: string[], options: Where): Promise<void> {
  mustBeDatabase(to);
  await movePool(await movingOf(pool, options), pool, to);
  console.log(`✓ ${pool} lives in ${to}. Its members stay logged in.`);
}

export async function undo([pool = ""]: string[], options: Where): Promise<void> {
  const moving = await movingOf(pool, options);
  await undoMove(moving, pool);
  console.log(`✓ ${pool} is open in ${(await placesOf(moving.primary)).get(pool) ?? PRIMARY}, and nowhere else.`);
}

async function movingOf(pool: string, options: Where): Promise<Moving> {
  const { db: primary } = await openStore(options);
  const stores = new Map<string, Db>([[PRIMARY, primary]]);
  const open = async (name: string) => {
    const known = stores.get(name) ?? (await openStore(options, name)).db;
    stores.set(name, known);
    return known;
  };
  const origin = originAsked(options, await siteOf(await open((await placesOf(primary)).get(pool) ?? PRIMARY), pool));
  let answers = true;
  return {
    primary,
    open,
    wait: () => new Promise((resolve) => setTimeout(resolve, UNTIL_KNOWN)),
    say: (text) => console.log(`▸ ${text}`),
    async hangUp(database, members) {
      if (!answers) return;
      try {
        await withOperatorKey(primary, origin, (ask) =>
          ask(`hang-up/${database}`, { method: "PUT", body: JSON.stringify(members) }),
        );
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        answers = false;
        console.log(`▸ No socket was closed: ${error.message}\n  Open pages hear of nothing new until they are loaded again.`);
      }
    },
  };
}

async function siteOf(db: Db, pool: string) {
  const row = await db
    .prepare("SELECT settings FROM domains WHERE pool = ?1 ORDER BY id")
    .bind(pool)
    .first<{ settings: string }>();
  if (!row) throw new DomainError(`There is no pool "${pool}".`);
  return domainFileSchema.parse(JSON.parse(row.settings));
}
