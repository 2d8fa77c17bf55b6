// Compares keys, placeholders and plural forms of all locales. `node scripts/check-locales.ts fi` prints missing keys as
// JSON with the English texts.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AVAILABLE } from "#locales/index.ts";
import { leaves, placesOf, problemsOf, type Tree } from "./locales/tree.ts";

const ROOT = join(import.meta.dirname, "..");

const problems: string[] = [];
const english = leaves(read("en"));

const [language] = process.argv.slice(2);
if (language) {
  console.log(JSON.stringify(missingIn(language), null, 2));
  process.exit(0);
}

for (const tag of AVAILABLE) {
  const texts = leaves(read(tag));
  for (const [key, source] of english) {
    problems.push(...problemsOf(tag, key, source, texts.get(key)));
  }
  for (const key of texts.keys()) if (!english.has(key)) problems.push(`${tag}: ${key} is not in English`);
}

const used = keysInCode();
for (const key of english.keys()) if (!isUsed(key)) problems.push(`en: ${key} is used nowhere`);

// Biome checks text between tags (noJsxLiterals).
for (const file of globSync("app/**/*.tsx", { cwd: ROOT, exclude: (path) => path.startsWith("app/routes/server/dev") })) {
  const text = readFileSync(join(ROOT, file), "utf8");
  for (const [said] of text.matchAll(/\s(?:aria-label|alt|title|placeholder|label)="[^"]*\p{L}{2}[^"]*"/gu)) {
    problems.push(`${file.slice(ROOT.length + 1)}: a text outside of the catalogue:${said}`);
  }
}

// A missing value leaves a silent gap in the text. The check does not follow values built elsewhere.
for (const file of globSync("{app,worker}/**/*.{ts,tsx}", { cwd: ROOT })) {
  const code = readFileSync(join(ROOT, file), "utf8");
  for (const [, key = "", values = ""] of code.matchAll(/\bt\(\s*"([\w.-]+)"\s*(?:,\s*(\{[^{}]*\})\s*,?\s*)?\)/g)) {
    if (values.includes("...")) continue;
    const given = new Set([...values.matchAll(/[{,]\s*(\w+)\s*(?=[:,}])/g)].map(([, name]) => name));
    const lacking = placesOf(english.get(key) ?? "")
      .split(", ")
      .filter((name) => name !== "" && !given.has(name));
    if (lacking.length > 0) problems.push(`${file.slice(ROOT.length + 1)}: ${key} is said without {${lacking.join(", ")}}`);
  }
}

for (const path of globSync("{fr.json,pages/fr/*.md}", { cwd: join(ROOT, "locales") })) {
  const lines = readFileSync(join(ROOT, "locales", path), "utf8").replace(/^(\s*"\w[\w-]*"): /gm, "$1:");
  for (const [found] of lines.matchAll(/[^ \n]* (?:[?!;:»%]|(?<=« ))[^\n]{0,12}/gu)) {
    problems.push(`${path}: "${found}" may break beside the sign`);
  }
}

// Each section of a long text has as many lines in every language, and the same flags.
const LONG = "locales/pages";
for (const path of globSync("*.md", { cwd: join(ROOT, LONG, "en") })) {
  const wanted = sectionsOf(join(ROOT, LONG, "en", path));
  for (const tag of AVAILABLE) {
    const file = join(ROOT, LONG, tag, path);
    if (!existsSync(file)) continue;
    const given = sectionsOf(file);
    for (const part of new Set([...wanted.keys(), ...given.keys()])) {
      const [there, here] = [wanted.get(part) ?? "none", given.get(part) ?? "none"];
      if (there !== here) problems.push(`${tag}/${path} #${part}: ${here}, in English ${there}`);
    }
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

/** Such as `5 lines #payments ^payments`, by the id of their heading. */
function sectionsOf(file: string): Map<string, string> {
  const found = new Map<string, string[]>();
  const lines = new Map<string, number>();
  let part = "top";
  let open: string[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    part = /^## .*\{#([\w-]+)\}$/.exec(line)?.[1] ?? part;
    if (line !== "") lines.set(part, (lines.get(part) ?? 0) + 1);
    for (const [, sign = "", flag = ""] of line.matchAll(/\{\{([#^/])(\w+)\}\}/g)) {
      if (sign !== "/") {
        found.set(part, [...(found.get(part) ?? []), `${sign}${flag}`]);
        open = [...open, flag];
      } else if (open.pop() !== flag) problems.push(`${file.slice(ROOT.length + 1)}: {{/${flag}}} closes what is not open`);
    }
  }
  if (open.length > 0) problems.push(`${file.slice(ROOT.length + 1)}: {{#${open.join("}}, {{#")}}} is not closed`);
  return new Map([...lines].map(([name, count]) => [name, [`${count} lines`, ...(found.get(name) ?? []).sort()].join(" ")]));
}

function read(tag: string): Tree {
  return JSON.parse(readFileSync(join(ROOT, `locales/${tag}.json`), "utf8"));
}

function missingIn(tag: string): Record<string, string | Tree> {
  const texts = existsSync(join(ROOT, `locales/${tag}.json`)) ? leaves(read(tag)) : new Map<string, string | Tree>();
  return Object.fromEntries([...english].filter(([key]) => !texts.has(key)));
}

/** Finds t("a.b") and the fixed prefix of t(`a.b.${code}`). */
function keysInCode(): { exact: Set<string>; prefixes: string[] } {
  const exact = new Set<string>();
  const prefixes: string[] = [];
  for (const file of globSync("{app,worker,locales}/**/*.{ts,tsx}", { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const match of text.matchAll(/"([a-z][\w-]*(?:\.[\w-]+)+)"/g)) exact.add(match[1] as string);
    for (const match of text.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{/g)) prefixes.push(match[1] as string);
    for (const match of text.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)+)`/g)) exact.add(match[1] as string);
  }
  return { exact, prefixes };
}

function isUsed(key: string): boolean {
  return used.exact.has(key) || used.prefixes.some((prefix) => key.startsWith(prefix));
}
