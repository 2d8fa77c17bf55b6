import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

const PROJECT = join(import.meta.dirname, "..");
/** Our global classes begin with a small letter, names that advertisement blockers hide with A. */
const FIRST = "BCDEFGHIJKLMNOPQRSTUVWXYZ";
const SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const files = new Map<string, string>();
const numbers = new Map<string, Map<string, number>>();

/** Short class names in sheets, scripts and pages of a build; development keeps Vite's, which say what they name. */
export function shortClassNames(): Plugin {
  return {
    name: "short-class-names",
    apply: "build",
    config: () => ({ css: { modules: { generateScopedName: classNameOf } } }),
  };
}

/** Three signs for the file, then the class by its place in it. All environments read a file in the same order. */
export function classNameOf(name: string, path: string): string {
  const file = relative(PROJECT, path.split("?")[0] as string);
  const [one = 0, two = 0, three = 0] = createHash("sha256").update(file).digest();
  const prefix = `${signOf(one, FIRST)}${signOf(two)}${signOf(three)}`;
  const other = files.get(prefix) ?? file;
  if (other !== file) throw new Error(`the classes of ${file} and ${other} would have equal names: rename one of the files`);
  files.set(prefix, file);
  const known = numbers.get(file) ?? new Map<string, number>();
  numbers.set(file, known);
  const number = known.get(name) ?? known.size;
  known.set(name, number);
  return prefix + inSigns(number);
}

function inSigns(number: number): string {
  const rest = Math.floor(number / SIGNS.length);
  return (rest > 0 ? inSigns(rest) : "") + signOf(number);
}

function signOf(number: number, signs = SIGNS): string {
  return signs[number % signs.length] as string;
}
