import { expect, test } from "vitest";
import { type Destination, matching } from "./palette.shared.ts";

const pages = ["Work", "Photos", "Reports", "Audit log", "Texts"].map((label): Destination => ({ label, href: label, note: "" }));
const found = (text: string) => matching(pages, text).map(({ label }) => label);

test("a page is found by the beginning of a word before a part of one", () => {
  expect(found("")).toEqual(["Work", "Photos", "Reports", "Audit log", "Texts"]);
  expect(found("o")).toEqual(["Work", "Photos", "Reports", "Audit log"]);
  expect(found("LO")).toEqual(["Audit log"]);
  expect(found("t")).toEqual(["Texts", "Photos", "Reports", "Audit log"]);
  expect(found("anna")).toEqual([]);
});
