import type { Region } from "#worker/domains/domains.contract.ts";

interface Place {
  text: string;
  region: string;
  city: string;
}

/** Suggestions of the place field: each region, then its towns. */
export function placesOf(regions: readonly Region[]): Place[] {
  return regions.flatMap(({ code, name, cities }) => [
    { text: name, region: code, city: "" },
    ...cities.map((city) => ({ text: placeText(city, name), region: code, city })),
  ]);
}

export function placeText(city: string | null, region: string): string {
  return city ? `${city}, ${region}` : region;
}

/** The place of a typed text, without regard to case and accents. Null if no town or region, or more than one, has that name. */
export function placeIn(typed: string, regions: readonly Region[]): Omit<Place, "text"> | null {
  const wanted = plain(typed);
  if (wanted === "") return { region: "", city: "" };
  const places = placesOf(regions);
  const exact = places.find(({ text }) => plain(text) === wanted);
  const towns = places.filter(({ city }) => city !== "" && plain(city) === wanted);
  const found = towns.length === 1 ? towns[0] : exact;
  return found ? { region: found.region, city: found.city } : null;
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[\s,]+/g, " ")
    .trim()
    .toLowerCase();
}
