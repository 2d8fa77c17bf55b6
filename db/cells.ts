import { isCountry, PLACES } from "./places.ts";

/** Cells of a turn around the globe: a cell is a hundredth of a degree. */
const TURN = 36_000;
/** Cells of a degree, the grid of the search's bitmaps. */
const DEGREE = 100;

interface CellPlace {
  country: string;
  region: string | null;
  city: string | null;
}

/** A town's centre as one number, never a member's own position. 0 for an unknown town. */
export function cellOf({ country, region, city }: CellPlace): number {
  if (!region || !city || !isCountry(country)) return 0;
  const town = PLACES[country].regions.find(({ code }) => code === region)?.towns.find(({ name }) => name === city);
  return town ? Math.round((town.lat + 90) * DEGREE) * TURN + Math.round((town.lon + 180) * DEGREE) : 0;
}

/** Square of one degree, as `db/search-terms.ts` computes it. */
export function gridOf(cell: number): number {
  return Math.floor(cell / TURN / DEGREE) * (TURN / DEGREE) + Math.floor((cell % TURN) / DEGREE);
}
