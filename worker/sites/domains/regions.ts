import { isCountry, PLACES } from "#db/places.ts";
import type { Region } from "./domains.contract.ts";

const known = new Map<string, Region[]>();

/** In display order; empty for a country without region data. */
export function regionsOf(country: string): Region[] {
  let regions = known.get(country);
  if (!regions && isCountry(country)) {
    regions = PLACES[country].regions.map(({ code, name, towns }) => ({ code, name, cities: towns.map((town) => town.name) }));
    known.set(country, regions);
  }
  return regions ?? [];
}
