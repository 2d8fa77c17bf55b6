import { expect, test } from "vitest";
import { isCountry, PLACES } from "#db/places.ts";
import { nearestTown } from "./nearest-town.ts";

test("each listed town is the nearest to its own centre", () => {
  const countries = Object.keys(PLACES).filter(isCountry);
  expect(countries.length).toBeGreaterThan(10);
  for (const country of countries)
    for (const { code, towns } of PLACES[country].regions)
      for (const { name, lat, lon } of towns)
        expect(nearestTown({ lat, lon }, [country])).toMatchObject({ country, region: code, city: name });
});

test("a position between towns gets the nearer one", () => {
  expect(nearestTown({ lat: 52.4, lon: 4.65 }, ["NL"])).toEqual({
    country: "NL",
    region: "NL-NH",
    region_name: "Noord-Holland",
    city: "Haarlem",
  });
});

test("only towns of the given countries are found", () => {
  const cologne = { lat: 50.94, lon: 6.96 };
  expect(nearestTown(cologne, ["NL", "DE"])?.country).toBe("DE");
  expect(nearestTown(cologne, ["NL"])?.country).toBe("NL");
});

test("a position far from every listed town has none", () => {
  expect(nearestTown({ lat: 0, lon: 0 }, Object.keys(PLACES))).toBeNull();
  expect(nearestTown({ lat: 52.37, lon: 4.9 }, ["JP"])).toBeNull();
});
