import { expect, test } from "vitest";
import { BASE_THEME, nicheOf, themeOf } from "./niches.vocabulary.ts";

test("niches 1 to 7 have the names of the landing pages", () => {
  const names = [1, 2, 3, 4, 5, 6, 7].map((niche) => nicheOf({ niche }));
  expect(names).toEqual(["none", "she", "bdsm", "bbw", "gilf", "milf", "gay"]);
});

test("a domain's own colours go before its niche's, and these before the product's", () => {
  expect(themeOf({ niche: 1, theme: {} })).toEqual(BASE_THEME);
  const she = themeOf({ niche: 2, theme: {} });
  expect(she.primary).not.toBe(BASE_THEME.primary);
  expect(she.success).toBe(BASE_THEME.success);
  expect(themeOf({ niche: 2, theme: { primary: "#123456" } })).toEqual({ ...she, primary: "#123456" });
});
