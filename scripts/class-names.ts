import { createHash } from "node:crypto";
import { join, relative } from "node:path";

const PROJECT = join(import.meta.dirname, "..");
const SIGNS = 4;
const files = new Map<string, string>();

/** A class by its name and its file. Vite's own names are longer by a third, in sheets, scripts and pages. */
export function classNameOf(name: string, path: string): string {
  const file = relative(PROJECT, path.split("?")[0] as string);
  const hash = createHash("sha256").update(file).digest("base64url").replaceAll(/\W|_/g, "").slice(0, SIGNS);
  const other = files.get(hash) ?? file;
  if (other !== file) throw new Error(`the classes of ${file} and ${other} would have equal names: rename one of the files`);
  files.set(hash, file);
  return `${name}_${hash}`;
}
