import { describe, expect, test } from "vitest";
import { type Division, sheetsOf } from "./style-parts.ts";

const MODULES = ["button", "bar", "banner", "page", "other", "dialog"].map((name) => `${name}.module.css`);
const IMPORTS: Record<string, string[]> = {
  "root.tsx": ["bar.tsx"],
  "bar.tsx": ["bar.module.css", "button.tsx"],
  "button.tsx": ["button.module.css"],
  "layout.tsx": ["banner.tsx"],
  "banner.tsx": ["banner.module.css", "button.tsx", "dialog.tsx"],
  "dialog.tsx": ["dialog.module.css"],
  "page.tsx": ["dialog.tsx", "page.module.css", "button.tsx"],
  "other.tsx": ["other.module.css"],
};

function divide(changes: Partial<Division> = {}, imports = IMPORTS) {
  return named(divided(changes, imports).sheets);
}

function divided(changes: Partial<Division>, imports = IMPORTS) {
  const graph = { importsOf: (file: string) => imports[file] ?? [], placeOf: (module: string) => MODULES.indexOf(module) };
  const pages = new Map(["page.tsx", "other.tsx"].map((route) => [route, ["layout.tsx", route]]));
  const division = {
    root: "root.tsx",
    pages,
    parts: [],
    marked: [],
    always: [],
    scripts: new Map(),
    scripted: [],
    ofMembers: [],
  };
  return sheetsOf(graph, { ...division, ...changes });
}

function named(sheets: Map<string, string[]>) {
  return Object.fromEntries(
    [...sheets].map(([file, modules]) => [file, modules.map((module) => module.split(".")[0]).join(" ")]),
  );
}

describe("which rules a style sheet holds", () => {
  test("a route has what it, its layout and the root reach", () => {
    expect(divide()).toEqual({ "page.tsx": "button bar banner page dialog", "other.tsx": "button bar banner other dialog" });
  });

  test("a part brings its own rules; what a page needs anyway is in the sheet of each page that may show the part", () => {
    expect(divide({ parts: ["banner.tsx"] })).toEqual({
      "banner.tsx": "banner",
      "page.tsx": "button bar page dialog",
      "other.tsx": "button bar other dialog",
    });
  });

  test("what nearly every page needs is brought by no part", () => {
    expect(divide({ parts: ["banner.tsx"], always: ["banner.module.css"] })).toEqual({
      "banner.tsx": "",
      "page.tsx": "button bar banner page dialog",
      "other.tsx": "button bar banner other dialog",
    });
  });

  test("a marked part brings a copy of what one page needs anyway; other pages do without", () => {
    const always = ["button.module.css"];
    expect(divide({ parts: ["banner.tsx"], marked: ["banner.tsx"], always })).toEqual({
      "banner.tsx": "banner dialog",
      "page.tsx": "button bar page dialog",
      "other.tsx": "button bar other",
    });
  });

  test("what the root shows in place of a page has all that it needs, its own parts apart", () => {
    const imports = { ...IMPORTS, "root.tsx": ["bar.tsx", "error.tsx"], "error.tsx": ["other.tsx", "banner.tsx"] };
    const pages = new Map([["page.tsx", ["page.tsx"]]]);
    const sheets = divide({ parts: ["banner.tsx", "error.tsx"], pages, always: ["button.module.css"] }, imports);
    expect(sheets).toEqual({
      "banner.tsx": "banner dialog",
      "page.tsx": "button bar page dialog",
      "error.tsx": "button bar other",
    });
  });

  test("parts with a module in common share a sheet", () => {
    const imports = { ...IMPORTS, "layout.tsx": ["banner.tsx", "pill.tsx"], "pill.tsx": ["banner.module.css"] };
    const sheets = divide({ parts: ["banner.tsx", "pill.tsx"] }, imports);
    expect([sheets["banner.tsx"], sheets["pill.tsx"]]).toEqual(["banner", "banner"]);
  });

  test("a visitor's sheet is without what only members see, and without the parts of it", () => {
    const { sheets, visitors } = divided({ parts: ["dialog.tsx"], ofMembers: ["banner.tsx"] });
    const shown = [sheets, visitors].map((of) => named(of)["other.tsx"]);
    expect(shown).toEqual(["button bar banner other", "button bar other"]);
  });

  test("what scripts show is in the sheets of pages with scripts, for those who get them", () => {
    const imports = { ...IMPORTS, "root.tsx": ["bar.tsx", "other.tsx"], "other.tsx": ["other.module.css"] };
    const shown = (who: [string, "all" | "member"][]) => {
      const { sheets, visitors } = divided({ scripted: ["other.tsx"], scripts: new Map(who) }, imports);
      return [sheets, visitors].map((of) => named(of)["page.tsx"]);
    };
    const [without, scripted] = ["button bar banner page dialog", "button bar banner page other dialog"];
    expect(shown([])).toEqual([without, without]);
    expect(shown([["page.tsx", "member"]])).toEqual([scripted, without]);
    expect(shown([["page.tsx", "all"]])).toEqual([scripted, scripted]);
  });
});
