import { expect, test } from "vitest";
import { bentName } from "./finnish.ts";
import { translator } from "./index.ts";

test.each([
  ["Liaison", "Liaisonin Liaisonissa Liaisonista Liaisoniin Liaisonilla Liaisonille"],
  ["Velvet", "Velvetin Velvetissä Velvetistä Velvetiin Velvetillä Velvetille"],
  ["Curves", "Curvesin Curvesissa Curvesista Curvesiin Curvesilla Curvesille"],
  ["Duo", "Duon Duossa Duosta Duoon Duolla Duolle"],
  ["Kiss", "Kissin Kississä Kissistä Kissiin Kissillä Kissille"],
  ["Date24", "Date24:n Date24:ssa Date24:sta Date24:een Date24:lla Date24:lle"],
])("%s is bent as Finnish does", (name, forms) => {
  expect(Object.values(bentName(name)).join(" ")).toBe(forms);
});

test("Finnish texts inflect the site's name, and no other language uses its cases", async () => {
  const [fi, en] = [await translator("fi"), await translator("en")];
  expect(fi("signup.terms", { min_age: 18, site: "Liaison" })).toContain("Liaisonin käyttöehdot");
  expect(fi("landers.socialnetwork.feed", { site: "Velvet" })).toBe("Mitä Velvetillä on sanottavana");
  expect(en("landers.socialnetwork.feed", { site: "Velvet" })).toBe("What Velvet has to say");
});
