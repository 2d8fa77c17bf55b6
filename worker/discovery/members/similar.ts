import { type CardRow } from "./card.ts";
import { centreOf, kilometres } from "./distance.ts";
import { placeNow } from "./place-now.ts";

const SHOWN = 12;
type Place = Pick<CardRow, "country" | "region" | "city" | "stay">;

/**
 * Nearest first: by town centre where both towns are known, then the same region; ties by last activity.
 * For visitors by the own towns: the order would tell them of a trip.
 */
export function nearestTo(place: Place, candidates: CardRow[], { visitor }: { visitor: boolean }): CardRow[] {
  const townOf = (row: Place) => centreOf(visitor ? row : placeNow(row));
  const centre = townOf(place);
  const far = (row: CardRow) => {
    const other = townOf(row);
    if (centre && other) return kilometres(centre, other);
    return row.region !== null && row.region === place.region ? 50 : Number.POSITIVE_INFINITY;
  };
  const unique = [...new Map(candidates.map((row) => [row.id, row])).values()];
  const ranked = unique.map((row) => ({ row, far: far(row) }));
  ranked.sort((a, b) => (a.far === b.far ? b.row.lastActiveAt - a.row.lastActiveAt : a.far - b.far));
  return ranked.slice(0, SHOWN).map(({ row }) => row);
}
