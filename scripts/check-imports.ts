// Who may import whom: docs/decisions/0036-import-rules.md.
import { join } from "node:path";
import { problemsIn } from "./imports/check.ts";
import { importsIn, productFiles } from "./imports/imports.ts";

const ROOT = join(import.meta.dirname, "..");

const problems = problemsIn(importsIn(ROOT, productFiles(ROOT)));
for (const { from, to, why } of problems) console.error(`${from}: imports ${to}: ${why}`);
if (problems.length > 0) process.exit(1);
