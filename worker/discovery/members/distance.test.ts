import fc from "fast-check";
import { expect, test } from "vitest";
import { isCountry, PLACES } from "#db/places.ts";
import { distanceBetween } from "./distance.ts";

const TOWNS = Object.keys(PLACES).flatMap((country) =>
  isCountry(country)
    ? PLACES[country].regions.flatMap(({ code, towns }) => towns.map(({ name }) => ({ country, region: code, city: name })))
    : [],
);
const town = fc.constantFrom(...TOWNS);

test("a distance is a step of 5 km that both towns alone decide, whichever side asks", () => {
  expect(TOWNS.length).toBeGreaterThan(1000);
  fc.assert(
    fc.property(town, town, fc.anything(), (a, b, more) => {
      const km = distanceBetween(a, b) as number;
      expect(km).toBe(distanceBetween(b, a));
      expect(km).toBeGreaterThanOrEqual(5);
      expect(km % 5).toBe(0);
      // What else is known of a member changes nothing.
      expect(distanceBetween({ ...a, lat: more, lon: more } as typeof a, b)).toBe(km);
    }),
    { numRuns: 300 },
  );
});

test("towns as far apart as a map says; without a town there is no distance", () => {
  const amsterdam = { country: "NL", region: "NL-NH", city: "Amsterdam" };
  const haarlem = { ...amsterdam, city: "Haarlem" };
  expect(distanceBetween(amsterdam, amsterdam)).toBe(5);
  expect(distanceBetween(amsterdam, haarlem)).toBe(20);
  expect(distanceBetween(amsterdam, { country: "DK", region: "DK-84", city: "København" })).toBe(620);
  expect(distanceBetween(amsterdam, { ...amsterdam, city: null })).toBeNull();
  expect(distanceBetween(amsterdam, { country: "NL", region: "NL-NH", city: "Nowhere" })).toBeNull();
});
