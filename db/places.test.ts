import { expect, test } from "vitest";
import { COUNTRIES, isCountry, PLACES } from "./places.ts";

/** Rough bounding boxes: a swapped sign or a town in the wrong list falls outside. */
const FRAMES: Record<string, [south: number, north: number, west: number, east: number]> = {
  NL: [50.7, 53.6, 3.3, 7.3],
  BE: [49.4, 51.6, 2.5, 6.5],
  DE: [47.2, 55.1, 5.8, 15.1],
  AT: [46.3, 49.1, 9.5, 17.2],
  CH: [45.8, 47.9, 5.9, 10.5],
  GB: [49.8, 60.9, -8.2, 1.8],
  IE: [51.4, 55.4, -10.6, -6],
  US: [18.9, 71.4, -180, -66.9],
  CA: [41.6, 83.2, -141.1, -52.6],
  FR: [41.3, 51.1, -5.2, 9.6],
  ES: [27.6, 43.8, -18.2, 4.4],
  IT: [36.6, 47.1, 6.6, 18.6],
  DK: [54.5, 57.8, 8, 15.2],
  SE: [55.3, 69.1, 11, 24.2],
  NO: [57.9, 71.2, 4.6, 31.2],
  FI: [59.7, 70.1, 19.3, 31.6],
  PL: [49, 54.9, 14.1, 24.2],
};
const REGIONS = {
  NL: 12,
  BE: 11,
  DE: 16,
  AT: 9,
  CH: 26,
  GB: 12,
  IE: 26,
  US: 51,
  CA: 13,
  FR: 13,
  ES: 19,
  IT: 20,
  DK: 5,
  SE: 21,
  NO: 15,
  FI: 19,
  PL: 16,
};

test.each(COUNTRIES)("%s has all its regions, each with a code of its own and real towns inside the country", (country) => {
  const { regions } = PLACES[country];
  expect(regions).toHaveLength(REGIONS[country]);
  expect(new Set(regions.map((region) => region.code)).size).toBe(regions.length);
  expect(new Set(regions.map((region) => region.name)).size).toBe(regions.length);
  const [south, north, west, east] = FRAMES[country] as [number, number, number, number];
  for (const region of regions) {
    expect(region.code).toMatch(new RegExp(`^${country}-[A-Z0-9]+(-[A-Z]+)?$`));
    // Ceuta and Melilla are a town each.
    const fewest = region.code === "ES-CE" || region.code === "ES-ML" ? 1 : 3;
    expect(region.towns.length, region.name).toBeGreaterThanOrEqual(fewest);
    expect(region.towns.length, region.name).toBeLessThanOrEqual(8);
    expect(new Set(region.towns.map((town) => town.name)).size).toBe(region.towns.length);
    for (const { name, lat, lon } of region.towns) {
      expect(name.trim()).toBe(name);
      expect(lat > south && lat < north && lon > west && lon < east, `${name} ${lat} ${lon}`).toBe(true);
    }
  }
});

test("a country without places is known as such, whatever it is called", () => {
  expect(isCountry("NL")).toBe(true);
  for (const code of ["LU", "nl", "", "toString", "constructor"]) expect(isCountry(code), code).toBe(false);
});
