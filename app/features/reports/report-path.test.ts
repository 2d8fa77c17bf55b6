import { expect, test } from "vitest";
import { REPORT_PAGE } from "./report-page.shared.ts";
import { reportPath } from "./report-path.shared.ts";

test("a report's address is written as a form writes it, and names an author only where there is one", () => {
  const query = new URLSearchParams({ kind: "message", object: "it's (1)/2", author: "a b" });
  expect(reportPath("message", "it's (1)/2", "a b")).toBe(`${REPORT_PAGE}?${query}`);
  expect(reportPath("profile", "c")).toBe(`${REPORT_PAGE}?kind=profile&object=c`);
});
