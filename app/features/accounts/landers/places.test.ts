import { expect, test } from "vitest";
import { COUNTRIES, PLACES } from "#db/places.ts";
import { mapOf } from "./map.ts";
import { placeOfSlug, slugOf } from "./slugs.ts";

test("a name becomes a slug of plain letters, and the slug finds the place again", () => {
  expect(["Dún Laoghaire", "'s-Hertogenbosch", "Brussel / Bruxelles", "Tromsø", "Łódź", "Gießen"].map(slugOf)).toEqual([
    "dun-laoghaire",
    "s-hertogenbosch",
    "brussel-bruxelles",
    "tromso",
    "lodz",
    "giessen",
  ]);
  expect(placeOfSlug("den-haag", ["NL"])).toEqual({ country: "NL", region: "NL-ZH", name: "Den Haag", isTown: true });
  expect(placeOfSlug("noord-holland", ["NL"])).toEqual({
    country: "NL",
    region: "NL-NH",
    name: "Noord-Holland",
    isTown: false,
  });
});

test("the first country that has the name wins, and what is no place is none", () => {
  expect(placeOfSlug("limburg", ["NL", "BE"])?.country).toBe("NL");
  expect(placeOfSlug("limburg", ["BE", "NL"])?.country).toBe("BE");
  expect(placeOfSlug("utrecht", ["NL"])?.isTown).toBe(true);
  for (const slug of ["", "constructor", "__proto__", "<b>", "den-haag "]) expect(placeOfSlug(slug, ["NL", "BE"])).toBeNull();
  expect(placeOfSlug("den-haag", ["XX"])).toBeNull();
});

test("every region of every country is found by its own name", () => {
  for (const country of COUNTRIES) {
    for (const { code, name } of PLACES[country].regions) {
      expect(placeOfSlug(slugOf(name), [country])?.region, `${name}, ${country}`).toBe(code);
    }
  }
});

test.each(COUNTRIES)("the map of %s has land for each region on it, and every town inside", (country) => {
  const map = mapOf(country);
  if (!map) throw new Error(`no map of ${country}`);
  expect(map.regions.length).toBeGreaterThanOrEqual(PLACES[country].regions.length - 3);
  for (const { name, dots, towns } of map.regions) {
    expect(dots, name).toMatch(/^(M[\d.]+ [\d.]+h0)*$/);
    for (const { x, y } of towns) expect(x > 0 && x < map.width && y > 0 && y < map.height, name).toBe(true);
  }
  // The map's markup counts towards the page weight.
  expect(map.regions.map(({ dots }) => dots).join("").length).toBeLessThan(20_000);
});
