import { expect, test } from "vitest";
import { lockProblems } from "./lock.ts";

const integrity = `sha512-${"A".repeat(86)}==`;
const problems = (entry: object, path = "node_modules/native") =>
  lockProblems({ "": {}, [path]: { version: "1.0.0", ...entry } });

test("a package that npm downloads is sealed by a sha512 checksum, whatever system it is for", () => {
  expect(problems({ integrity })).toEqual([]);
  expect(problems({ optional: true, os: ["darwin"] })).toEqual([
    "node_modules/native: has no sha512 integrity; npm view native@1.0.0 dist.integrity prints it",
  ]);
  expect(problems({ integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" })).toHaveLength(1);
  expect(problems({ integrity: `sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= ${integrity}` })).toHaveLength(1);
  expect(problems({ integrity: "" })).toHaveLength(1);
  expect(problems({}, "node_modules/outer/node_modules/@scope/native")[0]).toContain("npm view @scope/native@1.0.0");
});

test("a folder of this repository and a bundled package are not downloaded", () => {
  expect(problems({ link: true, resolved: "packages/own" })).toEqual([]);
  expect(problems({ inBundle: true })).toEqual([]);
});

test("no entry names the address of another registry", () => {
  expect(problems({ integrity, resolved: "https://registry.npmjs.org/native/-/native-1.0.0.tgz" })).toEqual([]);
  expect(problems({ integrity, resolved: "http://registry.npmjs.org.example/native.tgz" })).toHaveLength(1);
  expect(problems({ integrity, resolved: "git+ssh://git@example.org/native.git#1" })).toHaveLength(1);
});

test("an optional package of any system is listed", () => {
  const root = { optionalDependencies: { native: "1.0.0" } };
  expect(lockProblems({ "node_modules/a": { integrity, ...root } })).toEqual(["node_modules/a: leaves out native@1.0.0"]);
  expect(lockProblems({ "node_modules/a": { integrity, ...root }, "node_modules/native": { integrity } })).toEqual([]);
});
