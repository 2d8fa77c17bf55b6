import type { TodayItem } from "#worker/accounts/today/today.contract.ts";
import { type Edge, edge } from "#worker/server/edge/edge.ts";

/** For a page's `prefetching`: the call of `todayItems`. */
export const TODAY: readonly ["today", Record<string, never>] = ["today", {}];

const found = new WeakMap<Edge, Promise<TodayItem[]>>();

/** What waits for the member; read once for each request. None where another server answers that does not know the call. */
export function todayItems(): Promise<TodayItem[]> {
  const current = edge();
  const known = found.get(current);
  if (known) return known;
  const items = current.backend.today({}).then(
    (answer) => answer.items,
    () => [],
  );
  found.set(current, items);
  return items;
}
