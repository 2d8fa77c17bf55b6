import { join } from "node:path/posix";
import { type Selector, transform } from "lightningcss";

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
    const used = (selector: Selector) => {
      const [part, ...others] = selector;
      return part?.type === "class" && others.length === 0 && (named.includes(part.name) || named.includes(undefined));
    };
    return rulesOf(read(module))
      .filter(({ selectors }) => selectors.some(used))
      .flatMap(({ properties }) => properties.map((property): [string, string] => [module, property]));
  });
}

function rulesOf(sheet: string): { selectors: Selector[]; properties: string[] }[] {
  const found: { selectors: Selector[]; properties: string[] }[] = [];
  transform({
    filename: "module.css",
    code: Buffer.from(sheet),
    visitor: {
      Rule: {
        style({ value: { selectors, declarations } }) {
          const { declarations: usual = [], importantDeclarations: important = [] } = declarations ?? {};
          const properties = [...usual, ...important].map((one) =>
            one.property === "unparsed"
              ? one.value.propertyId.property
              : one.property === "custom"
                ? one.value.name
                : one.property,
          );
          found.push({ selectors, properties });
        },
      },
    },
  });
  return found;
}
