import { expect, test } from "vitest";
import { inTurn } from "./longest-first.ts";

test("the longest files of each project begin first, and no other project's file stands between two of one project", () => {
  const file = (name: string, project: string) => ({ moduleId: `/root/${name}.test.ts`, project: { name: project } });
  const files = [
    file("a", "node"),
    file("rows", "node"),
    file("b", "workerd"),
    file("search", "workerd"),
    file("acts", "workerd"),
  ];
  const ordered = inTurn(files, ["search", "rows", "acts", "gone"]);
  expect(ordered.map(({ moduleId }) => moduleId.slice(6, -8))).toEqual(["search", "acts", "b", "rows", "a"]);
  expect(inTurn(files, [])).toEqual(files);
});
