import { cellOf } from "#db/cells.ts";
import { isCountry, PLACES } from "#db/places.ts";
import { centreOf, kilometres } from "./distance.ts";

interface Town {
  country: string;
  region: string;
  city: string;
}

interface Bounds {
  /** In km. */
  most?: number;
  country?: string | null;
  region?: string | null;
}

/** Cells of the towns around a town, nearest first; each cell once. Empty without a town. */
export function cellsAround(from: Parameters<typeof centreOf>[0], bounds: Bounds): number[] {
  return [...kilometresAround(from, bounds)].sort(([a, near], [b, far]) => near - far || a - b).map(([cell]) => cell);
}

/** Km by cell. */
export function kilometresAround(from: Parameters<typeof centreOf>[0], { most, country, region }: Bounds): Map<number, number> {
  const distances = new Map<number, number>();
  const centre = centreOf(from);
  if (!centre) return distances;
  for (const town of townsOf(country, region)) {
    const other = centreOf(town);
    const distance = other ? kilometres(centre, other) : Number.POSITIVE_INFINITY;
    if (distance <= (most ?? distance)) distances.set(cellOf(town), distance);
  }
  return distances;
}

function townsOf(country?: string | null, region?: string | null): Town[] {
  const countries = country ? [country] : Object.keys(PLACES);
  return countries.flatMap((here) =>
    isCountry(here)
      ? PLACES[here].regions
          .filter(({ code }) => !region || code === region)
          .flatMap(({ code, towns }) => towns.map(({ name }) => ({ country: here, region: code, city: name })))
      : [],
  );
}
