import { expect, test } from "vitest";
import { regionsOf } from "#worker/domains/regions.ts";
import { placeIn, placesOf } from "./place-text.ts";

const regions = [
  { code: "A", name: "Arnhem", cities: ["Arnhem", "Ede"] },
  { code: "B", name: "Zürich", cities: ["Ede", "Übersee"] },
];

test("every offered place is found again", () => {
  for (const country of ["NL", "DE", "CH", "US"]) {
    const offered = placesOf(regionsOf(country));
    expect(offered.length).toBeGreaterThan(20);
    for (const { text, region, city } of offered.filter((place) => place.city !== ""))
      expect(placeIn(text, regionsOf(country)), text).toEqual({ region, city });
  }
});

test("case, accents, commas and spaces do not matter", () => {
  for (const typed of ["übersee, zürich", " UBERSEE  Zurich ", "Übersee"])
    expect(placeIn(typed, regions), typed).toEqual({ region: "B", city: "Übersee" });
  expect(placeIn("zurich", regions)).toEqual({ region: "B", city: "" });
});

test("a town goes before a region of its name", () => {
  expect(placeIn("Arnhem", regions)).toEqual({ region: "A", city: "Arnhem" });
});

test("an unknown or ambiguous name is no place, and an empty one takes it back", () => {
  expect(placeIn("Nowhere", regions)).toBeNull();
  expect(placeIn("Ede", regions)).toBeNull();
  expect(placeIn("  ", regions)).toEqual({ region: "", city: "" });
});
