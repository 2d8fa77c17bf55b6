import { join, relative } from "node:path";
import type { Plugin } from "vite";

const ROOT = join(import.meta.dirname, "..");

/** Folders whose files no page is built from. */
export function isUnwatched(path: string): boolean {
  return /^(\.data|\.ci|build(-\w+)?|docs|tests)([\\/]|$)/.test(relative(ROOT, path));
}

/** What the development server need not do at its start. */
export function fewerModules(): Plugin {
  return {
    name: "liaison-fewer-modules",
    apply: "serve",
    // Before the runtime loads the Worker, which @cloudflare/vite-plugin has it do in the same hook.
    enforce: "pre",
    configEnvironment(name, { optimizeDeps }) {
      if (!optimizeDeps) return;
      // Met while the first page is compiled, it would have all packages bundled again.
      if (name === "rsc") optimizeDeps.include = [...(optimizeDeps.include ?? []), "react-router > cookie-es"];
      // It renders islands. @cloudflare/vite-plugin 1.64.0 has it bundle what only the Worker imports.
      if (name === "ssr") optimizeDeps.entries = ["app/entry.ssr.tsx"];
    },
    configureServer({ environments }) {
      // Source maps of packages would be a quarter of the bytes that the runtime reads at the start.
      for (const environment of Object.values(environments)) {
        const { fetchModule } = environment;
        environment.fetchModule = (id, importer, options) =>
          fetchModule.call(environment, id, importer, { ...options, inlineSourceMap: !id.includes("/node_modules/") });
      }
    },
  };
}
