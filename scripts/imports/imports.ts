import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { parseSync } from "vite";

export interface Import {
  from: string;
  /** A path from the project's root, or a package as written. */
  to: string;
  typeOnly: boolean;
}

/** Leaves out tests and local tools. */
export function productFiles(root: string): string[] {
  return globSync("{app,worker,db,locales}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !/\.(test|d)\.tsx?$/.test(file) && !file.startsWith("app/routes/server/dev/"))
    .sort();
}

export function importsIn(root: string, files: string[]): Import[] {
  return files.flatMap((file) => importsOf(file, readFileSync(join(root, file), "utf8")));
}

export function importsOf(from: string, text: string): Import[] {
  const { module, errors } = parseSync(from, text);
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`);
  const found = (specifier: string, typeOnly: boolean): Import => ({ from, to: resolve(from, specifier), typeOnly });
  const dynamic = new Set(module.dynamicImports.map(({ start }) => start));
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      found(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType)),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.moduleRequest ? [found(entry.moduleRequest.value, entry.isType)] : [])),
    ),
    // The parser lists runtime imports only; a regular expression finds type imports.
    ...[...text.matchAll(/\bimport\(\s*["'`]([^"'`]+)["'`]/g)].map((match) => found(match[1] ?? "", !dynamic.has(match.index))),
  ];
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? join(dirname(from), specifier) : specifier;
}
