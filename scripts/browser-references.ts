import type { Plugin } from "vite";

const TABLE = "\0virtual:vite-rsc/client-references";
const ENTRY = /"(\w+)": async \(\) => \{\s+const m = await import\("([^"]+)"\);\s+return m\.export_\1;\s+\},/g;
const OF =
  "const of = (load, keys) => Object.fromEntries(keys.split(' ').map((key) => [key, async () => (await load())['export_' + key]]));";
const HELPER = "\0vite/preload-helper.js";

/** Routes, of which the server alone reads the `handle`, and the router's own layouts. No payload names them. */
const UNNAMED = /\/group\/(?:routes|router)$/;

/** The table by file, without what no payload names. */
export function tableOf(code: string): string {
  const files = Map.groupBy(code.matchAll(ENTRY), ([, , file]) => file as string);
  const rest = code.replaceAll(ENTRY, "").replaceAll(/\s/g, "");
  const unnamed = [...files.keys()].filter((file) => UNNAMED.test(file));
  if (unnamed.length !== 2 || rest !== "exportdefault{};")
    throw new Error("plugin-rsc has changed: see how it lists client components");
  for (const file of unnamed) files.delete(file);
  const rows = [...files].map(
    ([file, entries]) => `...of(() => import("${file}"), "${entries.map(([, key]) => key).join(" ")}"),`,
  );
  return `${OF}\nexport default {\n${rows.join("\n")}\n};\n`;
}

/** Every page loads the table of client components (@vitejs/plugin-rsc 0.5.38), and Vite's helper for style sheets of imports. */
export function browserReferences(): Plugin {
  return {
    name: "browser-references",
    apply: "build",
    enforce: "pre",
    // No import has sheets: `cssCodeSplit` is off in the browser's build.
    load(id) {
      if (id === HELPER && this.environment.name === "client") return "export const __vitePreload = (load) => load();";
    },
    transform: {
      order: "pre",
      handler(code, id) {
        const listed = this.environment.name === "client" && id === TABLE && code.startsWith("export default");
        return listed ? { code: tableOf(code), map: null } : null;
      },
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      for (const output of Object.values(bundle))
        if (output.type === "chunk" && output.viteMetadata?.importedCss.size)
          this.error(`${output.fileName}: imports a style sheet`);
    },
  };
}
