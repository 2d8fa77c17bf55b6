import { describe, expect, test } from "vitest";
import { rulesOf, styleSheets } from "./style-sheets.ts";

const MODULE = (path: string) => `${import.meta.dirname}/../${path}.module.css`;
const ROUTE = "app/routes/sites/legal/page.tsx";

/** A build whose server sheet has `server` and whose browser sheet has `browser`. */
function build(server: string, browser = "") {
  const [marking, dividing] = styleSheets([{ file: "routes/sites/legal/page.tsx" }]) as unknown as [
    { configResolved(config: object): void; transform(code: string, id: string): { code: string } | null },
    { generateBundle: { handler(options: object, bundle: object): void } },
  ];
  const linked: Record<string, { css: string[] }> = { "app/root.tsx": { css: [] }, [ROUTE]: { css: [] } };
  const api = { manager: { buildAssetsManifest: { serverResources: linked } } };
  marking.configResolved({ plugins: [{ name: "rsc:minimal", api }] });
  const files: Record<string, string> = {};
  const context = (name: string) => ({
    environment: { name },
    error: (message: string) => {
      throw new Error(message);
    },
    emitFile: ({ fileName, source }: { fileName: string; source: string }) => void (files[fileName] = source),
  });
  const transform = (id: string) => marking.transform.call(context("rsc"), ".a{color:red}", id)?.code;
  const sheet = (name: string, source: string) => ({ [name]: { type: "asset", fileName: name, names: ["style.css"], source } });
  const write = () => {
    dividing.generateBundle.handler.call(context("rsc"), {}, sheet("server.css", server));
    dividing.generateBundle.handler.call(context("client"), {}, sheet("browser.css", browser));
    return files;
  };
  const link = (id: string, code: string) => marking.transform.call(context("rsc"), code, id)?.code ?? "";
  return { transform, link, write };
}

const button = "@layer module-app-ui-button{.button{color:red}}";

describe("what a build refuses about styles", () => {
  test("two modules whose names differ in signs alone", () => {
    const { transform } = build("");
    expect(transform(MODULE("app/ui/a-b"))).toBe("@layer module-app-ui-a-b{.a{color:red}}");
    expect(() => transform(MODULE("app/ui/a/b"))).toThrow("app/ui/a/b.module.css and app/ui/a-b.module.css need names");
  });

  test("a module that no page links", () => {
    expect(() => build(`${button}@layer module-app-ui-no-page{.lost{color:red}}`).write()).toThrow("module-app-ui-no-page");
  });

  test("a module before one whose rules it overrides", () => {
    const photo = "@layer module-app-ui-photo{.frame{position:relative}}";
    const card = "@layer module-app-features-discovery-swipe-swipe-card{.photo{position:absolute}}";
    const order = "app/ui/photo.module.css before app/features/discovery/swipe/swipe-card.module.css";
    expect(() => build(card + photo).write()).toThrow(order);
    expect(() => build(photo + card).write()).not.toThrow(order);
  });

  test("rules of the browser's code that the server's sheet lacks", () => {
    expect(() => build(button, "@layer module-app-ui-late{.late{color:red}}").write()).toThrow("module-app-ui-late");
  });
});

test("the links of a part follow those of routes", () => {
  const { link } = build("");
  const code = 'links(deps.css, "vite-rsc/importer-resources")';
  const linked = (file: string) =>
    link(`\0virtual:vite-rsc/css?type=rsc&id=${encodeURIComponent(`${import.meta.dirname}/../${file}`)}`, code);
  expect(linked(ROUTE)).toBe("");
  expect(linked("app/ui/strip.shared.tsx")).toBe('links(deps.css, "part")');
  expect(() => link(`\0virtual:vite-rsc/css?id=${ROUTE}`, "links(deps.css)")).toThrow("plugin-rsc has changed");
});

test("a sheet is divided by its layers, whatever its rules hold", () => {
  const base = '@font-face{font-family:"a } b";src:url(a.woff2)}@layer reset{a{color:red}}';
  const one = '.a{content:"{"}@media (width >= 1px){.a{top:0}}';
  const two = ".b{top:0;&:hover{top:1px}}";
  const sheet = `${base}@layer module-one{${one}}\n@layer module-two{${two}}.last{top:0}@layer module-one{.c{top:0}}`;
  expect([...rulesOf(sheet)].map(([layer, rules]) => [layer, rules.trim()])).toEqual([
    ["", `${base}.last{top:0}`],
    ["module-one", `${one}.c{top:0}`],
    ["module-two", two],
  ]);
});
