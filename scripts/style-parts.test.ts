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
  const graph = { importsOf: (file: string) => imports[file] ?? [], placeOf: (module: string) => MODULES.indexOf(module) };
  const pages = new Map(["page.tsx", "other.tsx"].map((route) => [route, ["layout.tsx", route]]));
  return named(sheetsOf(graph, { root: "root.tsx", pages, parts: [], ...changes }).sheets);
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

  test("what the root shows in place of a page has all that it needs, its own parts apart", () => {
    const imports = { ...IMPORTS, "root.tsx": ["bar.tsx", "error.tsx"], "error.tsx": ["other.tsx", "banner.tsx"] };
    const pages = new Map([["page.tsx", ["page.tsx"]]]);
    const sheets = divide({ parts: ["banner.tsx", "error.tsx"], pages }, imports);
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
});
