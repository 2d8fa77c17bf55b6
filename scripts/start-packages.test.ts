import { existsSync, globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS, NEED_ALL } from "./commands.mjs";
import { importsOf, productFiles } from "./imports/imports.ts";

const ROOT = join(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");
/** What runs after an installation for a start. */
const STARTED = [
  ...Object.entries(COMMANDS).flatMap(([name, file]) => (NEED_ALL.includes(name) ? [] : [file])),
  ...globSync("scripts/*.mjs", { cwd: ROOT }).filter((file) => /^ensureInstalled\(\);$/m.test(textOf(file))),
  "scripts/dev-server.ts",
  "scripts/check-database.ts",
];
const { dependencies } = JSON.parse(textOf("package.json"));

/** Packages that these files, and what they import, need to run. */
function packagesOf(files: string[]): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const next = [...files];
  for (let file = next.pop(); file; file = next.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { to, typeOnly } of importsOf(file, textOf(file))) {
      if (typeOnly || /^(node|virtual|cloudflare):/.test(to) || builtinModules.includes(to)) continue;
      if (/^(app|worker|db|demo|locales|scripts|tests|tools)\//.test(to) || to.includes(".json")) {
        if (/\.[cm]?tsx?$|\.mjs$/.test(to) && existsSync(join(ROOT, to))) next.push(to);
      } else if (!/\.(css|woff2)(\?\w+)?$/.test(to)) found.set((/^(@[^/]+\/)?[^/]+/.exec(to) as RegExpExecArray)[0], file);
    }
  }
  return found;
}

test("what starts, builds and deploys the product imports no package that only checks and tests bring", () => {
  expect(STARTED.length).toBeGreaterThan(15);
  const needed = packagesOf([...STARTED, ...productFiles(ROOT), "vite.config.ts", "react-router.config.ts"]);
  expect(needed.size).toBeGreaterThan(15);
  expect([...needed].filter(([name]) => !Object.hasOwn(dependencies, name))).toEqual([]);
});
