import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { getPluginApi, type RscPluginManager } from "@vitejs/plugin-rsc";
import type { Plugin } from "vite";

const PROJECT = join(import.meta.dirname, "..");
const TABLE = "\0virtual:vite-rsc/client-references";
const ENTRY = /"(\w+)": async \(\) => \{\s+const m = await import\("([^"]+)"\);\s+return m\.export_\w+;\s+\},/g;
const BINDINGS = "\0react-bindings/";
const EXPORTS: Record<string, string> = {
  react:
    "Children, Component, Fragment, StrictMode, cloneElement, createContext, createElement, isValidElement, memo, startTransition, use, " +
    "useCallback, useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore",
  "react/jsx-runtime": "Fragment, jsx",
};
/** React asks for it in development only. */
const SOURCE_MAPS = "\t\tfindSourceMapURL,\n";

/** Short names of client components: the shell lists all of them, a page those that it shows. */
export function shortReferences(): Plugin {
  let manager: RscPluginManager;
  const files = new Map<string, string>();
  return {
    name: "short-references",
    apply: "build",
    configResolved(config) {
      const api = getPluginApi(config);
      if (!api) throw new Error("short-references needs the plugin of server components");
      manager = api.manager;
    },
    transform: {
      order: "post",
      handler(code, id) {
        if (this.environment.name === "client" && id === TABLE && !manager.isScanBuild) return { code: tableOf(code), map: null };
        const reference = manager.clientReferenceMetaMap[id];
        if (this.environment.name !== "rsc" || !reference) return null;
        const file = relative(PROJECT, id);
        const short = shortKey(file);
        if ((files.get(short) ?? file) !== file)
          this.error(`${file} and ${files.get(short)} would have equal references: rename one of the files`);
        files.set(short, file);
        if (!code.includes("registerClientReference(")) return null;
        if (!code.includes(`"${reference.referenceKey}"`))
          this.error("plugin-rsc has changed: see how it names client components");
        const named = code.replaceAll(`"${reference.referenceKey}"`, `"${short}"`);
        reference.referenceKey = short;
        return { code: named, map: null };
      },
    },
  };
}

export function shortKey(file: string): string {
  return `r${createHash("sha256").update(file).digest("base64url").replaceAll(/\W|_/g, "").slice(0, 3)}`;
}

/** One loader for each file of the browser; the server alone reads what the routes' modules export. */
export function tableOf(code: string): string {
  const groups = new Map<string, string[]>();
  const rest = code.replaceAll(ENTRY, (_entry, key: string, group: string) => {
    groups.set(group, [...(groups.get(group) ?? []), key]);
    return "";
  });
  if (!/^export default \{\s*\};\s*$/.test(rest)) throw new Error("plugin-rsc has changed: see how it lists client components");
  const lists = [...groups].filter(([group]) => !group.endsWith("/group/routes"));
  const added = lists.map(([group, keys]) => `add(() => import("${group}"), "${keys.join(" ")}");`);
  return (
    "const table = {};\n" +
    "const add = (load, keys) => {\n" +
    '  for (const key of keys.split(" ")) table[key] = () => load().then((all) => all["export_" + key]);\n' +
    `};\n${added.join("\n")}\nexport default table;\n`
  );
}

/** React is CommonJS, and each call of it would be `(0, react.jsx)(…)`: as bindings of a module it is `jsx(…)`. */
export function reactBindings(): Plugin {
  return {
    name: "react-bindings",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      if (this.environment.name !== "client" || !EXPORTS[source] || !importer) return null;
      return /^\0react-bindings|\/node_modules\/(?:react|scheduler)/.test(importer) ? null : BINDINGS + source;
    },
    transform(code, id) {
      if (this.environment.name !== "client" || !id.endsWith("/plugin-rsc/dist/react/browser.js")) return null;
      if (code.split(SOURCE_MAPS).length !== 3) this.error("plugin-rsc has changed: see what it gives to React's decoder");
      return { code: code.replaceAll(SOURCE_MAPS, ""), map: null };
    },
    load(id) {
      if (!id.startsWith(BINDINGS)) return null;
      const source = id.slice(BINDINGS.length);
      // Outside of development both functions are one.
      const more = source === "react" ? "export default all;" : "export { jsx as jsxs };";
      return `import all from "${source}";\nexport const { ${EXPORTS[source]} } = all;\n${more}\n`;
    },
  };
}
