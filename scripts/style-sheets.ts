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
const MODULE = /\.module\.css$/;
const LAYER = "module-";
/**
 * Divides the build's style sheet: one for each route, one for each `loadCss()`.
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
        if (code.split(PRECEDENCE).length !== 2) this.error("plugin-rsc has changed: see how it links style sheets");
        return isRoute(relative(PROJECT, linking)) ? null : { code: code.replace(PRECEDENCE, '"part"'), map: null };
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
        const { sheets, pages } = sheetsOf(graph, { root: ROOT, pages: pagesOf(routes), parts });
        const placed = new Set([...sheets.values()].flat().map(layerOf));
        const named = [...rulesOf(String(sheet.source)).keys(), ...placed];
        const lost = [...named.filter((layer) => !rules.has(layer)), ...[...rules.keys()].filter((layer) => !placed.has(layer))];
        if (lost.some(Boolean)) this.error(`no page links these rules, or none has them: ${lost.filter(Boolean).join(", ")}`);
        const layers = [...rules.keys()];
        const written: Record<string, number[]> = {};
        const emit = (file: string, modules: string[] = []) => {
          const held = [...(pages.has(file) ? [""] : []), ...modules.map(layerOf)].filter((layer) => rules.has(layer));
          const source = held.map((layer) => rules.get(layer)).join("");
          const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
          const fileName = `assets/sheet-${hash}.css`;
          // The server also writes sheets into the HTML of a first visit.
          if (/<\/style|<!--/i.test(source)) this.error(`${file}: a sheet must not end its element in HTML`);
          if (source) this.emitFile({ type: "asset", fileName, source });
          if (source) written[`/${fileName}`] = held.map((layer) => layers.indexOf(layer));
          return source ? [`/${fileName}`] : [];
        };
        for (const [file, resources] of Object.entries(linked)) resources.css = emit(file, sheets.get(file));
        Object.assign(manager.buildAssetsManifest as object, { styles: { rules: [...rules.values()], sheets: written } });
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

function pagesOf(routes: RouteConfigEntry[], layouts: string[] = []): Map<string, Page> {
  const pages = routes.flatMap(({ file, children }): [string, Page][] => {
    const files = [...layouts, `app/${file}`];
    return children ? [...pagesOf(children, files)] : [[`app/${file}`, files]];
  });
  return new Map(pages);
}
