export type Page = readonly string[];

export interface Graph {
  /** Direct imports of a file; types do not count. */
  importsOf(file: string): readonly string[];
  placeOf(module: string): number;
}

export interface Division {
  root: string;
  pages: Map<string, Page>;
  /** Components that link a sheet of their own while they are shown. One that only the root imports stands in for a page. */
  parts: string[];
}

export interface Divided {
  /** CSS modules by the file that links their sheet. The root has none: each page's sheet holds all that the page needs. */
  sheets: Map<string, string[]>;
  pages: Set<string>;
}

/** No page links a module twice: it would come too late. */
export function sheetsOf(graph: Graph, { root, pages, parts: linking }: Division): Divided {
  const reach = (files: Page, stops: string[]) => {
    const found = new Set(files);
    for (const file of found) for (const next of graph.importsOf(file)) if (!stops.includes(next)) found.add(next);
    return found;
  };
  const stylesOf = (files: Page) => [...reach(files, linking)].filter((file) => file.endsWith(".module.css"));
  const ofRoot = new Set([...reach([root], linking)].flatMap((file) => graph.importsOf(file)));
  const ofPages = reach([...pages.values()].flat(), []);
  const alone = linking.filter((part) => ofRoot.has(part) && !ofPages.has(part));
  const parts = linking.filter((part) => !alone.includes(part));

  const shown = [...pages, ...alone.map((part): [string, Page] => [part, [part]])].map(([file, files]) => {
    const all = reach(files, []);
    return { file, sheet: new Set(stylesOf([root, ...files])), parts: parts.filter((part) => all.has(part)) };
  });
  const owned = new Map(parts.map((part) => [part, stylesOf([part])]));
  // A module that a page needs without the part is in the sheet of each page with it. This may concern a further part.
  for (let changed = true; changed; ) {
    changed = false;
    for (const [part, modules] of owned) {
      const sheets = shown.filter((page) => page.parts.includes(part)).map(({ sheet }) => sheet);
      const shared = modules.filter((module) => sheets.some((sheet) => sheet.has(module)));
      if (shared.length === 0) continue;
      for (const sheet of sheets) for (const module of shared) sheet.add(module);
      const own = modules.filter((module) => !shared.includes(module));
      owned.set(part, own);
      changed = true;
    }
  }
  const inOrder = (modules: Iterable<string>) => [...modules].sort((one, other) => graph.placeOf(one) - graph.placeOf(other));
  const sheets = new Map(shown.map(({ file, sheet }) => [file, inOrder(sheet)]));
  for (const [part, modules] of joined(owned)) sheets.set(part, inOrder(modules));
  return { sheets, pages: new Set(shown.map(({ file }) => file)) };
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
