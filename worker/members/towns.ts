import { cellAt, centreOf, type Place, type Point } from "#db/cells.ts";
import { isCountry, PLACES } from "#db/places.ts";
import { kilometres } from "./distance.ts";

interface Bounds {
  /** In km. */
  most?: number;
  country?: string | null;
  region?: string | null;
}

/** Cells of the towns around a town, nearest first; each cell once. Empty without a town. */
export function cellsAround(from: Place, { most, country, region }: Bounds): number[] {
  const centre = centreOf(from);
  if (!centre) return [];
  const distances = new Map<number, number>();
  for (const town of townsOf(country, region)) {
    const distance = kilometres(centre, town);
    if (distance <= (most ?? distance)) distances.set(cellAt(town), distance);
  }
  return [...distances].sort(([a, near], [b, far]) => near - far || a - b).map(([cell]) => cell);
}

function townsOf(country?: string | null, region?: string | null): Point[] {
  const countries = country ? [country] : Object.keys(PLACES);
  return countries.flatMap((here) =>
    isCountry(here) ? PLACES[here].regions.filter(({ code }) => !region || code === region).flatMap(({ towns }) => towns) : [],
  );
}
