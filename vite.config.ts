import { cloudflare } from "@cloudflare/vite-plugin";
import { unstable_reactRouterRSC as reactRouterRSC } from "@react-router/dev/vite";
import rsc from "@vitejs/plugin-rsc";
import { createLogger, defineConfig, type LogOptions, type Plugin } from "vite";
import { LOCAL_SECRETS } from "./scripts/secrets.ts";

// The pages under /dev and the printed log-ins belong to a machine of one's own: a deployed build does not contain them.
const local = process.env.LIAISON_TARGET === "local";

export default defineConfig({
  customLogger: quiet(),
  define: { __LOCAL__: JSON.stringify(local), __BUILD__: JSON.stringify(Date.now().toString(36)) },
  // The first browsers that know light-dark() and colours made of colours: the minifier must leave both to them.
  build: { assetsInlineLimit: 0, cssTarget: ["chrome123", "firefox128", "safari18"] },
  // One style sheet for all pages: after the first page it comes out of the browser's cache.
  environments: { rsc: { build: { cssCodeSplit: false } }, client: { build: { cssCodeSplit: false } } },
  // `cloudflare` stays last: before the others it loses worker/index.ts and the objects it exports.
  plugins: [
    oneRouteTable(),
    ownServerFunctions(),
    reactRouterRSC(),
    // Routes link what they and their components are styled with; components by themselves would each link it again.
    rsc({ serverHandler: false, rscCssTransform: false }),
    cloudflare({
      persistState: { path: process.env.LIAISON_DEV_DATA ?? ".data/dev" },
      viteEnvironment: { name: "rsc", childEnvironments: ["ssr"] },
      ...(local && { config: { vars: { ...LOCAL_SECRETS, ...devPort() } } }),
    }),
  ],
});

/** Where the links of mails lead that no request asked for; a build is told by what serves it. */
function devPort() {
  const port = process.env.LIAISON_DEV_PORT;
  return port && { LOCAL_PORT: port };
}

/** React Router 8.4.0 builds its table of all routes anew for every request; it holds nothing of one and can be kept. */
function oneRouteTable(): Plugin {
  const made = "createStaticHandler(routes, { basename })";
  return {
    name: "one-route-table",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/react-router\/dist\/production\/index-react-server\.js$/.test(id.split("?")[0] as string)) return;
      const parts = code.split(made);
      if (parts.length !== 3) this.error("React Router has changed: see whether it still builds its routes for every request");
      const kept =
        "const keptHandlers = new WeakMap();\n" +
        "function keptStaticHandler(routes, basename) {\n" +
        `  if (basename !== "/") return ${made};\n` +
        `  if (!keptHandlers.has(routes)) keptHandlers.set(routes, ${made});\n` +
        "  return keptHandlers.get(routes);\n" +
        "}\n";
      return { code: `${parts.join("keptStaticHandler(routes, basename)")}\n${kept}`, map: null };
    },
  };
}

/** @vitejs/plugin-rsc 0.5.35 finds the names of Object.prototype among the modules that hold server functions. */
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

/**
 * What is said of every build, or of every start with hot reload, and means nothing: React's directives are read before
 * bundling, the plugins' maps are short, React builds stacks with eval(), which workerd does not have.
 */
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
