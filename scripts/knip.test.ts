import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import knip from "#knip.json" with { type: "json" };

// What knip.json names counts as used: knip reports none of these files once nothing else names it.

const textOf = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

function namesIn(folder: string): string[] {
  const entry = knip.entry.find((one) => one.startsWith(`${folder}/{`));
  return /\{(.+)\}/.exec(entry ?? "")?.[1]?.split(",") ?? expect.unreachable(`no names in ${folder}`);
}

test("the layouts that knip takes as used are those of the routes", () => {
  const named = [...textOf("app/routes.ts").matchAll(/"layouts\/([\w-]+)\.tsx"/g)].map(([, name]) => name);
  expect(namesIn("app/layouts").sort()).toEqual([...new Set(named)].sort());
});

test.each(namesIn("tests/setup"))("the file of the tests' set-up that knip takes as used is named: %s", (name) => {
  const users = ["vitest.config.ts", "tests/setup/old-books.ts"].map(textOf);
  expect(users.filter((text) => new RegExp(`["/]${name}\\.ts"`).test(text))).not.toEqual([]);
});
