import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { getPluginApi, type RscPluginManager } from "@vitejs/plugin-rsc";
import { transform } from "lightningcss";
import type { Plugin, Rollup } from "vite";
import { importsOf, productFiles } from "./imports/imports.ts";
import { overridesIn } from "./style-order.ts";
import { type Graph, type Page, sheetsOf } from "./style-parts.ts";

const PROJECT = join(import.meta.dirname, "..");
const ROOT = "app/root.tsx";
const LINKS = "\0virtual:vite-rsc/css?";
const PRECEDENCE = '"vite-rsc/importer-resources"';
const ADDRESSES = "deps.css";
const MODULE = /\.module\.css$/;
const LAYER = "module-";
const ALWAYS = ["icon", "button", "badge", "menu", "photo", "tint", "avatar", "alert"].map((name) => `app/ui/${name}.module.css`);
const SCRIPTED = ["app/ui/network-notes.client.tsx", "app/page/page-root.tsx"];
const OF_MEMBERS = [
  ...[
    "layouts/member-bar",
    "layouts/member-error",
    "features/discovery/likes/match-dialog",
    "features/discovery/likes/member-popups",
  ],
  ...[
    "features/discovery/members/more-results.client",
    "features/discovery/searches/save-search",
    "features/accounts/signup/activation-reminder",
  ],
].map((name) => `app/${name}.tsx`);

/**
 * Divides the build's style sheet: two for each route (the other for requests without a session), one for each `loadCss()`.
 * Rules keep their order within a sheet (decision 66).
 */
export function styleSheets(routes: RouteConfigEntry[]): Plugin[] {
  let manager: RscPluginManager;
  let whole: Rollup.OutputAsset | undefined;
  const modules = new Map<string, string>();
  const isRoute = (file: string) => file === ROOT || filesOf(routes).has(file);
  const marking: Plugin = {
    name: "style-layers",
    apply: "build",
    enforce: "pre",
    configResolved(config) {
      const api = getPluginApi(config);
      if (!api) throw new Error("style-sheets needs the plugin of server components");
      manager = api.manager;
    },
    transform(code, id) {
      // The links of parts follow the route's, in whatever order React meets them.
      const linking = id.startsWith(LINKS) && new URLSearchParams(id.slice(LINKS.length)).get("id");
      if (linking) {
        if ([PRECEDENCE, ADDRESSES].some((text) => code.split(text).length !== 2))
          this.error("plugin-rsc has changed: see how it links style sheets");
        const edge = JSON.stringify(join(PROJECT, "worker/server/edge/edge.ts"));
        const ordered = isRoute(relative(PROJECT, linking)) ? code : code.replace(PRECEDENCE, '"part"');
        const chosen = ordered.replace(ADDRESSES, "(pageEdge().session === null && deps.visitors || deps.css)");
        return { code: `import { pageEdge } from ${edge};${chosen}`, map: null };
      }
      if (!MODULE.test(id)) return null;
      const module = relative(PROJECT, id);
      const layer = layerOf(module);
      if ((modules.get(layer) ?? module) !== module)
        this.error(`${module} and ${modules.get(layer)} need names that differ in more than signs`);
      modules.set(layer, module);
      return { code: `@layer ${layer}{${code}}`, map: null };
    },
  };
  const dividing: Plugin = {
    name: "style-sheets",
    apply: "build",
    // Its handler follows plugin-rsc's, which makes the manifest: 0.5.38 makes it in a handler of the same order.
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const sheet = Object.values(bundle).find((output) => output.type === "asset" && output.names.includes("style.css"));
        if (sheet?.type !== "asset") return;
        if (this.environment.name === "rsc") whole = sheet;
        if (this.environment.name !== "client") return;
        const linked = manager.buildAssetsManifest?.serverResources;
        if (!whole || !linked) this.error("the server's style sheet or its links are missing");
        delete bundle[sheet.fileName];
        delete bundle[whole.fileName];
        const rules = rulesOf(String(whole.source));
        const graph = graphOf(rules);
        const late = misplaced(graph.placeOf);
        if (late.length > 0) this.error(`theme.tsx must order these style modules otherwise: ${late.join(", ")}`);
        const parts = Object.keys(linked).filter((file) => !isRoute(file));
        const marked = parts.filter((file) => /\sdata-part=/.test(readFileSync(join(PROJECT, file), "utf8")));
        const found = pagesOf(routes);
        const { sheets, visitors, pages, copies } = sheetsOf(graph, {
          root: ROOT,
          pages: found,
          parts,
          marked,
          always: ALWAYS,
          scripts: scriptsOf(found.keys()),
          scripted: SCRIPTED,
          ofMembers: OF_MEMBERS,
        });
        const placed = new Set([...sheets.values()].flat().map(layerOf));
        const named = [...rulesOf(String(sheet.source)).keys(), ...placed];
        const lost = [...named.filter((layer) => !rules.has(layer)), ...[...rules.keys()].filter((layer) => !placed.has(layer))];
        if (lost.some(Boolean)) this.error(`no page links these rules, or none has them: ${lost.filter(Boolean).join(", ")}`);
        const emit = (file: string, modules: string[] = []) => {
          const css = modules.map((module) => {
            const own = rules.get(layerOf(module)) ?? "";
            return copies.get(file)?.includes(module) ? insidePart(own) : own;
          });
          if (pages.has(file)) css.unshift(rules.get("") ?? "");
          const source = withoutSpaces(css.join(""));
          const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
          const fileName = `assets/sheet-${hash}.css`;
          if (source) this.emitFile({ type: "asset", fileName, source });
          return source ? [`/${fileName}`] : [];
        };
        for (const [file, resources] of Object.entries(linked)) {
          resources.css = emit(file, sheets.get(file));
          if (pages.has(file)) Object.assign(resources, { visitors: emit(file, visitors.get(file)) });
        }
      },
    },
  };
  return [marking, dividing];
}

/** Vite adds the styles of client components last, but not those of a module whose id a link carries. */
export function linkedStyles(): Plugin {
  const href = '"data-rsc-css-href": href';
  return {
    name: "linked-styles",
    apply: "serve",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(LINKS) || new URLSearchParams(id.slice(LINKS.length)).get("type") !== "rsc") return null;
      if (code.split(href).length !== 2) this.error("plugin-rsc has changed: see how it links style sheets");
      const named = `${href}, "data-vite-dev-id": ${JSON.stringify(PROJECT)} + href.split("?")[0]`;
      return { code: code.replace(href, named), map: null };
    },
  };
}

function layerOf(path: string): string {
  return `${LAYER}${path.replace(MODULE, "").replaceAll(/\W/g, "-")}`;
}

/** The minifier leaves these in values with custom properties. */
export function withoutSpaces(rules: string): string {
  return rules.replaceAll(/("(?:\\.|[^"\\])*")|, | \/ /g, (sign, text) => text ?? sign.trim());
}

/** With the specificity that the rules have: `:where()` adds none. */
export function insidePart(rules: string): string {
  if (/@(?:keyframes|font-face|property)|(?:^|[},;{\s])(?:body|html|:root)\b/.test(rules))
    throw new Error("a part's copy of a module holds rules for the whole page");
  return `:where([data-part]){${rules}}`;
}

/** Rules by layer, in order; rules of no CSS module have an empty name. */
export function rulesOf(sheet: string): Map<string, string> {
  const lines = sheet.split("\n");
  const offsets = lines.map((_, line) => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0));
  const rules: { layer: string; start: number }[] = [];
  transform({
    filename: "sheet.css",
    code: Buffer.from(sheet),
    visitor: {
      StyleSheet(parsed) {
        for (const rule of parsed.rules) {
          if (!("value" in rule) || !rule.value || !("loc" in rule.value))
            throw new Error(`a rule without a place: ${rule.type}`);
          const name = rule.type === "layer-block" ? (rule.value.name?.join(".") ?? "") : "";
          const { loc } = rule.value;
          const start = (offsets[loc.line] ?? 0) + loc.column - 1;
          rules.push({ layer: name.startsWith(LAYER) ? name : "", start });
        }
      },
    },
  });
  const found = new Map<string, string>();
  for (const [index, { layer, start }] of rules.entries()) {
    const rule = sheet.slice(start, rules[index + 1]?.start);
    const inner = layer ? rule.slice(rule.indexOf("{") + 1, rule.lastIndexOf("}")) : rule;
    found.set(layer, (found.get(layer) ?? "") + inner);
  }
  return found;
}

function misplaced(placeOf: Graph["placeOf"]): string[] {
  const components = productFiles(PROJECT).filter((file) => file.endsWith(".tsx"));
  const pairs = overridesIn(components, (file) => readFileSync(join(PROJECT, file), "utf8"))
    .filter(({ earlier, later }) => placeOf(later) >= 0 && placeOf(earlier) > placeOf(later))
    .map(({ earlier, later }) => `${earlier} before ${later}`);
  return [...new Set(pairs)];
}

function graphOf(rules: Map<string, string>): Graph {
  const known = new Map<string, string[]>();
  const order = [...rules.keys()];
  return {
    importsOf(file) {
      const path = join(PROJECT, file);
      const found =
        known.get(file) ??
        (/\.tsx?$/.test(file) && existsSync(path) ? importsOf(file, readFileSync(path, "utf8")) : [])
          .filter(({ to, typeOnly }) => !typeOnly && to.startsWith("app/"))
          .map(({ to }) => to);
      known.set(file, found);
      return found;
    },
    placeOf: (module) => order.indexOf(layerOf(module)),
  };
}

function filesOf(routes: RouteConfigEntry[]): Set<string> {
  return new Set(routes.flatMap(({ file, children = [] }) => [`app/${file}`, ...filesOf(children)]));
}

/** Reads the `handle` of routes, see app/rendering/document.ts. */
function scriptsOf(pages: Iterable<string>): Map<string, "all" | "member"> {
  const found = new Map<string, "all" | "member">();
  for (const page of pages) {
    const text = readFileSync(join(PROJECT, page), "utf8");
    const [, who] = /^export const handle = \{ scripts: (true|"member") \};$/m.exec(text) ?? [];
    if (!who && /^export const handle\b/m.test(text))
      throw new Error(`${page}: the handle of a route names its scripts in one line`);
    if (who) found.set(page, who === "true" ? "all" : "member");
  }
  return found;
}

function pagesOf(routes: RouteConfigEntry[], layouts: string[] = []): Map<string, Page> {
  const pages = routes.flatMap(({ file, children }): [string, Page][] => {
    const files = [...layouts, `app/${file}`];
    return children ? [...pagesOf(children, files)] : [[`app/${file}`, files]];
  });
  return new Map(pages);
}
