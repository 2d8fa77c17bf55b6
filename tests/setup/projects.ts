import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

const ROOT = join(import.meta.dirname, "../..");

/** Modules that only workerd has. */
const isPlatform = (specifier: string) => specifier.startsWith("cloudflare:") || specifier.endsWith(".wasm");

/** Unit tests by runtime: workerd runs files whose imports reach a platform module, Node all others. */
export function unitTests(patterns: string[]): { node: string[]; workerd: string[] } {
  const reachable = new Map<string, Set<string>>();
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  const inWorkerd = new Set(files.filter((file) => [...importsOf(join(ROOT, file), reachable)].some(isPlatform)));
  return { node: files.filter((file) => !inWorkerd.has(file)), workerd: [...inWorkerd] };
}

/** Transitive imports of a file: our own paths, packages by specifier. */
function importsOf(entry: string, parsed: Map<string, Set<string>>): Set<string> {
  const seen = new Set([entry]);
  for (const path of seen) {
    if (!/^\/.*\.tsx?$/.test(path)) continue;
    const direct = parsed.get(path) ?? directImports(path);
    parsed.set(path, direct);
    for (const one of direct) seen.add(one);
  }
  return seen;
}

function directImports(path: string): Set<string> {
  const source = readFileSync(path, "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module;
  const specifiers = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => /^(["'])(.+)\1$/.exec(source.slice(start, end))?.[2] ?? []),
  ];
  return new Set(specifiers.map((specifier) => resolved(specifier.replace(/\?.*$/, ""), path)));
}

function resolved(specifier: string, from: string): string {
  if (specifier.startsWith("#")) return join(ROOT, specifier.slice(1));
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  return specifier;
}
