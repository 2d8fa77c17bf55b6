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
  /** Parts whose outermost element says `data-part`. */
  marked: string[];
  /** Modules that no part brings: a page has those of its parts. */
  always: string[];
  /** Who gets the scripts of a page; an error page has none. */
  scripts: Map<string, "all" | "member">;
  /** Components that pages without scripts never show, though the root imports them. */
  scripted: string[];
  /** Components that a request without a session never shows. */
  ofMembers: string[];
}

export interface Divided {
  /** The root has none: each page's sheet holds all that the page needs. */
  sheets: Map<string, string[]>;
  /** Sheets of pages for requests without a session. */
  visitors: Map<string, string[]>;
  pages: Set<string>;
  /** Modules that a marked part shares with its pages: such rules apply inside the part only. */
  copies: Map<string, string[]>;
}

/** CSS modules by the file that links their sheet. No page links a module twice, marked parts apart: it would come too late. */
export function sheetsOf(graph: Graph, division: Division): Divided {
  const { root, pages, parts: linking, marked, always, scripts, scripted, ofMembers } = division;
  const reach = (files: Page, stops: string[]) => {
    const found = new Set(files);
    for (const file of found) for (const next of graph.importsOf(file)) if (!stops.includes(next)) found.add(next);
    return found;
  };
  const stylesOf = (files: Page, stops: string[] = []) =>
    [...reach(files, [...linking, ...stops])].filter((file) => file.endsWith(".module.css"));
  const ofRoot = new Set([...reach([root], linking)].flatMap((file) => graph.importsOf(file)));
  const ofPages = reach([...pages.values()].flat(), []);
  const alone = linking.filter((part) => ofRoot.has(part) && !ofPages.has(part));
  const parts = linking.filter((part) => !alone.includes(part));

  const show = (file: string, files: Page, hydrated: boolean, hidden: string[]) => {
    const all = reach(files, hidden);
    const own = parts.filter((part) => all.has(part));
    const ofParts = stylesOf(own).filter((module) => always.includes(module));
    const ofScripts = hydrated ? stylesOf(scripted) : [];
    const sheet = new Set([...stylesOf([root], scripted), ...stylesOf(files, hidden), ...ofParts, ...ofScripts]);
    return { file, sheet, parts: own };
  };
  const paged = [...pages, ...alone.map((part): [string, Page] => [part, [part]])];
  const toMembers = paged.map(([file, files]) => show(file, files, scripts.has(file), []));
  const toVisitors = paged.map(([file, files]) => show(file, files, scripts.get(file) === "all", ofMembers));
  const shown = [...toMembers, ...toVisitors];
  const owned = new Map(parts.map((part) => [part, stylesOf([part]).filter((module) => !always.includes(module))]));
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
  const inOrder = (modules: Iterable<string>) => [...modules].sort((one, other) => graph.placeOf(one) - graph.placeOf(other));
  const ordered = (of: typeof shown) => of.map(({ file, sheet }): [string, string[]] => [file, inOrder(sheet)]);
  const sheets = new Map(ordered(toMembers));
  for (const [part, modules] of joined(owned)) sheets.set(part, inOrder([...modules, ...(copies.get(part) ?? [])]));
  return { sheets, visitors: new Map(ordered(toVisitors)), pages: new Set(paged.map(([file]) => file)), copies };
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
