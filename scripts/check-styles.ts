// A class that its CSS module does not define is `undefined` at run time.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { productFiles } from "./imports/imports.ts";
import { missingClasses } from "./styles/classes.ts";

const ROOT = join(import.meta.dirname, "..");

let sheets = 0;
let failed = false;
for (const file of productFiles(ROOT)) {
  const read = (sheet: string) => {
    sheets++;
    const path = sheet.startsWith("#") ? join(ROOT, sheet.slice(1)) : join(ROOT, dirname(file), sheet);
    return readFileSync(path, "utf8");
  };
  for (const { sheet, name } of missingClasses(readFileSync(join(ROOT, file), "utf8"), read)) {
    console.error(`${file}: ${sheet} has no class ${name}`);
    failed = true;
  }
}
if (sheets === 0) console.error("no file imports a CSS module");
if (failed || sheets === 0) process.exitCode = 1;
