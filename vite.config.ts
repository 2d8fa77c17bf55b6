import { cloudflare } from "@cloudflare/vite-plugin";
import { unstable_reactRouterRSC as reactRouterRSC } from "@react-router/dev/vite";
import rsc from "@vitejs/plugin-rsc";
import { createLogger, defineConfig, type LogOptions, type Plugin } from "vite";
import routes from "./app/routes.ts";
import product from "./package.json" with { type: "json" };
import { browserCalls } from "./scripts/browser-calls.ts";
import { BROWSER_CHUNKS, chunkOf } from "./scripts/browser-chunks.ts";
import { browserReferences } from "./scripts/browser-references.ts";
import { routeModulesOnce } from "./scripts/route-modules.ts";
import { LOCAL_SECRETS } from "./scripts/secrets.ts";
import { serverFunctionsAhead } from "./scripts/server-functions.ts";
import { linkedStyles, styleSheets } from "./scripts/style-sheets.ts";

// Deployed builds exclude the pages under /dev and the printed log-in links.
const local = process.env.LIAISON_TARGET === "local";

export default defineConfig(({ command }) => ({
  customLogger: quiet(),
  define: {
    __LOCAL__: JSON.stringify(local),
    __BUILD__: JSON.stringify(process.env.LIAISON_BUILD ?? Date.now().toString(36)),
    __VERSION__: JSON.stringify(product.version),
  },
  // The first browsers with light-dark() and relative colours: the minifier must keep both.
  build: { assetsInlineLimit: 0, cssTarget: ["chrome123", "firefox128", "safari18"] },
  // Five signs: with four, two of our classes had one name.
  css: { modules: command === "build" ? { generateScopedName: "_[hash:base64:5]" } : {} },
  environments: {
    rsc: { build: { cssCodeSplit: false } },
    client: {
      build: {
        cssCodeSplit: false,
        modulePreload: false,
        rolldownOptions: {
          output: { codeSplitting: BROWSER_CHUNKS },
          // Of a route only the `handle` is left, not what it imports.
          treeshake: { moduleSideEffects: [{ test: /\/worker\//, sideEffects: false }] },
        },
      },
    },
  },
  // `cloudflare` stays last: before the others it loses the exports of worker/server/index.ts.
  plugins: [
    browserCalls(),
    browserReferences(),
    styleSheets(routes),
    linkedStyles(),
    oneRouteTable(),
    ownServerFunctions(),
    kvSessions(),
    reactRouter(),
    noRouteStubs(),
    serverFunctionsAhead(local),
    // Routes link the style sheets of their components; otherwise each component would link them again.
    rsc({ serverHandler: false, rscCssTransform: false, clientChunks: ({ normalizedId }) => chunkOf(normalizedId) ?? "shell" }),
    cloudflare({
      persistState: { path: process.env.LIAISON_DEV_DATA ?? ".data/dev" },
      viteEnvironment: { name: "rsc", childEnvironments: ["ssr"] },
      ...(local && { config: { vars: { ...LOCAL_SECRETS, ...devVars() } } }),
    }),
  ],
}));

/** Port in links of mails that no request triggers, push keys and push service; the server process passes them to the build. */
function devVars() {
  const { LIAISON_DEV_PORT: port, PUSH_KEYS: keys, PUSH_SERVICE: service, SQL_KEY } = process.env;
  return {
    ...(port && SQL_KEY && { LOCAL_PORT: port, SQL_KEY }),
    ...(port && keys && { PUSH_KEYS: keys, PUSH_SERVICE: service }),
  };
}

/** Its client version is added to the manifest that plugin-rsc 0.5.38 makes in a handler of the same order: it must come later. */
function reactRouter(): Plugin[] {
  const name = "react-router/rsc/virtual-client-version";
  const plugins = reactRouterRSC() as Plugin[];
  if (!plugins.some((plugin) => plugin.name === name))
    throw new Error("React Router has changed: see who adds the client version");
  const later = plugins.map((plugin) => (plugin.name === name ? { ...plugin, enforce: "post" as const } : plugin));
  return routeModulesOnce(later, /\/app\/(root\.|layouts\/|routes\/)/);
}

/** React Router 8.4.0 rebuilds its route table for every request, tries all of it, and looks for routes of its browser side. */
function oneRouteTable(): Plugin {
  const made = "createStaticHandler(routes, { basename })";
  const tries = "for (let i = 0; matches == null && i < branches.length; ++i) matches = matchRouteBranch(";
  const tables = /(?<=patches = )getAdditionalRoutePatches\(getPathsWithAncestors\([^;]+;/;
  return {
    name: "one-route-table",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/react-router\/dist\/production\/index-react-server\.js$/.test(id.split("?")[0] as string)) return;
      const parts = code.split(made);
      if (parts.length !== 3 || !tables.test(code) || code.split(tries).length !== 2)
        this.error("React Router has changed: see whether it still builds its routes for every request");
      const kept =
        "const keptHandlers = new WeakMap();\n" +
        "function keptStaticHandler(routes, basename) {\n" +
        `  if (basename !== "/") return ${made};\n` +
        `  if (!keptHandlers.has(routes)) keptHandlers.set(routes, ${made});\n` +
        "  return keptHandlers.get(routes);\n" +
        "}\n" +
        // A branch matches paths of as many segments, and of its first one if that is fixed.
        "const keptBranches = new WeakMap();\n" +
        "const segmentsOf = (path) => path.replace(/\\/+$/, '').toLowerCase().split('/').slice(1);\n" +
        "function branchesOf(all, path) {\n" +
        "  if (!keptBranches.has(all)) keptBranches.set(all, all.some(({ path }) => path.includes('*')) ? null : groupsOf(all));\n" +
        "  const groups = keptBranches.get(all);\n" +
        "  if (!groups) return all;\n" +
        "  const { 0: first, length } = segmentsOf(path);\n" +
        "  return groups.get(first + '/' + length) ?? groups.get(':/' + length) ?? [];\n" +
        "}\n" +
        "function groupsOf(all) {\n" +
        "  const segments = all.map(({ path }) => segmentsOf(path));\n" +
        "  const firsts = segments.map(([first = '']) => (/^[\\w-]+$/.test(first) ? first : ':'));\n" +
        "  const keys = firsts.map((first, index) => first + '/' + segments[index].length);\n" +
        "  const groups = new Map(keys.map((key) => [key, []]));\n" +
        "  const ofLength = Map.groupBy(groups.keys(), (key) => key.split('/')[1]);\n" +
        // A route that begins with a parameter is tried beside each fixed one.
        "  for (const [index, branch] of all.entries()) {\n" +
        "    const mine = firsts[index] === ':' ? ofLength.get(String(segments[index].length)) : [keys[index]];\n" +
        "    for (const key of mine) groups.get(key).push(branch);\n" +
        "  }\n" +
        "  return groups;\n" +
        "}\n";
      const joined = parts
        .join("keptStaticHandler(routes, basename)")
        .replace(tables, "undefined;")
        .replace(tries, `if (precomputedBranches && !allowPartial) branches = branchesOf(branches, decoded);\n${tries}`);
      return { code: `${joined}\n${kept}`, map: null };
    },
  };
}

/** React Router 8.4.0 gives each route a client component, which only its hot reload needs (see check-build.ts). */
function noRouteStubs(): Plugin {
  const stub = "    React.createElement(EnsureClientRouteModuleForHMR___, null),\n";
  return {
    name: "no-route-stubs",
    apply: "build",
    // After React Router's own transform, which comes earlier in the list.
    enforce: "pre",
    transform: (code) => (code.includes(stub) ? { code: code.replaceAll(stub, ""), map: null } : null),
  };
}

/** @vitejs/plugin-rsc 0.5.38 finds names of Object.prototype among the modules with server functions. */
function ownServerFunctions(): Plugin {
  const found = "serverReferences[id]";
  return {
    name: "own-server-functions",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (
        !/plugin-rsc\/dist\/shared-[\w-]+\.js$/.test(id.split("?")[0] as string) ||
        !code.includes("virtual:vite-rsc/server-references")
      )
        return;
      const parts = code.split(found);
      if (parts.length !== 2) this.error("plugin-rsc has changed: see whether it still finds what is not its own");
      return { code: parts.join(`(Object.hasOwn(serverReferences, id) ? ${found} : undefined)`), map: null };
    },
  };
}

/** @react-router/cloudflare 8.3.1 also imports the handler of a router without server components, which this one lacks. */
function kvSessions(): Plugin {
  const id = "\0router-of-kv-sessions";
  return {
    name: "kv-sessions",
    enforce: "pre",
    resolveId: (source, importer) => (source === "react-router" && importer?.includes("/@react-router/cloudflare/") ? id : null),
    load: (asked) =>
      asked === id
        ? 'export { createSessionStorage } from "react-router";\nexport const createRequestHandler = undefined;\n'
        : null,
  };
}

/** Drops harmless warnings of every build: React's directives, short source maps, and React's eval(), which workerd lacks. */
function quiet() {
  const logger = createLogger();
  const known =
    /MODULE_LEVEL_DIRECTIVE|SOURCEMAP_BROKEN|FILE_NAME_CONFLICT|RSC Framework Mode|React (requires|will never use) eval\(\)/;
  for (const level of ["info", "warn", "error"] as const) {
    const say = logger[level];
    logger[level] = (message: string, options?: LogOptions) => {
      if (!known.test(message)) say(message, options);
    };
  }
  return logger;
}
