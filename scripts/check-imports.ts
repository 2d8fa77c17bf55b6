// Import rules: docs/decisions/0036-import-rules.md.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { directUses } from "./imports/browser-apis.ts";
import { problemsIn } from "./imports/check.ts";
import { hasItsDirective } from "./imports/directives.ts";
import { strangersAmong } from "./imports/features.ts";
import { importsIn, productFiles } from "./imports/imports.ts";

const ROOT = join(import.meta.dirname, "..");

const misplaced = productFiles(ROOT).filter((file) => !hasItsDirective(file, readFileSync(join(ROOT, file), "utf8")));
for (const file of misplaced) console.error(`${file}: its directive is not the first line`);

const direct = productFiles(ROOT).flatMap((file) =>
  directUses(file, readFileSync(join(ROOT, file), "utf8")).map((why) => `${file}: ${why}`),
);
for (const problem of direct) console.error(problem);

const found = problemsIn(importsIn(ROOT, productFiles(ROOT)));
for (const { from, to, why } of found) console.error(`${from}: imports ${to}: ${why}`);
const folders = (pattern: string) => globSync(`${pattern}/*/`, { cwd: ROOT }).map((path) => basename(path));
const strangers = strangersAmong(folders("worker/*"), {
  "app/features": folders("app/features/*"),
  "app/routes": folders("app/routes/*"),
  "locales/en.json": Object.keys(JSON.parse(readFileSync(join(ROOT, "locales/en.json"), "utf8")) as object),
});
for (const name of strangers) console.error(`${name} is no room of worker: docs/decisions/0035-one-place-per-feature.md`);

if (found.length + misplaced.length + direct.length + strangers.length > 0) process.exit(1);
