// Import rules: docs/decisions/0036-import-rules.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { problemsIn } from "./imports/check.ts";
import { importsIn, productFiles } from "./imports/imports.ts";

const ROOT = join(import.meta.dirname, "..");

// A directive after an import is no directive: the bundler then sends the browser a function that it cannot call.
const DIRECTIVES: [RegExp, string][] = [
  [/\.actions\.ts$/, '"use server";'],
  [/^app\/.+\/.+\.client\.tsx$/, '"use client";'],
];
const misplaced = productFiles(ROOT).filter((file) =>
  DIRECTIVES.some(([name, line]) => name.test(file) && !readFileSync(join(ROOT, file), "utf8").startsWith(line)),
);
for (const file of misplaced) console.error(`${file}: its directive is not the first line`);

const found = problemsIn(importsIn(ROOT, productFiles(ROOT)));
for (const { from, to, why } of found) console.error(`${from}: imports ${to}: ${why}`);
if (found.length + misplaced.length > 0) process.exit(1);
