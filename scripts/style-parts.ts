export type Page = readonly string[];

export interface Graph {
  /** Direct imports of a file; types do not count. */
  importsOf(file: string): readonly string[];
  placeOf(module: string): number;
}

export interface Division {
  root: string;
  pages: Map<string, Page>;
  /** Components that link a sheet of their own while they are shown. */
  parts: string[];
  /** Parts whose outermost element says `data-part`. */
  marked: string[];
  always: string[];
}

export interface Divided {
  sheets: Map<string, string[]>;
  /** Modules that a marked part shares with its pages: such rules apply inside the part only. */
  copies: Map<string, string[]>;
}

/** CSS modules by the file that links their sheet. No page links a module twice, marked parts apart: it would come too late. */
export function sheetsOf(graph: Graph, { root, pages, parts, marked, always }: Division): Divided {
  const reach = (files: Page, stops: string[]) => {
    const found = new Set(files);
    for (const file of found) for (const next of graph.importsOf(file)) if (!stops.includes(next)) found.add(next);
    return found;
  };
  const stylesOf = (files: Page, stops: string[]) => [...reach(files, stops)].filter((file) => file.endsWith(".module.css"));
  const common = new Set([...always, ...stylesOf([root], parts)]);
  const missing = (modules: string[]) => modules.filter((module) => !common.has(module));

  const shown = [...pages].map(([route, files]) => {
    const reached = reach(files, []);
    return { route, sheet: new Set(missing(stylesOf(files, parts))), parts: parts.filter((part) => reached.has(part)) };
  });
  const owned = new Map(parts.map((part) => [part, missing(stylesOf([part], parts))]));
  const copies = new Map<string, string[]>();
  // A module that a page needs without the part is in the sheet of each page with it. This may concern a further part.
  for (let changed = true; changed; ) {
    changed = false;
    for (const [part, modules] of owned) {
      const sheets = shown.filter((page) => page.parts.includes(part)).map(({ sheet }) => sheet);
      const shared = modules.filter((module) => sheets.some((sheet) => sheet.has(module)));
      if (shared.length === 0) continue;
      if (marked.includes(part)) copies.set(part, [...(copies.get(part) ?? []), ...shared]);
      else for (const sheet of sheets) for (const module of shared) sheet.add(module);
      owned.set(
        part,
        modules.filter((module) => !shared.includes(module)),
      );
      changed = true;
    }
  }
  const sheets = new Map<string, Iterable<string>>([[root, common], ...joined(owned)]);
  for (const { route, sheet } of shown) sheets.set(route, sheet);
  const inOrder = (modules: Iterable<string>) => [...modules].sort((one, other) => graph.placeOf(one) - graph.placeOf(other));
  const ordered = [...sheets].map(([file, modules]): [string, string[]] => [
    file,
    inOrder([...modules, ...(copies.get(file) ?? [])]),
  ]);
  return { sheets: new Map(ordered), copies };
}

function joined(parts: Map<string, string[]>): Map<string, Set<string>> {
  const sets = new Map<string, Set<string>>();
  for (const [part, modules] of parts) {
    const touching = [...new Set(sets.values())].filter((set) => modules.some((module) => set.has(module)));
    const set = new Set([...touching.flatMap((other) => [...other]), ...modules]);
    for (const [other, known] of sets) if (touching.includes(known)) sets.set(other, set);
    sets.set(part, set);
  }
  return sets;
}
