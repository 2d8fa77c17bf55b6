// `npm run seed -- --members N`: a fresh store with N demo members in the main pool (600 by default).
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { MAIN_POOL } from "#demo/seed-data.ts";
import { readDomainFiles } from "./data.ts";
import { clearData, contentsOf, lockData } from "./data-lock.ts";
import { isDatabase } from "./database.ts";
import { prepareStore } from "./product.ts";
import { fail, orFail } from "./terminal.ts";

const { members, folder, yes, main } = options();
const data = resolve(import.meta.dirname, "..", folder);
const lock = orFail(() => lockData(data, null));

if (contentsOf(data).length > 0 && !yes && !(await agreed())) {
  lock.release();
  fail(`Nothing was deleted. To replace ${folder} without being asked: npm run seed -- --yes`);
}
clearData(data);
const started = Date.now();
await prepareStore({
  data,
  domains: orFail(readDomainFiles),
  members,
  work: true,
  main,
  onRuntime: lock.noteRuntimes,
  onProgress: (done, total) =>
    total >= 100_000 && done % 50_000 === 0 && console.log(`▸ ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`),
});
console.log(
  `✓ ${members.toLocaleString("en")} members of ${main.pool} in ${folder}, ${main.database} (${Math.round((Date.now() - started) / 1000)} s)`,
);
lock.release();

function options(): { members: number; folder: string; yes: boolean; main: { pool: string; database: string } } {
  try {
    const { values } = parseArgs({
      options: {
        members: { type: "string", default: "600" },
        data: { type: "string", default: ".data/local" },
        pool: { type: "string", default: MAIN_POOL },
        database: { type: "string", default: "DB" },
        yes: { type: "boolean", default: false },
      },
    });
    const members = Number(values.members);
    const { pool, database, data: folder, yes } = values;
    const known = readDomainFiles().some((file) => file.pool === pool);
    if (Number.isInteger(members) && members > 0 && known && isDatabase(database))
      return { members, folder, yes, main: { pool, database } };
  } catch {
    // unknown option
  }
  return fail("Use: npm run seed -- [--members 1…] [--pool a pool of db/domains] [--database DB_2] [--data folder] [--yes]");
}

/** In a terminal only: a script passes --yes. */
async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`This deletes every member, chat and photo in ${folder}. Go on? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
