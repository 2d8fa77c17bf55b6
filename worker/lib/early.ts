/** Rows of calls, read together with the session that names this member. */
export interface Early {
  memberId: string;
  rows: Map<string, unknown[][]>;
}

interface Asking {
  early: Early | null;
  viewer: { id: string };
}

export function earlyKey(call: string, input: unknown): string {
  return `${call} ${JSON.stringify(input)}`;
}

/** Null if the call did not ask ahead. Once: a repeated call sees what was written since. */
export function takeEarly({ early, viewer }: Asking, call: string, input: unknown): unknown[][] | null {
  if (early?.memberId !== viewer.id) return null;
  const key = earlyKey(call, input);
  const rows = early.rows.get(key);
  early.rows.delete(key);
  return rows ?? null;
}
