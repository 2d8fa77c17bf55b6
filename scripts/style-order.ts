import { join } from "node:path/posix";

/** A class of `earlier` and one of `later` set a property of one element: their order decides. */
export interface Override {
  earlier: string;
  later: string;
  property: string;
}

const IMPORT = /^import (\w+|\{[^}]*\}) from "([^"]+)";$/gm;
const GIVEN = /<([A-Z]\w*)\b(?:[^<>]|=>)*?\bclassName=\{((?:[^{}]|\$\{[^{}]*\})*)\}/g;
/** What a component joins with the class that it gets. */
const JOINED = /\bcx\(([^()]*), className\)/g;
const RULE = /([^{}]+)\{([^{}]*)\}/g;

/** Compares rules of a single class, without regard to their conditions. */
export function overridesIn(files: readonly string[], read: (file: string) => string): Override[] {
  return files.flatMap((file) => {
    const text = read(file);
    const imported = importsOf(file, text);
    return [...text.matchAll(GIVEN)].flatMap(([, component = "", given = ""]) => {
      const code = imported.get(component) ?? "";
      if (!code.endsWith(".tsx")) return [];
      const joined = [...read(code).matchAll(JOINED)].map(([, classes = ""]) => classes).join();
      const set = propertiesOf(joined, importsOf(code, read(code)), read);
      return propertiesOf(given, imported, read).flatMap(([later, property]) =>
        set.filter(([earlier, own]) => own === property && earlier !== later).map(([earlier]) => ({ earlier, later, property })),
      );
    });
  });
}

/** Files by the names that they are imported as. */
function importsOf(file: string, text: string): Map<string, string> {
  const imports = [...text.matchAll(IMPORT)].flatMap(([, names = "", from = ""]) => {
    const path = from.startsWith("#") ? from.slice(1) : join(file, "..", from);
    return [...names.matchAll(/\w+/g)].map(([name]): [string, string] => [name, path]);
  });
  return new Map(imports);
}

/** Modules and the properties that the classes in this code set. A computed name stands for any class. */
function propertiesOf(code: string, imported: Map<string, string>, read: (file: string) => string): [string, string][] {
  return [...imported].flatMap(([name, module]) => {
    if (!module.endsWith(".module.css")) return [];
    const named = [...code.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\[)`, "g"))].map(([, one]) => one);
    if (named.length === 0) return [];
    const sheet = read(module).replaceAll(/\/\*.*?\*\//gs, "");
    return [...sheet.matchAll(RULE)].flatMap(([, selectors = "", rules = ""]) => {
      const classes = selectors.split(",").flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []);
      if (!classes.some((one) => named.includes(one) || named.includes(undefined))) return [];
      return [...rules.matchAll(/(?<=^|;)\s*([\w-]+)\s*:/g)].map(([, property = ""]): [string, string] => [module, property]);
    });
  });
}
