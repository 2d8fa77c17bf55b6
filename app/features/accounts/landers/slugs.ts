import { isCountry, PLACES } from "#db/places.ts";

export interface NamedPlace {
  country: string;
  region: string;
  name: string;
  isTown: boolean;
}

const known = new Map<string, Map<string, NamedPlace>>();

/** Searches the countries in order; null for an unknown slug. */
export function placeOfSlug(slug: string, countries: readonly string[]): NamedPlace | null {
  for (const country of countries) {
    const place = placesOf(country).get(slug);
    if (place) return place;
  }
  return null;
}

export function slugOf(name: string): string {
  return name
    .replaceAll(/ß/g, "ss")
    .replaceAll(/[øØ]/g, "o")
    .replaceAll(/[łŁ]/g, "l")
    .replaceAll(/[æÆ]/g, "ae")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** A region's name means its own town of that name, never another region's. */
function placesOf(country: string): Map<string, NamedPlace> {
  let places = known.get(country);
  if (!places) {
    places = new Map();
    const regions = isCountry(country) ? PLACES[country].regions : [];
    for (const { code, name } of regions) places.set(slugOf(name), { country, region: code, name, isTown: false });
    const towns = regions.flatMap(({ code, towns }) => towns.map(({ name }) => ({ code, name })));
    // Reversed: of two towns with one name the earlier one stays.
    for (const { code, name } of towns.toReversed()) {
      const other = places.get(slugOf(name));
      if (other?.isTown === false && other.region !== code) continue;
      places.set(slugOf(name), { country, region: code, name, isTown: true });
    }
    known.set(country, places);
  }
  return places;
}
