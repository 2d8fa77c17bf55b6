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

/** The place of a typed name or its beginning, without regard to case and accents. Null if it fits none, or more than one. */
export function placeIn(typed: string, regions: readonly Region[]): Omit<Place, "text"> | null {
  const wanted = plain(typed);
  if (wanted === "") return { region: "", city: "" };
  const places = placesOf(regions);
  const exact = places.find(({ text }) => plain(text) === wanted);
  const towns = places.filter(({ city }) => city !== "" && plain(city) === wanted);
  const found = towns.length === 1 ? towns[0] : (exact ?? (towns.length === 0 && onlyPlace(places, wanted)));
  return found ? { region: found.region, city: found.city } : null;
}

/** Shorter beginnings fit one place by chance. */
const SHORTEST = 3;

/**
 * A beginning that fits one town is that town, whatever regions it fits. It ends within a word: "Bergen" is no Bergen op
 * Zoom.
 */
function onlyPlace(places: Place[], beginning: string): Place | undefined {
  if (beginning.length < SHORTEST) return undefined;
  const fitting = places.filter(({ city, text }) => {
    const rest = plain(text).startsWith(beginning) ? plain(text).slice(beginning.length) : " ";
    return !rest.startsWith(" ") || plain(city) === beginning;
  });
  const towns = fitting.filter(({ city }) => city !== "");
  const [found, another] = towns.length > 0 ? towns : fitting;
  return another ? undefined : found;
}

/** Letters that Unicode does not decompose. */
const WHOLE: Record<string, string> = { ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", ß: "ss" };

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[øłđæœß]/g, (letter) => WHOLE[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[\s,]+/g, " ")
    .trim();
}
