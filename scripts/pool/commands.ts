import { withOperatorKey } from "#scripts/domain/operator-key.ts";
import { DomainError, openStore, originAsked, type Where } from "#scripts/domain/options.ts";
import { PRIMARY } from "#worker/platform/databases.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import { placesOf } from "./directory.ts";
import { type Moving, movePool, undoMove } from "./move.ts";
import { mustBeDatabase, UNTIL_KNOWN } from "./place.ts";
import type { Db } from "./tables.ts";

const HUNG_UP_AT_ONCE = 500;
/** Questions to D1 while the pool is closed: of each table, and of each page of its rows. */
const CALLS = { table: 6, page: 5 };

export async function move([pool = "", to = ""]: string[], options: Where & { yes?: boolean }): Promise<void> {
  mustBeDatabase(to);
  const moving = await movingOf(pool, options);
  await movePool({ ...moving, agree: (pages) => agree(moving.primary, pages, options) }, pool, to);
  console.log(`✓ ${pool} lives in ${to}. Its members stay logged in.`);
}

export async function undo([pool = ""]: string[], options: Where): Promise<void> {
  const moving = await movingOf(pool, options);
  await undoMove(moving, pool);
  console.log(`✓ ${pool} is open in ${(await placesOf(moving.primary)).get(pool) ?? PRIMARY}, and nowhere else.`);
}

/** A question to a deployed database is a process of a second or more. @throws DomainError */
async function agree(primary: Db, pages: number[], { yes, remote }: Where & { yes?: boolean }): Promise<void> {
  const began = performance.now();
  await primary.prepare("SELECT 1 AS n").first();
  const each = performance.now() - began;
  const calls = pages.reduce((sum, count) => sum + CALLS.table + CALLS.page * count, 0);
  const seconds = Math.ceil((UNTIL_KNOWN + calls * each) / 1000);
  const said = `The pool will be closed for about ${seconds} s, or ${Math.ceil(seconds / 60)} minutes: ${calls} questions to D1`;
  if (!remote || yes) console.log(`▸ ${said}`);
  else throw new DomainError(`${said}.\n  It is copied, and still open. To go on, say the same with --yes; or undo.`);
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
  return {
    primary,
    open,
    wait: () => new Promise((resolve) => setTimeout(resolve, UNTIL_KNOWN)),
    say: (text) => console.log(`▸ ${text}`),
    async hangUp(database, members) {
      try {
        await withOperatorKey(primary, origin, async (ask) => {
          for (let start = 0; start < members.length; start += HUNG_UP_AT_ONCE) {
            const some = members.slice(start, start + HUNG_UP_AT_ONCE);
            await ask(`hang-up/${database}`, { method: "PUT", body: JSON.stringify(some) });
          }
        });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
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
