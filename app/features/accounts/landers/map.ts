import { isCountry, PLACES, type Region } from "#db/places.ts";

export interface DotMap {
  width: number;
  height: number;
  regions: MapRegion[];
}
export interface MapRegion {
  code: string;
  name: string;
  dots: string;
  /** Largest first. */
  towns: { name: string; x: number; y: number }[];
}
interface Point {
  x: number;
  y: number;
  region: number;
}

/** The longer side in map units; one dot per unit. */
const SIZE = 46;
const known = new Map<string, DotMap | null>();

/** A dot map from town centres only: it reveals no member's place and needs no licensed outline. Null without region data. */
export function mapOf(country: string): DotMap | null {
  let map = known.get(country);
  if (map === undefined) {
    map = isCountry(country) ? draw(mainland(PLACES[country].regions)) : null;
    known.set(country, map);
  }
  return map;
}

/** Drops far regions (Hawaii, the Canaries), which would shrink all others. */
function mainland(regions: Region[]): Region[] {
  const centre = (pick: (town: Region["towns"][number]) => number) => median(regions.map(({ towns }) => median(towns.map(pick))));
  const [lat, lon] = [centre((town) => town.lat), centre((town) => town.lon)];
  const off = regions.map(({ towns }) => {
    return Math.hypot(median(towns.map((town) => town.lat)) - lat, (median(towns.map((town) => town.lon)) - lon) * 0.65);
  });
  const usual = median(off);
  return regions.filter((_, index) => (off[index] as number) < usual * 3.2);
}

function draw(regions: Region[]): DotMap {
  const all = regions.flatMap(({ towns }) => towns);
  const [south, north] = [Math.min(...all.map(({ lat }) => lat)), Math.max(...all.map(({ lat }) => lat))];
  const [west, east] = [Math.min(...all.map(({ lon }) => lon)), Math.max(...all.map(({ lon }) => lon))];
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (SIZE - 6) / Math.max((east - west) * narrow, north - south);
  const place = ({ lat, lon }: { lat: number; lon: number }) => ({
    x: (lon - west) * narrow * scale + 3,
    y: (north - lat) * scale + 3,
  });
  const towns: Point[] = regions.flatMap((region, index) => region.towns.map((town) => ({ ...place(town), region: index })));
  const width = Math.ceil((east - west) * narrow * scale + 6);
  const height = Math.ceil((north - south) * scale + 6);
  const reach = reachOf(towns);
  const dots = regions.map(() => "");
  for (let row = 0; row <= height / 0.9; row++) {
    for (let column = 0; column <= width; column++) {
      const dot = { x: column + (row % 2) / 2, y: row * 0.9 };
      const region = landAt(dot, towns, reach);
      if (region !== null) dots[region] += `M${dot.x} ${Number(dot.y.toFixed(1))}h0`;
    }
  }
  return {
    width,
    height,
    regions: regions.map(({ code, name, towns }, index) => ({
      code,
      name,
      dots: dots[index] as string,
      towns: towns.map((town) => {
        const { x, y } = place(town);
        return { name: town.name, x: Number(x.toFixed(1)), y: Number(y.toFixed(1)) };
      }),
    })),
  };
}

/** A dot is land near a town, or between two close towns. */
function landAt(dot: { x: number; y: number }, towns: Point[], reach: number): number | null {
  const near = towns
    .map((town) => ({ town, away: Math.hypot(town.x - dot.x, town.y - dot.y) }))
    .sort((a, b) => a.away - b.away)
    .slice(0, 6);
  const nearest = near[0];
  if (!nearest || nearest.away > reach * 2.6) return null;
  const { region } = nearest.town;
  if (nearest.away <= reach) return region;
  return near.some(({ town: a }, index) => near.slice(index + 1).some(({ town: b }) => isBetween(dot, a, b, reach)))
    ? region
    : null;
}

function isBetween(dot: { x: number; y: number }, a: Point, b: Point, reach: number): boolean {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  if (length === 0 || length > reach * 5.5) return false;
  const along = ((dot.x - a.x) * dx + (dot.y - a.y) * dy) / length ** 2;
  const off = Math.abs((dot.x - a.x) * dy - (dot.y - a.y) * dx) / length;
  return along >= 0 && along <= 1 && off <= reach;
}

/** The typical distance between neighbouring towns. */
function reachOf(towns: Point[]): number {
  const next = towns.map((town) =>
    Math.min(...towns.filter((other) => other !== town).map((other) => Math.hypot(other.x - town.x, other.y - town.y))),
  );
  return Math.max(1.6, median(next) * 0.85);
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
