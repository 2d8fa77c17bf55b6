import { parseArgs } from "node:util";
import { DATA } from "./data-folder.ts";
import { servedPort } from "./data-lock.ts";
import { StoreError } from "./database.ts";
import { DomainError } from "./domain/options.ts";
import { importSchema } from "./members/format.ts";
import { importMembers } from "./members/import.ts";
import { fail, fileProblem, refusing } from "./terminal.ts";

const USE = `Use: npm run members -- import FILE.ndjson --site <id> [--dry-run]     brings members of another system (docs/operating/import.md)
     npm run members -- schema                                        prints the JSON schema of a line

  --photos    all (default): a moderator sees each; sampled: one in ten; trusted: none; later: photos stay out for now
  --rate      photos a minute, 120 by default
  --data folder of npm start, or --remote [--env staging]: the deployed database, with PASSWORD_PEPPER in the environment`;

const { action, file, options } = readArguments();
await refusing(
  async () => (action === "schema" ? void process.stdout.write(importSchema()) : importMembers(file, options)),
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
        port: { type: "string" },
        host: { type: "string" },
        remote: { type: "boolean", default: false },
        env: { type: "string" },
        data: { type: "string", default: DATA },
      },
    });
    const [action, file = "", ...more] = positionals;
    const whole = action === "schema" ? file === "" : action === "import" && file !== "" && more.length === 0;
    if (!whole) return fail(USE);
    return { action, file, options: { ...values, port: values.port ?? servedPort(values.data) } };
  } catch (error) {
    return fail(`${(error as Error).message.split(". ")[0]}.\n\n${USE}`);
  }
}
