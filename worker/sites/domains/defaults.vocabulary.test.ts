import { expect, test } from "vitest";
import { homeCountry } from "./defaults.vocabulary.ts";
import type { Settings } from "./settings.vocabulary.ts";

const home = (country: string, geoip_selected_country: string | null) =>
  homeCountry(country, { geoip_selected_country, countries: ["DE", "AT", "CH"] } as Settings);

test("searches and sign-ups begin in the chosen country, else in the visitor's own, always one of the site", () => {
  expect([home("CH", null), home("CH", "AT"), home("NL", null), home("NL", "AT")]).toEqual(["CH", "AT", "DE", "AT"]);
  expect(home("CH", "NL"), "a country that the site does not serve").toBe("DE");
});
