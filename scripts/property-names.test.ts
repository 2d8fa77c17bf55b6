import { expect, test } from "vitest";
import { shortPropertyNames } from "./property-names.ts";

test("custom properties get short names in all sheets alike, by their order", () => {
  const shortened = shortPropertyNames(":root{--text:red;--space-2:1px}.a{--text:blue}", []);
  expect(shortened(".menu--open{margin:var(--space-2) -1px;color:var(--text)}")).toBe(
    ".menu--open{margin:var(--b) -1px;color:var(--a)}",
  );
});

test("what code names stays, and is given to no other", () => {
  const code = ['style={{"--to":1}}', "setProperty(`--radius-", '"--a"', "--- --"];
  const shortened = shortPropertyNames(".a{--one:1;--to:2;--radius-s:3;--radio:4}", code);
  expect(shortened("--one --to --radius-s --radio")).toBe("--b --to --radius-s --c");
});

test("each property has a name of its own", () => {
  const names = Array.from({ length: 3000 }, (_, number) => `--property-${number}`);
  const sheet = names.join(";");
  const short = shortPropertyNames(sheet, [])(sheet).split(";");
  expect(short.slice(50, 54)).toEqual(["--Y", "--Z", "--aa", "--ab"]);
  expect(new Set(short).size).toBe(names.length);
});
