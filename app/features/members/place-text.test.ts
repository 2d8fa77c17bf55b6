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

test("letters that are no accented ones are typed without them", () => {
  const letters = [{ code: "A", name: "Sjælland", cities: ["Køge", "Łódź", "Großburg"] }];
  for (const [typed, city] of [
    ["koge", "Køge"],
    ["lodz", "Łódź"],
    ["GROSSBURG", "Großburg"],
    ["sjaelland", ""],
  ] as const)
    expect(placeIn(typed, letters), typed).toEqual({ region: "A", city });
});

test("the beginning of one town or region is enough, and of more than one is no place", () => {
  expect(placeIn("über", regions)).toEqual({ region: "B", city: "Übersee" });
  expect(placeIn("arn", regions)).toEqual({ region: "A", city: "Arnhem" });
  expect(placeIn("zur", regions)).toEqual({ region: "B", city: "" });
  expect(placeIn("ede, z", regions)).toEqual({ region: "B", city: "Ede" });
  expect(placeIn("ed", regions)).toBeNull();
});

test("a whole word is no beginning of a longer name, and two letters are none of any", () => {
  const towns = [{ code: "A", name: "Noord-Brabant", cities: ["Bergen op Zoom", "Uden"] }];
  expect(placeIn("Bergen", towns)).toBeNull();
  expect(placeIn("Bergen op", towns)).toBeNull();
  expect(placeIn("Bergen op z", towns)).toEqual({ region: "A", city: "Bergen op Zoom" });
  expect(placeIn("ud", towns)).toBeNull();
});

test("an unknown or ambiguous name is no place, and an empty one takes it back", () => {
  expect(placeIn("Nowhere", regions)).toBeNull();
  expect(placeIn("Ede", regions)).toBeNull();
  expect(placeIn("  ", regions)).toEqual({ region: "", city: "" });
});
