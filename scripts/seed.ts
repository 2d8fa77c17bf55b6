import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { readDomainFiles } from "./data.ts";
import { clearData, contentsOf, lockData } from "./data-lock.ts";
import { prepareStore } from "./product.ts";
import { fail, orFail } from "./terminal.ts";

const { members, folder, yes } = options();
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
  onRuntime: lock.noteRuntimes,
  onProgress: (done, total) =>
    total >= 100_000 && done % 50_000 === 0 && console.log(`▸ ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`),
});
console.log(`✓ ${members.toLocaleString("en")} members in ${folder} (${Math.round((Date.now() - started) / 1000)} s)`);
lock.release();

function options(): { members: number; folder: string; yes: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        members: { type: "string", default: "600" },
        data: { type: "string", default: ".data/local" },
        yes: { type: "boolean", default: false },
      },
    });
    const members = Number(values.members);
    if (Number.isInteger(members) && members > 0) return { members, folder: values.data, yes: values.yes };
  } catch {
    // unknown option
  }
  return fail("Use: npm run seed -- [--members 1…] [--data folder] [--yes]");
}

/** In a terminal only: a script passes --yes. */
async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`This deletes every member, chat and photo in ${folder}. Go on? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
