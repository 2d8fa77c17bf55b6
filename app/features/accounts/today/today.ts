import type { TodayItem } from "#worker/accounts/today/today.contract.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
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

/** A list is shown though the mark that it was seen fails: its news stay new. */
export async function seen(of: "news" | "visitors"): Promise<void> {
  const { backend, requestId } = edge();
  await backend.todaySeen({ of }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) throw error;
    log("warn", "news not marked as seen", { request: requestId, error });
  });
}
