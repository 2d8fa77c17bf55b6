// One spelling per feature: docs/decisions/0035-one-place-per-feature.md.

/** No call of their own answers them. */
const WITHOUT_ROOM = ["landers", "legal", "notices", "settings"];

const BESIDE: Record<string, readonly string[]> = {
  "app/routes": ["dev"],
  "locales/en.json": ["app", "nav", "footer", "error", "errors"],
};

/** Folders and namespaces, by the place that holds them, which neither name a room nor stand in the lists above. */
export function strangersAmong(rooms: readonly string[], places: Record<string, readonly string[]>): string[] {
  return Object.entries(places).flatMap(([place, names]) => {
    const known = new Set([...rooms, ...WITHOUT_ROOM, ...(BESIDE[place] ?? [])]);
    return names.filter((name) => !known.has(name)).map((name) => `${place}: ${name}`);
  });
}
