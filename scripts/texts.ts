// `npm run texts -- export FOLDER [tag …]` writes catalogues as i18next JSON v4, which Weblate, Crowdin and others read.
// `npm run texts -- import FILE …` checks such files and takes their texts over.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { AVAILABLE } from "#locales/index.ts";
import { fromI18next, toI18next } from "./locales/i18next.ts";
import type { Tree } from "./locales/tree.ts";
import { fail } from "./terminal.ts";
import { readText } from "./text-file.ts";

const LOCALES = join(import.meta.dirname, "../locales");
const USE = "Use: npm run texts -- export FOLDER [tag …], or import FOLDER/de.json …";
const [what, ...names] = process.argv.slice(2);

if (what === "export" && names[0] !== undefined) writeAll(names[0], names.slice(1));
else if (what === "import" && names.length > 0) takeOver(names);
else fail(USE);

function writeAll(folder: string, tags: string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const tag of tags.length > 0 ? tags.map(known) : AVAILABLE) write(join(folder, `${tag}.json`), toI18next(catalogue(tag)));
  console.log(`✓ ${folder}`);
}

/** All or nothing. */
function takeOver(files: string[]): void {
  const english = catalogue("en");
  const read = files.map((file) => {
    const tag = known(basename(file, ".json"));
    return { tag, ...fromI18next(tag, jsonIn(file), english) };
  });
  const problems = read.flatMap((one) => one.problems);
  if (problems.length > 0) fail(`Nothing was taken over:\n  ${problems.join("\n  ")}`);
  for (const { tag, tree } of read) write(join(LOCALES, `${tag}.json`), tree);
  console.log(`✓ ${read.map(({ tag }) => `locales/${tag}.json`).join(", ")}. Now run npm run check.`);
}

function known(tag: string): string {
  return AVAILABLE.some((one) => one === tag) ? tag : fail(`There are no texts in "${tag}". ${USE}`);
}

function catalogue(tag: string): Tree {
  return JSON.parse(readFileSync(join(LOCALES, `${tag}.json`), "utf8"));
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readText(file));
  } catch (error) {
    return fail(`${file}: ${(error as Error).message}`);
  }
}

function write(file: string, tree: Tree): void {
  writeFileSync(file, `${JSON.stringify(tree, null, 2)}\n`);
}
