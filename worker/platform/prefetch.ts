/** Rows of calls, read in the same round trip as the session that names this member. Decision 70. */
export interface Prefetched {
  memberId: string;
  rows: Map<string, unknown[][]>;
  viewerRow: Record<string, unknown>;
}

interface Asking {
  prefetched: Prefetched | null;
  viewer: { id: string };
}

export function prefetchKey(call: string, input: unknown): string {
  return `${call} ${JSON.stringify(input)}`;
}

/** Null if nothing was prefetched for the call. Once: a repeated call sees what was written since. */
export function takePrefetched({ prefetched, viewer }: Asking, call: string, input: unknown): unknown[][] | null {
  if (prefetched?.memberId !== viewer.id) return null;
  const key = prefetchKey(call, input);
  const rows = prefetched.rows.get(key);
  prefetched.rows.delete(key);
  return rows ?? null;
}
