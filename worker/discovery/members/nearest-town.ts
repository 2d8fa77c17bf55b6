import { isCountry, PLACES } from "#db/places.ts";
import { kilometres } from "./distance.ts";

interface Found {
  country: string;
  region: string;
  region_name: string;
  city: string;
}

/** In km: beyond it the nearest listed town says little. */
const FAR = 100;

/** The town whose centre is nearest; null if none is within `FAR`. `at` in degrees. */
export function nearestTown(at: { lat: number; lon: number }, countries: readonly string[]): Found | null {
  let nearest: Found | null = null;
  let least = FAR;
  for (const country of countries) {
    if (!isCountry(country)) continue;
    for (const { code, name, towns } of PLACES[country].regions)
      for (const town of towns) {
        const distance = kilometres(at, town);
        if (distance > least) continue;
        least = distance;
        nearest = { country, region: code, region_name: name, city: town.name };
      }
  }
  return nearest;
}
