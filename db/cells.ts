import { isCountry, PLACES } from "./places.ts";

/** Cells of a turn around the globe: a cell is a hundredth of a degree. */
const TURN = 36_000;
/** Cells of a degree, the grid of the search's bitmaps. */
const DEGREE = 100;

export interface Place {
  country: string;
  region: string | null;
  city: string | null;
}

export interface Point {
  lat: number;
  lon: number;
}

const centres = new Map<string, Point>();

/** Centre of the town; null for an unknown one. */
export function centreOf({ country, region, city }: Place): Point | null {
  if (!region || !city) return null;
  if (centres.size === 0) readCentres();
  return centres.get(`${country}/${region}/${city}`) ?? null;
}

function readCentres(): void {
  for (const country of Object.keys(PLACES)) {
    if (!isCountry(country)) continue;
    for (const { code, towns } of PLACES[country].regions)
      for (const { name, lat, lon } of towns) centres.set(`${country}/${code}/${name}`, { lat, lon });
  }
}

/** A town's centre as one number, never a member's own position. 0 for an unknown town. */
export function cellOf(place: Place): number {
  const centre = centreOf(place);
  return centre ? cellAt(centre) : 0;
}

export function cellAt({ lat, lon }: Point): number {
  return Math.round((lat + 90) * DEGREE) * TURN + Math.round((lon + 180) * DEGREE);
}

/** Square of one degree, as the triggers of migration 0030 compute it. */
export function gridOf(cell: number): number {
  return Math.floor(cell / TURN / DEGREE) * (TURN / DEGREE) + Math.floor((cell % TURN) / DEGREE);
}
