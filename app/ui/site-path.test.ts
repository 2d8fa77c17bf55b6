import { expect, test } from "vitest";
import { sitePath } from "./site-path.ts";

test.each([
  ["/objection?open=a.b", "/objection?open=a.b"],
  ["//evil.example", null],
  ["/\\evil.example", null],
  ["/\t/evil.example", null],
  ["https://evil.example/", null],
  ["javascript:alert(1)", null],
  ["", null],
  [undefined, null],
  [7, null],
])("%s leads to %s", (text, path) => expect(sitePath(text)).toBe(path));
