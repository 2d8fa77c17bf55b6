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
  const { sheets } = sheetsOf(graph, { root: "root.tsx", pages, parts: [], marked: [], always: [], ...changes });
  return Object.fromEntries(
    [...sheets].map(([file, modules]) => [file, modules.map((module) => module.split(".")[0]).join(" ")]),
  );
}

describe("which rules a style sheet holds", () => {
  test("a route has what it and its layout reach, without what each page has", () => {
    expect(divide()).toEqual({ "root.tsx": "button bar", "page.tsx": "banner page dialog", "other.tsx": "banner other dialog" });
  });

  test("rules of the common sheet stand in no other sheet", () => {
    expect(divide({ always: ["dialog.module.css"] })).toEqual({
      "root.tsx": "button bar dialog",
      "page.tsx": "banner page",
      "other.tsx": "banner other",
    });
  });

  test("a part brings its own rules; what a page needs anyway is in the sheet of each page that may show the part", () => {
    expect(divide({ parts: ["banner.tsx"] })).toEqual({
      "root.tsx": "button bar",
      "banner.tsx": "banner",
      "page.tsx": "page dialog",
      "other.tsx": "other dialog",
    });
  });

  test("a marked part brings a copy of what one page needs anyway; other pages do without", () => {
    expect(divide({ parts: ["banner.tsx"], marked: ["banner.tsx"] })).toEqual({
      "root.tsx": "button bar",
      "banner.tsx": "banner dialog",
      "page.tsx": "page dialog",
      "other.tsx": "other",
    });
  });

  test("parts with a module in common share a sheet", () => {
    const imports = { ...IMPORTS, "layout.tsx": ["banner.tsx", "pill.tsx"], "pill.tsx": ["banner.module.css"] };
    const sheets = divide({ parts: ["banner.tsx", "pill.tsx"] }, imports);
    expect([sheets["banner.tsx"], sheets["pill.tsx"]]).toEqual(["banner", "banner"]);
  });
});
