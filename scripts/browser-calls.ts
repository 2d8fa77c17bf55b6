import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import type { Call } from "#worker/platform/call.ts";

const MODULE = "virtual:browser-calls";
const ISLANDS = "app/**/*.client.{ts,tsx}";

/** Names of the calls that islands make. A name that is no literal would miss its row, and is refused. */
export function callsOfIslands(files = globSync(ISLANDS)): string[] {
  const names = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    if (!/import \{[^}]*\bcall\b[^}]*\} from/.test(text)) continue;
    for (const [, name] of text.matchAll(/\bcall\(\s*("\w+"|[^)])/g)) {
      if (!name?.startsWith('"')) throw new Error(`${file}: the name of a call must be a literal`);
      names.add(name.slice(1, -1));
    }
  }
  return [...names].sort();
}

/** Method and path of the calls that islands make, and 1 for those that take a form. Taken from the contract: schemas stay on the server. */
export function browserCalls(): Plugin {
  return {
    name: "browser-calls",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return;
      // The development server resolves a watched file like an import, which a relative path is not.
      for (const file of globSync(ISLANDS)) this.addWatchFile(resolve(file));
      const { CALLS } = await import("#worker/server/calls.ts");
      const made = callsOfIslands();
      const rows = Object.entries(CALLS).filter(([name]) => made.includes(name));
      const table = rows.map(([name, { method, path, multipart }]: [string, Call]) => [
        name,
        multipart ? [method, path, 1] : [method, path],
      ]);
      return `export default ${JSON.stringify(Object.fromEntries(table))};`;
    },
  };
}
