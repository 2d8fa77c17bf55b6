import { expect, test } from "vitest";
import { COUNTRIES } from "#db/places.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import { placeIn, placeOffers, placesOf } from "./place-text.ts";

const regions = [
  { code: "A", name: "Arnhem", cities: ["Arnhem", "Ede"] },
  { code: "B", name: "Zürich", cities: ["Ede", "Übersee"] },
];

test("every offered place is found again", () => {
  for (const country of COUNTRIES) {
    const offered = placesOf(regionsOf(country));
    expect(offered.length).toBeGreaterThan(15);
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

test.each([
  ["NL", "'s-Hertogenbosch", "’s-Hertogenbosch ‘s-Hertogenbosch ʼs-Hertogenbosch `s-Hertogenbosch ´s-hertogenbosch"],
  ["NL", "'s-Hertogenbosch", "s-Hertogenbosch sHertogenbosch 's_Hertogenbosch s_Hertogenbosch Hertogenbosch Den_Bosch"],
  ["NL", "Alphen aan den Rijn", "Alphen Alphen_a/d_Rijn Alphen_a.d._Rijn alphen-aan-den-rijn"],
  ["NL", "Den Haag", "Haag den-haag 's-Gravenhage"],
  ["FR", "Saint-Étienne", "Saint_Etienne St_Etienne St._Étienne St-Etienne saintetienne SAINT‐ÉTIENNE"],
  ["FR", "La Rochelle", "Rochelle la-rochelle larochelle"],
  ["FR", "Aix-en-Provence", "Aix_en_Provence Aix_Provence"],
  ["DE", "München", "Muenchen Munchen MU\u0308NCHEN münchen\u200b"],
  ["DE", "Frankfurt am Main", "Frankfurt/Main Frankfurt_a.M. Frankfurt,_Hessen"],
  ["DE", "Frankfurt (Oder)", "Frankfurt/Oder Frankfurt_Oder Frankfurt_an_der_Oder Frankfurt_a._d._O."],
  ["DE", "Freiburg im Breisgau", "Freiburg Freiburg_i.Br. Freiburg/Breisgau"],
  ["DE", "Halle (Saale)", "Halle Halle/Saale Halle_an_der_Saale"],
  ["DE", "Gießen", "Giessen Gießen"],
  ["DK", "Aarhus", "Århus Aarhus århus"],
  ["DK", "Helsingør", "Helsingor Helsingoer"],
  ["NO", "Ålesund", "Aalesund Alesund"],
  ["NO", "Mo i Rana", "Mo mo-i-rana"],
  ["SE", "Västerås", "Vasteras Vaesteraas"],
  ["AT", "St. Pölten", "Sankt_Pölten St_Poelten"],
  ["AT", "Klagenfurt am Wörthersee", "Klagenfurt Klagenfurt_am_Woerthersee"],
  ["BE", "Sint-Truiden", "Sint_Truiden St._Truiden St-Truiden"],
  ["BE", "Braine-l'Alleud", "Braine_l’Alleud brainelalleud"],
  ["CH", "Biel/Bienne", "Biel Bienne biel-bienne"],
  ["IT", "L'Aquila", "L’Aquila L_Aquila Aquila"],
  ["ES", "A Coruña", "La_Coruña Coruna"],
  ["GB", "Newcastle upon Tyne", "Newcastle newcastle-upon-tyne"],
  ["US", "Coeur d'Alene", "Coeur_d’Alene"],
  ["US", "St. Louis", "Saint_Louis St_Louis"],
  ["CA", "St. John's", "St_Johns Saint_John’s"],
  ["CA", "Saint John", "St._John"],
])("in %s %s is found as it is written there", (country, city, forms) => {
  for (const form of forms.split(" "))
    expect(placeIn(form.replaceAll("_", " "), regionsOf(country)), form).toMatchObject({ city });
});

test.each([
  ["DE", "Frankfurt", ["Frankfurt (Oder), Brandenburg", "Frankfurt am Main, Hessen"]],
  ["IT", "Reggio", ["Reggio Calabria, Calabria", "Reggio Emilia, Emilia-Romagna"]],
  ["US", "Portland", ["Portland, Maine", "Portland, Oregon"]],
  ["NL", "Bergen", ["Bergen op Zoom, Noord-Brabant"]],
  ["FR", "Cherbourg", ["Cherbourg-en-Cotentin, Normandie"]],
  ["ES", "San Sebastian", ["Donostia-San Sebastián, País Vasco"]],
])("in %s %s is no place by itself, and is asked about", (country, typed, offers) => {
  expect(placeIn(typed, regionsOf(country))).toBeNull();
  expect(placeOffers(typed, regionsOf(country)).map(({ text }) => text)).toEqual(offers);
  for (const offer of offers) expect(placeIn(offer, regionsOf(country))).not.toBeNull();
});

test("nothing is offered for a clear name, for one that fits nothing, and for one that fits too much", () => {
  for (const typed of ["Utrecht", "Nowhere", "de", "", "\u200b"]) expect(placeOffers(typed, regionsOf("NL")), typed).toEqual([]);
});

test("an unknown or ambiguous name is no place, and an empty one takes it back", () => {
  expect(placeIn("Nowhere", regions)).toBeNull();
  expect(placeIn("Ede", regions)).toBeNull();
  expect(placeIn("  ", regions)).toEqual({ region: "", city: "" });
});
