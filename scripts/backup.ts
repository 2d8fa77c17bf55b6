// `npm run backup -- FOLDER`: copies a store of one's own machine, also while it runs. docs/operating/own-server.md
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DATA } from "./data-folder.ts";
import { lockData } from "./data-lock.ts";
import { copyStore } from "./own/copy.ts";
import { StoreError } from "./sql-text.ts";
import { damageIn } from "./store-check.ts";
import { fail, fileProblem, orFail, refusing } from "./terminal.ts";

const USE = `Use: npm run backup -- FOLDER [--keep 14] [--data folder]     a new copy in FOLDER, named by the time; older than 14 go
     npm run backup -- restore FOLDER/COPY [--data folder]     into the data folder, whose server is stopped; what was there stays beside it`;
const NAMES = /^\d{4}-\d\d-\d\dT\d{6}Z$/;

const { words, keep, data } = options();
await refusing(
  async () => (words[0] === "restore" ? restore(resolve(words[1] as string)) : copy(resolve(words[0] as string))),
  (error) => (error instanceof StoreError ? error.message : fileProblem(error)),
);

async function copy(folder: string): Promise<void> {
  if (!existsSync(join(data, "d1"))) throw new StoreError(`There is no store in ${data}. Say --data.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copies = () =>
    readdirSync(folder)
      .filter((name) => NAMES.test(name))
      .sort();
  const earlier = copies().at(-1);
  const since = Date.now();
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(":", "")}Z`;
  const { databases, pictures, shared } = await copyStore(data, join(folder, name), {
    earlier: earlier ? join(folder, earlier) : null,
  });
  for (const old of copies().slice(0, -keep)) rmSync(join(folder, old), { recursive: true });
  console.log(`✓ ${join(folder, name)} in ${((Date.now() - since) / 1000).toFixed(1)} s: ${databases} databases, ${pictures} pictures (${shared} shared with ${earlier ?? "none"})
  It holds everything that members wrote and showed. Encrypt it before it leaves this machine.`);
}

async function restore(from: string): Promise<void> {
  if (!existsSync(join(from, "d1"))) throw new StoreError(`${from} is no copy of a store.`);
  const damage = damageIn(from);
  if (damage) throw damage;
  if (existsSync(data)) {
    // Refuses while a server runs with it.
    orFail(() => lockData(data, null, "npm run serve")).release();
    const aside = `${data}.before-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}Z`;
    renameSync(data, aside);
    console.log(`▸ What was in ${data} is in ${aside}`);
  }
  cpSync(from, data, { recursive: true });
  console.log(
    `✓ ${data} is as ${from}. Start the server. Members who left since that copy are in it again: the cron erases them anew.`,
  );
}

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        keep: { type: "string", default: "14" },
        data: { type: "string", default: DATA },
      },
    });
    const keep = Number(values.keep);
    const known = positionals[0] === "restore" ? positionals.length === 2 : positionals.length === 1;
    if (known && Number.isInteger(keep) && keep > 0)
      return { words: positionals, keep, data: resolve(import.meta.dirname, "..", values.data) };
  } catch {
    // unknown option
  }
  return fail(USE);
}
