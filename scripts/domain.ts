import { parseArgs } from "node:util";
import { DATA } from "./data-folder.ts";
import { servedPort } from "./data-lock.ts";
import { fail, fileProblem, refusing } from "./terminal.ts";

const USE = `Use: npm run domain -- new <id> [--host dating.example.com] [--name text] [--languages de,en] [--countries AT,DE]
                         [--company "Name; street; town; country"] [--email address]
     npm run domain -- check [id…]              every mistake, with line and column
     npm run domain -- diff <id>                what the file says and the site does not yet
     npm run domain -- preview <id> [--hours 24] [--host preview.example.com] [--port number]
     npm run domain -- apply [id…] [--yes]      without an id all files; then what has no file goes
     npm run domain -- history <id>
     npm run domain -- restore <id> <version> [--write] [--yes]
     npm run domain -- pull <id> [--yes]        writes what was changed in the browser into the file
     npm run domain -- conform <url> [--email address] [--write]
                                                which calls of the contract an API answers rightly, for proxy mode

     npm run domain -- export <id> <file>       its pool: members, photos, chats, books, settings; goes on after a kill
     npm run domain -- import <file> [--new-secret] [--dry-run [--empty]]
                                                into another database; goes on after a kill

  all but new, check and conform: [--data folder] of npm start, or --remote [--env staging]: the deployed database, through wrangler
  export and import also ask the running Worker: --port here, --host of the deployment (default: the niche's)
  --port    of the local server, for links and requests (default: the running one with this data, or 8787)
  --yes     apply and restore: what ends for members (a host, a language, a currency) is meant
  --dry-run import: compares the file with its hashes, and asks whether it fits; writes nothing
            with --empty: asks no deployment, brings all rows into an empty database that is deleted again
  --write   restore: puts the version into the file as well; conform: makes calls that change something, too
  --email   of a test account, whose password is in CONFORM_PASSWORD`;

// An action loads no other's modules, which take most of a command's time.
const applied = () => import("./domain/applied.ts");
const files = () => import("./domain/files.ts");
const ACTIONS = {
  new: { load: async () => (await files()).create, words: [1, 1] },
  check: { load: async () => (await files()).check, words: [0, 99] },
  diff: { load: async () => (await applied()).diff, words: [1, 1] },
  preview: { load: async () => (await import("./domain/preview.ts")).preview, words: [1, 1] },
  apply: { load: async () => (await applied()).apply, words: [0, 99] },
  history: { load: async () => (await applied()).history, words: [1, 1] },
  pull: { load: async () => (await applied()).pull, words: [1, 1] },
  restore: { load: async () => (await applied()).restore, words: [2, 2] },
  conform: { load: async () => (await import("./domain/conform.ts")).conformUrl, words: [1, 1] },
  export: { load: async () => (await import("./domain/export.ts")).exportNiche, words: [2, 2] },
  import: { load: async () => (await import("./domain/import.ts")).importNiche, words: [1, 1] },
} as const;

const { load, words, options } = readArguments();
await refusing(
  async () => (await load())(words, options),
  async (error) => ((await isRefusal(error)) ? (error as Error).message : fileProblem(error)),
);

async function isRefusal(error: unknown): Promise<boolean> {
  const [{ AssetError }, { ForeignDatabase }, { StoreError }, { DomainError }] = await Promise.all([
    import("#tools/brand/store.ts"),
    import("./data.ts"),
    import("./database.ts"),
    import("./domain/options.ts"),
  ]);
  return [StoreError, ForeignDatabase, DomainError, AssetError].some((known) => error instanceof known);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: "string" },
        host: { type: "string" },
        languages: { type: "string" },
        countries: { type: "string" },
        company: { type: "string" },
        email: { type: "string" },
        hours: { type: "string", default: "24" },
        port: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        empty: { type: "boolean", default: false },
        "new-secret": { type: "boolean", default: false },
        write: { type: "boolean", default: false },
        yes: { type: "boolean", default: false },
        remote: { type: "boolean", default: false },
        env: { type: "string" },
        data: { type: "string", default: DATA },
      },
    });
    const [action = "", ...words] = positionals;
    const found = Object.entries(ACTIONS).find(([name]) => name === action)?.[1];
    if (found && words.length >= found.words[0] && words.length <= found.words[1])
      return { load: found.load, words, options: { ...values, port: values.port ?? servedPort(values.data) } };
    return fail(found || action === "" ? USE : `There is no "${action}".\n\n${USE}`);
  } catch (error) {
    return fail(`${(error as Error).message.split(". ")[0]}.\n\n${USE}`);
  }
}
