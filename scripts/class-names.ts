import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";

const PROJECT = join(import.meta.dirname, "..");
/** Our global classes begin with a small letter, names that advertisement blockers hide with A. */
const FIRST = "BCDEFGHIJKLMNOPQRSTUVWXYZ";
const SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const prefixes = prefixesOf(globSync("app/**/*.module.css", { cwd: PROJECT }));
const numbers = new Map<string, Map<string, number>>();

/** Short class names in sheets, scripts and pages of a build; development keeps Vite's, which say what they name. */
export function shortClassNames(): Plugin {
  return {
    name: "short-class-names",
    apply: "build",
    config: () => ({ css: { modules: { generateScopedName: classNameOf } } }),
  };
}

/** Two signs for the file, then the class by its place in it. All environments read a file in the same order. */
export function classNameOf(name: string, path: string): string {
  const file = relative(PROJECT, path.split("?")[0] as string);
  const prefix = prefixes.get(file);
  if (!prefix) throw new Error(`${file} is no CSS module below app/`);
  const known = numbers.get(file) ?? new Map<string, number>();
  numbers.set(file, known);
  const number = known.get(name) ?? known.size;
  known.set(name, number);
  return prefix + inSigns(number);
}

/** Related files begin alike, which compresses; a new file moves the names of few others. */
export function prefixesOf(files: readonly string[]): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    files.toSorted().map((file) => {
      const first = signOf(createHash("sha256").update(dirname(file)).digest()[0] ?? 0, FIRST);
      const count = counts.get(first) ?? 0;
      counts.set(first, count + 1);
      if (count >= SIGNS.length) throw new Error(`too many CSS modules begin with ${first}, ${file} for one: see class-names.ts`);
      return [file, first + signOf(count)];
    }),
  );
}

function inSigns(number: number): string {
  const rest = Math.floor(number / SIGNS.length);
  return (rest > 0 ? inSigns(rest) : "") + signOf(number);
}

function signOf(number: number, signs = SIGNS): string {
  return signs[number % signs.length] as string;
}
