import { expect, test } from "vitest";
import { formatFileSize } from "./file-size.ts";

test("a size is said in the unit that fits it", () => {
  expect([0, 15_200, 999_499, 999_500, 12_345_678].map((bytes) => formatFileSize(bytes, "en"))).toEqual([
    "1 kB",
    "15 kB",
    "999 kB",
    "1 MB",
    "12.3 MB",
  ]);
});
