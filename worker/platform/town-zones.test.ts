import { expect, test } from "vitest";
import { COUNTRIES, PLACES } from "#db/places.ts";
import { townZone } from "./town-zones.ts";
import { offsetOf, zoneNamed } from "./zones.ts";

const ALL = COUNTRIES.flatMap((country) =>
  PLACES[country].regions.flatMap(({ code, towns }) =>
    towns.map((town) => ({ ...town, country, region: code, city: town.name })),
  ),
);

test("a town has the clock of its place, not of its capital", () => {
  expect(townZone({ country: "ES", region: "ES-CN", city: "Arrecife" })).toBe("Atlantic/Canary");
  expect(townZone({ country: "US", region: "US-CA", city: "Los Angeles" })).toBe("America/Los_Angeles");
  expect(townZone({ country: "US", region: "US-TX", city: "El Paso" })).toBe("America/Denver");
  expect(townZone({ country: "DE", region: "DE-BE", city: "Berlin" })).toBe("Europe/Berlin");
});

test("each town of the directory has a zone that exists and that fits its longitude", () => {
  expect(ALL.length).toBeGreaterThan(500);
  for (const town of ALL) {
    const zone = townZone(town);
    expect(zoneNamed(zone), town.city).toBe(zone);
    // Clocks stay within two and a half hours of the sun. Iqaluit, and Spain in the west, come near to it.
    const hours = offsetOf(zone, Date.UTC(2026, 0, 15)) / 3_600_000;
    expect(Math.abs(hours - town.lon / 15), `${town.region} ${town.city}`).toBeLessThan(2.5);
  }
});
