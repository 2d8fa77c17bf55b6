import { createRequire } from "node:module";
import { getPluginApi, type RscPluginManager } from "@vitejs/plugin-rsc";
import { type MinifyOptions, minify } from "terser";
import type { Plugin, Rollup } from "vite";

const RUNTIME = "rolldownRuntime";
const OPTIONS: MinifyOptions = { module: true, ecma: 2020, compress: { passes: 3 } };
const { version: terser } = createRequire(import.meta.url)("terser/package.json") as { version: string };

/** Saves two requests per page: the document starts the shell, and React's file includes the bundler's runtime. */
export function fewerFiles(): Plugin {
  let manager: RscPluginManager;
  return {
    name: "fewer-files",
    apply: "build",
    configResolved(config) {
      const api = getPluginApi(config);
      if (!api) throw new Error("fewer-files needs the plugin of server components");
      manager = api.manager;
    },
    // Names are made before terser runs: another terser must not write other bytes under the same name.
    augmentChunkHash: () => `terser ${terser} ${JSON.stringify(OPTIONS)}`,
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        if (this.environment.name !== "client") return;
        const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
        const named = (wanted: string) => {
          const chunk = chunks.find(({ name }) => name === wanted);
          return chunk ?? this.error(`the file ${wanted} is missing: see browser-chunks.ts`);
        };
        const [entry, shell, runtime, react] = [named("index"), named("shell"), named("rolldown-runtime"), named("react")];
        const manifest = manager.buildAssetsManifest;
        if (!manifest?.clientEntryDeps) this.error("plugin-rsc has changed: see how it names the entry");
        if (!/^(?:import"[^"]+";?\s*)+$/.test(entry.code) || !entry.imports.includes(shell.fileName))
          this.error(`${entry.fileName} holds code: name its modules in browser-chunks.ts`);
        if (react.imports.some((name) => name !== runtime.fileName)) this.error("React's file imports code of ours");
        for (const chunk of chunks) if (chunk !== entry && chunk !== runtime) moveRuntime(chunk, { runtime, react });
        for (const chunk of chunks) if (chunk !== react && chunk !== entry) chunk.code = await smaller(chunk.code);
        manifest.clientEntryUrl = `/${shell.fileName}`;
        const gone = [entry, runtime].map(({ fileName }) => `/${fileName}`);
        for (const deps of [manifest.clientEntryDeps, ...Object.values(manifest.clientReferenceDeps)])
          deps.js = deps.js.filter((path) => !gone.includes(String(path)));
        for (const { fileName } of [entry, runtime]) delete bundle[fileName];
        const naming = chunks.filter(
          ({ fileName, code }) => bundle[fileName] && gone.some((path) => code.includes(path.slice(1))),
        );
        if (naming.length > 0) this.error(`${naming.map(({ fileName }) => fileName).join(", ")}: names a file that is gone`);
      },
    },
  };
}

function moveRuntime(chunk: Rollup.OutputChunk, { runtime, react }: Record<"runtime" | "react", Rollup.OutputChunk>): void {
  const file = fileOf(runtime);
  const imported = chunk.code.replace(new RegExp(`import\\{([^}]*)\\}from"\\./${file}";?`), (_all, names: string) => {
    const own =
      chunk === react ? `const ${RUNTIME}=${functionOf(runtime.code)}();` : `import{${RUNTIME}}from"./${fileOf(react)}";`;
    return `${own}const{${names.replaceAll(" as ", ":")}}=${RUNTIME};`;
  });
  const code = imported.replaceAll(`"${runtime.fileName}"`, `"${react.fileName}"`);
  chunk.code = chunk === react ? `${code.trimEnd()}\nexport{${RUNTIME}};` : code;
}

function functionOf(code: string): string {
  const body = code.trim().replace(/export\{([^}]*)\};?$/, (_all, names: string) => {
    const entries = names.split(",").map((name) => {
      const [own, as = own] = name.split(" as ");
      return `${as}:${own}`;
    });
    return `return{${entries.join(",")}}`;
  });
  return `(()=>{${body}})`;
}

/** Vite's minifier leaves each class in the map of its module. React's file gains nothing. */
async function smaller(code: string): Promise<string> {
  const { code: minified } = await minify(code, OPTIONS);
  if (!minified) throw new Error("terser made nothing of a file");
  return minified;
}

function fileOf({ fileName }: Rollup.OutputChunk): string {
  return fileName.slice(fileName.lastIndexOf("/") + 1);
}
