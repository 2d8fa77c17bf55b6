/** Vitest evaluates a configuration anew for each of its projects, in one process: what takes seconds is worked out once. */
export function once<T>(name: string, make: () => T): T {
  const known = ((globalThis as { workedOut?: Map<string, unknown> }).workedOut ??= new Map());
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as T;
}
