import { isCountry, PLACES } from "#db/places.ts";

interface Place {
  country: string;
  region: string | null;
  city: string | null;
}
interface Point {
  lat: number;
  lon: number;
}

/** In km. */
const STEP = 5;
/** In km (IUGG mean). */
const EARTH_RADIUS = 6371;

const centres = new Map<string, Point>();

/** Centre of the town; null without one. */
export function centreOf({ country, region, city }: Place): Point | null {
  if (region === null || city === null) return null;
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

/** Between town centres in steps of 5 km, never 0: it tells no more than the two towns do. Null if a town is not said. */
export function distanceBetween(a: Place, b: Place): number | null {
  const [from, to] = [centreOf(a), centreOf(b)];
  return from && to && Math.max(STEP, Math.round(kilometres(from, to) / STEP) * STEP);
}

/** Haversine. */
export function kilometres(a: Point, b: Point): number {
  const rad = Math.PI / 180;
  const lat = Math.sin(((b.lat - a.lat) * rad) / 2);
  const lon = Math.sin(((b.lon - a.lon) * rad) / 2);
  const chord = lat * lat + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * lon * lon;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}
