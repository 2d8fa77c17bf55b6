import { parseArgs } from "node:util";
import { DATA } from "./data-folder.ts";
import { servedPort } from "./data-lock.ts";
import { StoreError } from "./database.ts";
import { DomainError } from "./domain/options.ts";
import { importSchema } from "./members/format.ts";
import { importMembers } from "./members/import.ts";
import { writeLetters } from "./members/letters.ts";
import { readDump } from "./members/read.ts";
import { fail, fileProblem, refusing } from "./terminal.ts";

const USE = `Use: npm run members -- import FILE.ndjson --site <id> [--dry-run]     brings members of another system (docs/operating/import.md)
     npm run members -- letters --site <id> --per-day 500 [--dry-run]  the letter "we have moved", to so many in 24 hours
     npm run members -- read SYSTEM DUMP --out FILE.ndjson --source NAME --country NL [--files folder] [--map columns.json]
                                                                      makes such a file: pH7Builder, Alovoa, SkaDate, Oxwall, csv
     npm run members -- schema                                        prints the JSON schema of a line

  --photos    all (default): a moderator sees each; sampled: one in ten; trusted: none; later: photos stay out for now
  --rate      photos a minute, 120 by default
  --data folder of npm start, or --remote [--env staging]: the deployed database, with PASSWORD_PEPPER in the environment`;

const { action, words, options } = readArguments();
await refusing(
  async () => {
    const [file = "", dump = ""] = words;
    if (action === "schema") process.stdout.write(importSchema());
    else if (action === "letters") await writeLetters(options);
    else if (action === "read") await readDump(file, dump, options);
    else await importMembers(file, options);
  },
  (error) => (error instanceof StoreError || error instanceof DomainError ? error.message : fileProblem(error)),
);

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        site: { type: "string", default: "" },
        "dry-run": { type: "boolean", default: false },
        photos: { type: "string", default: "all" },
        rate: { type: "string", default: "120" },
        "per-day": { type: "string", default: "200" },
        out: { type: "string", default: "" },
        source: { type: "string", default: "" },
        country: { type: "string", default: "" },
        files: { type: "string", default: "." },
        map: { type: "string", default: "" },
        port: { type: "string" },
        host: { type: "string" },
        remote: { type: "boolean", default: false },
        env: { type: "string" },
        data: { type: "string", default: DATA },
      },
    });
    const [action = "", ...words] = positionals;
    const many = { schema: 0, letters: 0, import: 1, read: 2 }[action];
    if (words.length !== many || (action === "read" && !values.out)) return fail(USE);
    return { action, words, options: { ...values, port: values.port ?? servedPort(values.data) } };
  } catch (error) {
    return fail(`${(error as Error).message.split(". ")[0]}.\n\n${USE}`);
  }
}
