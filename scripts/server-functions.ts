import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getPluginApi, type RscPluginManager } from "@vitejs/plugin-rsc";
import { type Plugin, parseSync } from "vite";

const ROOT = join(import.meta.dirname, "..");
const DEV = "app/routes/server/dev/";
const NAME = "server-functions";
const TABLE = "\0virtual:vite-rsc/server-references";

/** Sorted names of exported functions by path of the file. */
export type Functions = Map<string, string[]>;

/** Files that begin with "use server". */
export function serverFunctions(root: string, local: boolean): Functions {
  const found: Functions = new Map();
  for (const file of globSync("{app,worker}/**/*.{ts,tsx}", { cwd: root }).sort()) {
    if (/\.test\.tsx?$/.test(file) || (!local && file.startsWith(DEV))) continue;
    const text = readFileSync(join(root, file), "utf8");
    if (!/^["']use server["']/.test(text)) continue;
    const exported = parseSync(file, text).module.staticExports.flatMap(({ entries }) => entries);
    const names = exported.filter(({ isType }) => !isType).map(({ exportName }) => exportName.name ?? "default");
    found.set(join(root, file), names.sort());
  }
  return found;
}

/** Names the files whose functions differ in what a build `met`. Names also those that only its table imports. */
export function differences(ahead: Functions, met: Functions, imported: Set<string>): string[] {
  const all = [...new Set([...ahead.keys(), ...met.keys()])];
  const other = all.filter((id) => ahead.get(id)?.join() !== met.get(id)?.join());
  return [
    ...other.map((id) => `${id}: found ahead ${ahead.get(id)?.join() || "nothing"}, built ${met.get(id)?.join() || "nothing"}`),
    ...[...ahead.keys()].filter((id) => !imported.has(id)).map((id) => `${id}: no page imports its server functions`),
  ];
}

/**
 * @vitejs/plugin-rsc 0.5.38 first builds the server and the pages of a first visit in vain, to find the server functions. That was more
 * than a quarter of a build. Here their files tell them; the build compares them with those it meets.
 */
export function serverFunctionsAhead(local: boolean, root = ROOT): Plugin {
  let manager: RscPluginManager;
  let passesLeft = 2;
  let ahead: Functions = new Map();
  const met: Functions = new Map();
  const imported = new Set<string>();
  return {
    name: NAME,
    apply: "build",
    configResolved(config) {
      const api = getPluginApi(config);
      if (!api) throw new Error("server-functions needs the plugin of server components");
      manager = api.manager;
      ahead = serverFunctions(root, local);
    },
    buildApp: {
      order: "pre",
      async handler(builder) {
        const { serverReferences } = manager;
        for (const [id, exportNames] of ahead)
          serverReferences.replaceClaim(NAME, id, { ...serverReferences.resolve(id, "rsc"), exportNames });
        const build = builder.build;
        builder.build = async (environment) => {
          if (!manager.isScanBuild) return build(environment);
          passesLeft -= 1;
          return [];
        };
      },
    },
    buildEnd(error) {
      if (error) return;
      for (const id of ahead.keys()) {
        const { importers = [], dynamicImporters = [] } = this.getModuleInfo(id) ?? {};
        if ([...importers, ...dynamicImporters].some((importer) => importer !== TABLE)) imported.add(id);
      }
      // plugin-rsc forgets a function within a file that the browser's build or the first visit's meets too.
      for (const [id, claims] of manager.serverReferences.claimMap) {
        const names = claims.get("rsc:use-server")?.exportNames;
        if (names) met.set(id, [...new Set([...(met.get(id) ?? []), ...names])].sort());
      }
      // The pages of a first visit are built last, and show what is imported in the browser alone.
      if (this.environment.name !== "ssr") return;
      if (passesLeft !== 0) this.error("plugin-rsc has changed: see how it finds the server functions");
      const problems = differences(ahead, met, imported);
      if (problems.length > 0) this.error(`server functions:\n${problems.join("\n")}`);
    },
  };
}
