import { parseArgs } from "node:util";
import { AssetError } from "#tools/brand/store.ts";
import { ForeignDatabase } from "./data.ts";
import { DATA } from "./data-folder.ts";
import { servedPort } from "./data-lock.ts";
import { StoreError } from "./database.ts";
import { DomainError } from "./domain/options.ts";
import { merge } from "./pool/merge.ts";
import { list, place } from "./pool/place.ts";
import { fail, fileProblem, refusing } from "./terminal.ts";

const USE = `Use: npm run pool -- list                      each pool, its database and its hosts
     npm run pool -- place <pool> <database>    a pool without members, like: place gipfel DB_2
     npm run pool -- merge <from> <into>        all members and sites of a pool into another one (docs/operating/databases.md)
       --dry-run                                 says what is in both, and writes nothing
       --choices FILE.json                       for each address in both, which account keeps it
       --yes                                     also while its sites are open

  all: [--data folder] of npm start, or --remote [--env staging]: the deployed databases, through wrangler`;

const ACTIONS = {
  list: { run: list, words: 0 },
  place: { run: place, words: 2 },
  merge: { run: merge, words: 2 },
} as const;

const { run, words, options } = readArguments();
await refusing(
  async () => run(words, options),
  (error) =>
    [StoreError, ForeignDatabase, DomainError, AssetError].some((known) => error instanceof known)
      ? (error as Error).message
      : fileProblem(error),
);

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        port: { type: "string" },
        remote: { type: "boolean", default: false },
        env: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        choices: { type: "string", default: "" },
        yes: { type: "boolean", default: false },
        data: { type: "string", default: DATA },
      },
    });
    const [action = "", ...words] = positionals;
    const found = Object.entries(ACTIONS).find(([name]) => name === action)?.[1];
    if (found && words.length === found.words)
      return { run: found.run, words, options: { ...values, port: values.port ?? servedPort(values.data) } };
    return fail(found || action === "" ? USE : `There is no "${action}".\n\n${USE}`);
  } catch (error) {
    return fail(`${(error as Error).message.split(". ")[0]}.\n\n${USE}`);
  }
}
