import { expect, it } from "vitest";
import { describe } from "./log.ts";

it("leaves out the values of a failed query, wherever the error repeats them", () => {
  const error = Object.assign(new Error("Failed query: select 1 where email = ?\nparams: anna@example.org"), {
    query: "select 1 where email = ?",
    params: ["anna@example.org"],
    cause: new Error("D1_ERROR: no such table: accounts"),
  });
  const text = JSON.stringify(describe(error));
  expect(text).not.toContain("anna@example.org");
  expect(text).toContain("select 1 where email = ?");
  expect(text).toContain("no such table");
  expect(text).toContain("log.test");
});

it("says what was thrown when it is no error", () => {
  expect(describe("odd")).toBe("odd");
});
