import { expect, test } from "vitest";
import { timeAgo } from "./time-ago.ts";

const NOW = Date.UTC(2026, 5, 15, 12);
const ago = (seconds: number, language = "en") => timeAgo(new Date(NOW - seconds * 1000).toISOString(), NOW, language);

test.each([
  [0, "now"],
  [59, "now"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [86_400, "yesterday"],
  [8 * 86_400, "last week"],
  [40 * 86_400, "last month"],
  [800 * 86_400, "2 years ago"],
])("%d seconds ago is %s", (seconds, words) => expect(ago(seconds)).toBe(words));

test("a clock that runs ahead says now, in every language", () => {
  expect(ago(-30)).toBe("now");
  expect(ago(86_400, "de")).toBe("gestern");
  expect(ago(86_400, "nl")).toBe("gisteren");
});
